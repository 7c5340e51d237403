import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

/** The maximum number of times to press Tab. No control in these journeys needs more. */
const MAX_STOPS = 120;

const isFocused = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.some((element) => element === document.activeElement));

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await expect(locator.first()).toBeVisible();
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${locator}`);
}

export async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label));
  await page.keyboard.type(text);
}

export async function activate(page: Page, locator: Locator): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press('Enter');
}
