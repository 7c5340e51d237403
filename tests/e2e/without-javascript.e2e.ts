import type { Page } from '@playwright/test';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';
import { expect, test } from './support/journey.ts';

/** Class names that are on the page and in none of its styles: those of a stylesheet that its document forgot. */
function unstyledClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const styles = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.cssText)
      .join('\n');
    const names = [...document.querySelectorAll('#root [class]')].flatMap((element) => [
      ...element.classList,
    ]);
    return [...new Set(names)].filter((name) => name.startsWith('_') && !styles.includes(`.${name}`));
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('[issue 7] a visitor reads every public page, and goes on by its links', async ({ page, product }) => {
    for (const path of PUBLIC_PATHS) {
      await test.step(path, async () => {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // Not by its text: Playwright looks for none where it takes a script to be.
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
    await expect(page).toHaveURL(`${product.url}/faq`);
    // What stands folded needs no script to open.
    const question = page.getByRole('heading', { name: 'How do I cancel?' });
    await question.click();
    await expect(page.locator('details', { has: question })).toHaveAttribute('open', '');
    await page.goto('/legal');
    await expect(page).toHaveURL(`${product.url}/legal/privacy-policy`);
  });
});

test('[issue 7] a browser takes every public page over as it came: one title, one canonical, no flash', async ({
  page,
}) => {
  test.slow();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  // What of the page its document brought.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const brought = [...document.querySelectorAll('h1, main, main > *, footer')];
      Object.assign(window, { brought, title: document.title });
    });
  });
  for (const path of PUBLIC_PATHS) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'networkidle' });
      const seen = await page.evaluate(() => ({
        brought: Reflect.get(window, 'brought').length,
        left: Reflect.get(window, 'brought').filter((element: Element) => !element.isConnected).length,
        titleBefore: Reflect.get(window, 'title'),
        title: document.title,
        titles: document.querySelectorAll('head title').length,
        canonicals: [...document.querySelectorAll('link[rel=canonical]')].map((link) =>
          link.getAttribute('href'),
        ),
        descriptions: document.querySelectorAll('meta[name=description]').length,
      }));
      expect(seen.brought).toBeGreaterThan(2);
      expect(seen).toMatchObject({ left: 0, titles: 1, descriptions: 1, title: seen.titleBefore });
      expect(seen.canonicals).toHaveLength(1);
      expect(await unstyledClasses(page)).toEqual([]);
      expect(faults).toEqual([]);
    });
  }
});

test('[issue 7] what is typed and sent before the app is there is kept for it', async ({ context }) => {
  // Not the page that waits for the app.
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
  // The form has heard of it: what it asks for is the rest.
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByLabel('Subject')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Name')).toHaveValue('Zoë');
  await expect(page.getByLabel('Message')).toHaveValue('Do kangaroos get a card?');
});
