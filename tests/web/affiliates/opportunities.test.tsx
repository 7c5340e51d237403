import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = startWeb(testApp(database));

beforeEach(() => makeSetting(database.db, 'friendBonus', '7.50'));

const address = () => window.location.pathname + window.location.search;
const card = (name: string) => screen.findByRole('article', { name });

describe('[S2 /educators] the service opportunities', () => {
  test('[S1] are three cards: Friend, Service Member, and Educator, each with its pay', async () => {
    await web.open('/educators');
    expect(await screen.findByRole('heading', { level: 1, name: 'Service Opportunities' })).toBeVisible();
    const titles = screen
      .getAllByRole('article')
      .map((article) => within(article).getByRole('heading').textContent);
    expect(titles).toEqual(['Friend', 'Service Member', 'Educator']);

    // The bonus is a setting (D13).
    expect(await within(await card('Friend')).findByText('$7.50')).toBeVisible();
    expect(within(await card('Friend')).getByText('when someone you refer joins')).toBeVisible();

    const member = within(await card('Service Member'));
    expect(member.getByText('20%')).toBeVisible();
    expect(member.getByText('of the sale value, as a referral bonus')).toBeVisible();
    expect(member.getByText('For people with over 300 followers')).toBeVisible();
    expect(member.getByText('About $50 per post')).toBeVisible();

    const educator = within(await card('Educator'));
    expect(educator.getByText('20%')).toBeVisible();
    expect(educator.getByText('of revenue from cards sold')).toBeVisible();
    expect(educator.getByText(/^Plus 5% of downline sales/)).toBeVisible();
  });

  test.each([
    ['Friend', '/educators?type=friend', '/educators/friend'],
    ['Service Member', '/educators?type=influencer', '/educators/friend'],
    ['Educator', '/educators?type=rep', '/educators/representative'],
  ])('show Sign up and Learn more for %s', async (title, signup, infoPath) => {
    await web.open('/educators');
    const article = within(await card(title));
    expect(article.getByRole('link', { name: `Sign up as ${title}` })).toHaveAttribute('href', signup);
    expect(article.getByRole('link', { name: `Learn more about ${title}` })).toHaveAttribute(
      'href',
      infoPath,
    );
  });

  test.each([
    ['rep', 'Become an Educator'],
    ['friend', 'Become a Friend'],
    ['influencer', 'Become an Influencer'],
  ])('with ?type=%s open %s on load, and closing it leaves the page open', async (type, title) => {
    const { user } = await web.open(`/educators?type=${type}`);
    const dialog = await screen.findByRole('dialog', { name: title });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/educators');
  });

  test.each(['?type=boss', '?type=', '?type=constructor', '?signup=educator', ''])(
    'open nothing for %s',
    async (search) => {
      await web.open(`/educators${search}`);
      await card('Friend');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test('close the signup on Back and return focus to the link', async () => {
    const { user } = await web.open('/educators');
    const link = within(await card('Educator')).getByRole('link', { name: 'Sign up as Educator' });
    await user.click(link);
    await screen.findByRole('dialog', { name: 'Become an Educator' });
    expect(address()).toBe('/educators?type=rep');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(link).toHaveFocus());
  });
});

describe('[S2 /educators/friend, S2 /educators/representative] the opportunity pages', () => {
  test.each([
    ['/educators/friend', 'Influencer', 'Become an Influencer', '?signup=influencer'],
    ['/educators/representative', 'Educators', 'Become an Educator', '?signup=educator'],
  ])('at %s explain %s and open its signup', async (path, title, signup, search) => {
    const { user } = await web.open(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    await user.click(screen.getByRole('link', { name: signup }));
    expect(await screen.findByRole('dialog', { name: signup })).toBeVisible();
    expect(address()).toBe(path + search);
  });

  test('[S1] call the influencer a Service Member: 20%, over 300 followers, about $50 per post', async () => {
    await web.open('/educators/friend');
    await screen.findByRole('heading', { level: 1, name: 'Influencer' });
    expect(screen.getByText(/We call our influencers Service Members/)).toBeVisible();
    const facts = screen.getAllByRole('definition').map((article) => article.textContent);
    expect(facts).toEqual(expect.arrayContaining(['20%', 'Over 300 followers', 'About $50']));
    const friends = within(screen.getByRole('region', { name: 'Few followers, but good friends?' }));
    expect(await friends.findByText(/earn \$7\.50 once for each person/)).toBeVisible();
    expect(friends.getByRole('link', { name: 'Become a Friend' })).toHaveAttribute(
      'href',
      '/educators?type=friend',
    );
  });

  test('[S9 commissions] state that the educator earns 20% plus 5% of the downline, and nothing for recruiting', async () => {
    await web.open('/educators/representative');
    const downline = within(await screen.findByRole('region', { name: 'Your downline' }));
    expect(
      downline.getByText(/you earn 5% of those sales, on top of the 20% you earn on your own/),
    ).toBeVisible();
    expect(downline.getByText(/You don’t earn anything just for bringing people in/)).toBeVisible();
  });
});
