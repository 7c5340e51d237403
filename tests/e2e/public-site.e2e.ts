import type { Page } from '@playwright/test';
import { SEED_SETTINGS } from '#db/seed/catalog.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect, test } from './support/journey.ts';
import { activate, tabTo, type } from './support/keyboard.ts';
import { followNavbarLink } from './support/navbar.ts';
import { checkState } from './support/page-checks.ts';
import { importContent, runCommand } from './support/staff.ts';

const exportMessages = (app: ProductProcess) => runCommand(app, 'content', 'messages', 'export', '-');

/** Waits until the form accepts a submission. Only a bot could submit it within two seconds of opening it. */
const waitForSpamGuard = (page: Page) => page.waitForTimeout(2_500);

test('a visitor searches the FAQ and sends a message by keyboard', { tag: '@desktop' }, async ({
  page,
  runningApp,
}) => {
  test.slow();
  const name = `Zoë ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/');
  await followNavbarLink(page, 'FAQ');
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await checkState(page, 'the FAQ');
  await type(page, 'Search the answers', 'college');
  await expect(page.getByText('in college who are under 26')).toBeVisible();
  await checkState(page, 'a search');
  await page.getByLabel('Search the answers').fill('kangaroo');
  await expect(page.getByRole('heading', { name: 'No answers match' })).toBeVisible();
  await checkState(page, 'no answer');
  await activate(page, page.getByRole('link', { name: 'Ask us' }));

  await expect(page).toHaveURL('/contact');
  await activate(page, page.getByRole('button', { name: 'Send message' }));
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await checkState(page, 'a message without words');
  await waitForSpamGuard(page);
  await type(page, 'Name', name);
  await type(page, 'Subject', 'Kangaroos');
  await type(page, 'Email', 'zoe@example.com');
  await type(page, 'Message', 'Do they get a card?');
  await activate(page, page.getByRole('button', { name: 'Send message' }));
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeFocused();
  await checkState(page, 'a message that was sent');
  expect(await exportMessages(runningApp)).toContain(name);
});

test('a link to an FAQ answer opens that answer', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/faq#delivery');
  const faqAnswer = page.getByText('Please allow 10 business days.');
  await expect(faqAnswer).toBeInViewport();
  await checkState(page, 'an answer');
});

test('a visitor requests information by keyboard', { tag: '@desktop' }, async ({ page, runningApp }) => {
  test.slow();
  const name = `Max ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/');
  const openLink = page.getByRole('link', { name: 'Request information', exact: true }).last();
  await activate(page, openLink);
  const dialog = page.getByRole('dialog', { name: 'Serve Your Community' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await checkState(page, 'the empty form');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(openLink).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await waitForSpamGuard(page);
  await page.keyboard.type(name);
  await type(page, 'ZIP code', '10001');
  await tabTo(page, dialog.getByLabel('Businesses'));
  await page.keyboard.press('Space');
  const sendButton = dialog.getByRole('button', { name: 'Request information' });
  await expect(sendButton).toBeDisabled();
  await dialog.getByLabel('Email').fill('max@example.com');
  await expect(sendButton).toBeEnabled();
  await sendButton.click();
  await expect(dialog.getByRole('heading', { name: 'Thank you!' })).toBeFocused();
  await checkState(page, 'thanks');
  expect(await exportMessages(runningApp)).toContain(name);
});

test('the home page shows the videos and links from the settings and the News Letter form', {
  tag: '@phone',
}, async ({ page, runningApp }) => {
  test.slow();
  const requestedUrls: string[] = [];
  await page.context().route(
    ({ hostname }) => hostname.endsWith('.example'),
    (route) => {
      requestedUrls.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    },
  );
  const settings = {
    homeVideo1: 'https://videos.example/one.mp4',
    homeVideo1Title: 'How it works',
    facebookLink: 'https://social.example/card',
    appStoreLink: 'https://apps.example/card',
  };
  await importContent(runningApp, 'settings.json', JSON.stringify(settings));
  await page.goto('/');
  const letter = page.getByRole('region', { name: 'News Letter' });
  await letter.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Play How it works' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toBeVisible();
  expect(requestedUrls).toEqual([]);
  await checkState(page, 'the end of home');

  const email = `zoe-${crypto.randomUUID()}@example.com`;
  await letter.getByLabel('Email').fill(email);
  await letter.getByRole('button', { name: 'Subscribe' }).click();
  await expect(letter.getByText('Thank you for subscribing!')).toBeVisible();
  await expect(letter.getByLabel('Email')).toHaveValue('');
  const defaults = Object.keys(settings).map((key) => [key, SEED_SETTINGS[key]]);
  await importContent(runningApp, 'settings.json', JSON.stringify(Object.fromEntries(defaults)));
});

test('an unknown address shows a 404 page with links', { tag: '@desktop' }, async ({ page }) => {
  const response = await page.goto('/no/such/page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await checkState(page, 'the 404 page');
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/contact');
});
