import type { Page } from '@playwright/test';
import { expect, test } from './support/journey.ts';
import { expectAccessible } from './support/page-checks.ts';

const banner = (page: Page) => page.getByRole('region', { name: 'Privacy' });

/** Returns each control that the banner covers, at any scroll position. */
function listCoveredControls(): string[] {
  const banner = document.querySelector('[aria-label="Privacy"]');
  if (banner === null) return ['there is no banner'];
  const covered = new Set<string>();
  const controls = document.querySelectorAll(':is(header, main, footer) :is(a, button, input)');
  for (let y = 0; y <= document.documentElement.scrollHeight; y += window.innerHeight / 2) {
    window.scrollTo({ top: y, behavior: 'instant' });
    const bannerRect = banner.getBoundingClientRect();
    for (const control of controls) {
      const { top, bottom, width } = control.getBoundingClientRect();
      // With rounded coordinates, neighbors may seem to overlap by a pixel.
      if (width > 1 && top < bannerRect.bottom - 1 && bottom > bannerRect.top + 1)
        covered.add(control.textContent ?? '');
    }
  }
  window.scrollTo({ top: 0, behavior: 'instant' });
  return [...covered];
}

for (const width of [320, 390, 1280]) {
  test(`[S2 privacy banner] at ${width} pixels the banner is on top, covers nothing, and stays closed after it is dismissed`, {
    tag: '@desktop',
  }, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/pricing');
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Cookie policy' })).toBeAttached();
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(listCoveredControls)).toEqual([]);
    await expectAccessible(page, ['target-size']);
    await banner(page).getByRole('button', { name: 'Close' }).click();
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
  });
}
