import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A dialog is in the page up to two frames before it begins to fade in. */
const STILL_FRAMES = 4;

/** Contrast is measured on what is shown, so what fades in must have arrived; what moves for ever is left alone. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async (wanted) => {
    const moving = () =>
      document
        .getAnimations()
        .some(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    for (let still = 0; still < wanted; still = moving() ? 0 : still + 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, STILL_FRAMES);
}

/** axe finds nothing on the page as it is now, by all rules or by those named. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await untilStill(page);
  // The findings alone are carried out of the page; a second page, for what frames find, is opened where there are frames.
  const hasFrames = page.frames().length > 1;
  const axe = new AxeBuilder({ page }).setLegacyMode(!hasFrames).options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe.withTags(TAGS)).analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { wanted, given } = await page.evaluate(() => ({
    wanted: document.documentElement.scrollWidth,
    given: document.documentElement.clientWidth,
  }));
  expect(wanted, `width of ${page.url()}`).toBeLessThanOrEqual(given);
}

async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // The app follows a moment later; the receipt needs no script for it.
  await expect(
    page.locator(`html:is([data-mantine-color-scheme=${colorScheme}], :not([data-mantine-color-scheme]))`),
  ).toBeAttached();
}

/** axe finds nothing and nothing is too wide, on what is shown now; in the dark only contrast differs. */
export async function judge(page: Page, state: string): Promise<void> {
  await test.step(state, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    if (test.info().project.name !== 'desktop') return;
    await show(page, 'dark');
    await expectAccessible(page, ['color-contrast']);
    await show(page, 'light');
  });
}
