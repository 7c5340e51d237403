import type { Page } from '@playwright/test';
import { dispatchCommand } from '#server/cli/dispatch-command.ts';
import { loadConfig } from '#server/config/config.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect, test } from './support/journey.ts';
import { activate, tabTo, type } from './support/keyboard.ts';
import { goByNavbar } from './support/navbar.ts';
import { judge } from './support/page-checks.ts';

/** `npm run content` as staff call it, through the running product. */
async function staff(product: ProductProcess, ...args: string[]): Promise<string> {
  const config = loadConfig({ DATA_DIR: product.dataDir });
  const { exitCode, output } = await dispatchCommand(config, 'content', args);
  expect(exitCode, output).toBe(0);
  return output;
}

/** No program is so slow: the forms take nothing in the first two seconds after they were shown. */
const asAPerson = (page: Page) => page.waitForTimeout(2_500);

test('[issue 7] a visitor looks for an answer, does not find it, and writes to us by keyboard', async ({
  page,
  product,
}) => {
  test.slow();
  const name = `Zoë ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/');
  await goByNavbar(page, 'FAQ');
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await judge(page, 'the FAQ');
  await type(page, 'Search the answers', 'college');
  await expect(page.getByText('in college who are under 26')).toBeVisible();
  await judge(page, 'a search');
  await page.getByLabel('Search the answers').fill('kangaroo');
  await expect(page.getByRole('heading', { name: 'No answer has these words' })).toBeVisible();
  await judge(page, 'no answer');
  await activate(page, page.getByRole('link', { name: 'Ask us' }));

  await expect(page).toHaveURL('/contact');
  await activate(page, page.getByRole('button', { name: 'Send message' }));
  await expect(page.getByRole('alert').filter({ hasText: 'Please check the marked fields.' })).toBeFocused();
  await judge(page, 'a message without words');
  await asAPerson(page);
  await type(page, 'Name', name);
  await type(page, 'Subject', 'Kangaroos');
  await type(page, 'E-mail', 'zoe@example.com');
  await type(page, 'Message', 'Do they get a card?');
  await activate(page, page.getByRole('button', { name: 'Send message' }));
  await expect(page.getByRole('heading', { name: 'Message Sent!' })).toBeFocused();
  await judge(page, 'a message that was sent');
  expect(await staff(product, 'messages', 'list')).toContain(name);
});

test('[issue 7] a link to an answer opens it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/faq#delivery');
  const answer = page.getByText('Please allow 10 business days.');
  await expect(answer).toBeInViewport();
  await judge(page, 'an answer');
});

test('[issue 7] Serve Your Community, by keyboard', async ({ page, product }) => {
  test.slow();
  const name = `Max ${crypto.randomUUID().slice(0, 8)}`;
  await page.goto('/');
  const open = page.getByRole('link', { name: 'Request information', exact: true }).last();
  await activate(page, open);
  const dialog = page.getByRole('dialog', { name: 'Serve Your Community' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await judge(page, 'the empty form');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await asAPerson(page);
  await page.keyboard.type(name);
  await type(page, 'ZIP code', '10001');
  await tabTo(page, dialog.getByLabel('Businesses'));
  await page.keyboard.press('Space');
  const send = dialog.getByRole('button', { name: 'Request information' });
  await expect(send).toBeDisabled();
  await dialog.getByLabel('E-mail').fill('max@example.com');
  await expect(send).toBeEnabled();
  await send.click();
  await expect(dialog.getByRole('heading', { name: 'Thank you!' })).toBeFocused();
  await judge(page, 'thanks');
  expect(await staff(product, 'messages', 'list')).toContain(name);
});

test('[issue 7] home ends with videos, News Letter and links, from the settings', async ({
  page,
  product,
}) => {
  test.slow();
  const asked: string[] = [];
  await page.context().route(
    ({ hostname }) => hostname.endsWith('.example'),
    (route) => {
      asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '' });
    },
  );
  await staff(product, 'settings', 'set', 'homeVideo1', 'https://videos.example/one.mp4');
  await staff(product, 'settings', 'set', 'homeVideo1Title', 'How it works');
  await staff(product, 'settings', 'set', 'facebookLink', 'https://social.example/card');
  await staff(product, 'settings', 'set', 'appStoreLink', 'https://apps.example/card');
  await page.goto('/');
  const letter = page.getByRole('region', { name: 'News Letter' });
  await letter.scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: 'Play How it works' })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Facebook' })).toBeVisible();
  expect(asked).toEqual([]);
  await judge(page, 'the end of home');

  const email = `zoe-${crypto.randomUUID()}@example.com`;
  await letter.getByLabel('E-mail').fill(email);
  await letter.getByRole('button', { name: 'Subscribe' }).click();
  await expect(letter.getByText('Thank you for subscribing!')).toBeVisible();
  await expect(letter.getByLabel('E-mail')).toHaveValue('');
  for (const key of ['homeVideo1', 'homeVideo1Title', 'facebookLink', 'appStoreLink']) {
    await staff(product, 'settings', 'unset', key);
  }
});

test('[issue 7] an address without a page is a 404 that leads on', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await judge(page, 'the 404 page');
  await page.getByRole('main').getByRole('link', { name: 'Contact us' }).click();
  await expect(page).toHaveURL('/contact');
});
