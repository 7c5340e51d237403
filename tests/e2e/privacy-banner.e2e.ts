import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { expectAccessible } from './support/page-checks.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Privacy' });

/** Scrolls to the end and returns each footer link that the banner covered on the way. */
function listCoveredLinks(): string[] {
  const banner = document.querySelector('[aria-label="Privacy"]');
  const links = [...document.querySelectorAll('footer a')];
  const coveredLinks = new Set<string>();
  const maxScrollTop = document.documentElement.scrollHeight - window.innerHeight;
  for (let y = 0; y <= maxScrollTop + 12; y += 12) {
    window.scrollTo({ top: y, behavior: 'instant' });
    const bannerRect = banner?.getBoundingClientRect();
    if (bannerRect === undefined) return ['there is no banner'];
    for (const link of links) {
      const { top, bottom } = link.getBoundingClientRect();
      // With rounded coordinates, neighbors may seem to overlap by a pixel.
      if (top < bannerRect.bottom - 1 && bottom > bannerRect.top + 1)
        coveredLinks.add(link.textContent ?? '');
    }
  }
  return [...coveredLinks];
}

for (const width of [320, 390, 1280]) {
  test(`[S2 privacy banner] at ${width} pixels the banner is visible, covers no footer link, and stays closed after it is dismissed`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/pricing');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Cookie policy' })).toBeAttached();
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(listCoveredLinks)).toEqual([]);
    // Check at the start of the footer and at its end.
    const footer = page.getByRole('contentinfo');
    await footer.evaluate((element) =>
      window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight + 120),
    );
    await expectAccessible(page, ['target-size']);
    await footer.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expectAccessible(page, ['target-size']);
    await banner(page).getByRole('button', { name: 'Close' }).click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });
}
