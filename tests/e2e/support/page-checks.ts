import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import axeCore from 'axe-core';

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * How many frames must pass without an animation. A dialog is in the DOM up to two frames before it begins to
 * fade in.
 */
const STILL_FRAMES = 4;

/**
 * Waits for all animations to finish, except endless ones, because axe measures contrast on rendered colors.
 */
async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async (requiredFrames) => {
    const hasRunningAnimations = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (
      let stillFrames = 0;
      stillFrames < requiredFrames;
      stillFrames = hasRunningAnimations() ? 0 : stillFrames + 1
    ) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, STILL_FRAMES);
}

/** Loads axe once per document. AxeBuilder would load it, which is slow, twice per check. */
async function createAxe(page: Page): Promise<AxeBuilder> {
  // Legacy mode is faster but can't check frames.
  if (page.frames().length > 1) return new AxeBuilder({ page });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return new AxeBuilder({ page, axeSource: 'undefined' }).setLegacyMode();
}

/** Expects that axe finds no violation on the page, by all rules or only the given ones. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // A page whose code is still loading has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await waitForAnimations(page);
  const axe = (await createAxe(page)).options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(AXE_TAGS)).analyze();
  const violationTexts = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(violationTexts, `axe on ${page.url()}`).toEqual([]);
}

/** Expects that no content is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { contentWidth, windowWidth } = await page.evaluate(() => ({
    contentWidth: document.documentElement.scrollWidth,
    windowWidth: document.documentElement.clientWidth,
  }));
  expect(contentWidth, `width of ${page.url()}`).toBeLessThanOrEqual(windowWidth);
}

async function switchColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The app updates the attribute slightly later. The receipt has no script and no attribute.
  await expect(
    page.locator(`html:is([data-mantine-color-scheme=${colorScheme}], :not([data-mantine-color-scheme]))`),
  ).toBeAttached();
}

/**
 * Checks the page's width, and its accessibility in both color schemes. Dark mode changes only colors, so
 * there only the contrast is checked.
 */
export async function checkState(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await switchColorScheme(page, 'dark');
    await expectAccessible(page, ['color-contrast']);
    await switchColorScheme(page, 'light');
  });
}
