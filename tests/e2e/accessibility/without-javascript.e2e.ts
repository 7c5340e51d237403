import type { BrowserContext } from '@playwright/test';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';
import { expect, test } from '../support/journey.ts';
import { findUnstyledClasses } from '../support/unstyled-classes.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor can read every public page and leave it by its links', { tag: '@desktop' }, async ({
    page,
    runningApp,
  }) => {
    for (const path of PUBLIC_PATHS) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // Playwright doesn't look for text inside noscript elements.
        await expect(page.locator('.noscript')).toBeVisible();
        await expect(page.locator('title')).toHaveCount(1);
        await expect(page.locator('meta[name=description]')).toHaveCount(1);
        await expect(page.locator('link[rel=canonical]')).toHaveCount(1);
      });
    }
    await page.goto('/');
    const main = page.getByRole('main');
    await expect(main.getByText('$49.95').first()).toBeVisible();
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveURL(`${runningApp.url}/faq`);
    // A details element opens without a script.
    const question = page.getByRole('heading', { name: 'How do I cancel?' });
    await question.click();
    await expect(page.locator('details', { has: question })).toHaveAttribute('open', '');
    await page.goto('/legal');
    await expect(page).toHaveURL(`${runningApp.url}/legal/privacy-policy`);
  });

  test('a page that needs scripts keeps the font and says where to go', { tag: '@desktop' }, async ({
    page,
    runningApp,
  }) => {
    await page.goto('/cancel');
    await expect(page.locator('.noscript')).toHaveCSS('font-family', /^"?Bricolage Grotesque Variable/);
    await page.locator('.noscript a[href="/verify/card"]').click();
    await expect(page).toHaveURL(`${runningApp.url}/verify/card`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

/** Opens the page, and compares the server-rendered elements with those after hydration. */
async function readHydrationState(context: BrowserContext, path: string) {
  const page = await context.newPage();
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(page.locator('html[data-ready]')).toBeAttached();
  const hydrationState = await page.evaluate(() => ({
    served: Reflect.get(window, 'served').length,
    removed: Reflect.get(window, 'served').filter((element: Element) => !element.isConnected).length,
    titleBefore: Reflect.get(window, 'title'),
    title: document.title,
    titles: document.querySelectorAll('head title').length,
    canonicals: [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
      link.getAttribute('href'),
    ),
    descriptions: document.querySelectorAll('meta[name=description]').length,
  }));
  const unstyled = await findUnstyledClasses(page);
  await page.close();
  return { ...hydrationState, unstyled };
}

/** Each page waits half a second until the network is idle, so open several at once. */
const PAGES_AT_ONCE = 5;

test('hydration keeps the HTML of every public page, with one title and one canonical link', {
  tag: '@phone',
}, async ({ context }) => {
  test.slow();
  // The server may have rendered the HTML on another day.
  await context.clock.setFixedTime('2031-07-04T08:00:00Z');
  // Remember the server-rendered elements, to check that hydration keeps them.
  await context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const servedElements = [...document.querySelectorAll('h1, main, main > *, footer')];
      Object.assign(window, { served: servedElements, title: document.title });
    });
  });
  const paths = [...PUBLIC_PATHS];
  const visitPages = async () => {
    for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
      const hydrationState = await readHydrationState(context, path);
      expect.soft(hydrationState.served, path).toBeGreaterThan(2);
      expect.soft(hydrationState, path).toMatchObject({
        ...{ removed: 0, titles: 1, descriptions: 1, unstyled: [] },
        title: hydrationState.titleBefore,
        canonicals: [expect.any(String)],
      });
    }
  };
  await Promise.all(Array.from({ length: PAGES_AT_ONCE }, visitPages));
});

test('a form that is filled in and sent before the app has loaded is sent then, with its values', {
  tag: '@desktop',
}, async ({ context }) => {
  // Don't use the page fixture, because it waits for the app.
  const page = await context.newPage();
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  await page.goto('/contact', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Zoë');
  await page.getByLabel('Message').fill('Do kangaroos get a card?');
  await page.getByRole('button', { name: 'Send message' }).click();
  app.resolve();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  await expect(page).toHaveURL('/contact');
  // The form must know the values entered before hydration, and report only the missing ones.
  await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Message')).toHaveValue('Do kangaroos get a card?');
});
