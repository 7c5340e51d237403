import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listSubscribers } from '#server/domains/content/messages/newsletter.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
let clockOffsetMs = 0;
const app = testApp(database, { limits: NO_LIMITS, now: () => new Date(Date.now() + clockOffsetMs) });
const web = startWeb(app);
const listEmails = async () =>
  (await listSubscribers(database.db, { suspected: false })).map(({ email }) => email);

beforeEach(async () => {
  clockOffsetMs = 0;
  await makePlans(database.db);
  await database.db.deleteFrom('settings').execute();
  await database.db.deleteFrom('newsletterSubscribers').execute();
  // jsdom doesn't implement playback.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});

const newsletterBox = async () => within(await screen.findByRole('region', { name: 'News Letter' }));

describe('[S2 home] the newsletter form', () => {
  test('accepts an email address, thanks the visitor, and clears the field', async () => {
    const { user } = await web.open('/');
    const newsletter = await newsletterBox();
    await user.type(newsletter.getByLabelText('Email'), 'Zoe@Example.com');
    clockOffsetMs = 5_000;
    await user.click(newsletter.getByRole('button', { name: 'Subscribe' }));
    expect(await newsletter.findByText('Thank you for subscribing!')).toBeVisible();
    expect(newsletter.getByLabelText('Email')).toHaveValue('');
    expect(await listEmails()).toEqual(['zoe@example.com']);
  });

  test('[S5 newsletter] does not mark an invalid email, but neither stores it nor thanks the visitor', async () => {
    const { user } = await web.open('/');
    const newsletter = await newsletterBox();
    await user.type(newsletter.getByLabelText('Email'), 'zoe');
    await user.click(newsletter.getByRole('button', { name: 'Subscribe' }));
    expect(await newsletter.findByText(/^We couldn’t add that address/)).toBeVisible();
    expect(newsletter.getByLabelText('Email')).toHaveValue('zoe');
    expect(newsletter.getByLabelText('Email')).not.toHaveAttribute('aria-invalid');
    expect(await listEmails()).toEqual([]);
  });

  test('delays a subscription that is sent as fast as a bot would, and then accepts it', async () => {
    const { user } = await web.open('/');
    const newsletter = await newsletterBox();
    await user.click(newsletter.getByLabelText('Email'));
    await user.paste('zoe@example.com');
    await user.keyboard('{Enter}');
    expect(await newsletter.findByText('Thank you for subscribing!')).toBeVisible();
    expect(await listEmails()).toEqual(['zoe@example.com']);
  });

  test('is hidden if the settings disable it', async () => {
    await makeSetting(database.db, 'newsletter', 'no');
    await makeSetting(database.db, 'facebookLink', 'https://social.example/card');
    await web.open('/');
    await screen.findByRole('region', { name: 'Follow us' });
    expect(screen.queryByRole('region', { name: 'News Letter' })).not.toBeInTheDocument();
  });
});

describe('[S2 home] the home page’s videos', () => {
  test('are shown with their titles, and send no request to their hosts before a click', async () => {
    await makeSetting(database.db, 'homeVideo1', 'https://videos.example/one.mp4');
    await makeSetting(database.db, 'homeVideo1Title', 'How it works');
    await makeSetting(database.db, 'homeVideo2', 'https://youtu.be/abcdefghijk');
    await makeSetting(database.db, 'homeVideo2Title', 'A day in a shop');
    const { user, container } = await web.open('/');
    const section = within(await screen.findByRole('region', { name: 'See it for yourself' }));
    expect(section.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'How it works',
      'A day in a shop',
    ]);
    expect(container.querySelector('video, iframe, [src*="//"]')).toBeNull();
    await user.click(section.getByRole('button', { name: 'Play How it works' }));
    const video = section.getByLabelText('How it works', { selector: 'video' });
    expect(video).toHaveAttribute('src', 'https://videos.example/one.mp4');
    await user.click(section.getByRole('button', { name: 'Play A day in a shop' }));
    expect(section.getByTitle('A day in a shop')).toHaveAttribute(
      'src',
      expect.stringMatching(/^https:\/\/www\.youtube-nocookie\.com\/embed\/abcdefghijk/),
    );
  });

  test('are hidden with their section if the settings have no links', async () => {
    await makeSetting(database.db, 'homeVideo1Title', 'How it works');
    await web.open('/');
    await newsletterBox();
    expect(screen.queryByRole('region', { name: 'See it for yourself' })).not.toBeInTheDocument();
  });
});

describe('[S2 home, S2 footer] the social and app links', () => {
  test('are shown on the home page and in the footer, except missing or unsafe ones', async () => {
    await makeSetting(database.db, 'facebookLink', 'https://social.example/card');
    await makeSetting(database.db, 'appStoreLink', 'https://apps.example/card');
    await makeSetting(database.db, 'twitterLink', 'javascript:alert(1)');
    await web.open('/');
    const region = within(await screen.findByRole('region', { name: 'Follow us' }));
    expect(region.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://social.example/card',
    ]);
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByRole('link', { name: 'Facebook' })).toHaveAttribute('rel', 'noopener');
    expect(footer.getByRole('link', { name: 'App Store' })).toHaveAttribute(
      'href',
      'https://apps.example/card',
    );
    expect(footer.queryByRole('link', { name: 'Twitter' })).not.toBeInTheDocument();
    expect(footer.queryByRole('link', { name: 'Google Play' })).not.toBeInTheDocument();
  });
});
