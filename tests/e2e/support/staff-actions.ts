import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

interface ActionSteps {
  /** Fills the form's fields besides the reason. */
  fill?: (dialog: Locator) => Promise<void>;
  reason: string;
  /** Sentences of the preview. */
  effects?: readonly string[];
  message: string | RegExp;
}

/** Performs an action of the console: fills its form, checks its preview, confirms it, and checks its result. */
export async function performAction(
  page: Page,
  label: string,
  { fill, reason, effects = [], message }: ActionSteps,
): Promise<void> {
  const dialog = await openPreview(page, label, { fill, reason });
  for (const effect of effects) await expect(dialog.getByText(effect, { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(message);
  // The dialog’s corner has a button of the same name.
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(dialog).toBeHidden();
}

/** Opens an action's dialog and fills its form, up to the preview. */
export async function openPreview(
  page: Page,
  label: string,
  { fill, reason }: { fill?: ActionSteps['fill'] | undefined; reason: string },
): Promise<Locator> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await fill?.(dialog);
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click();
  return dialog;
}

/** Finds a row of a table of the console by text in it. */
export const findRow = (page: Page, table: string, text: string | RegExp): Locator =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

/** Checks that the audit log has an action about a subject, with its reason. */
export async function expectAudited(
  page: Page,
  { action, subject, reason }: { action: string; subject: string | RegExp; reason: string },
): Promise<void> {
  await page.goto(`/staff/audit?q=${encodeURIComponent(action)}`);
  const row = findRow(page, 'Audit log', reason).filter({ hasText: subject }).first();
  await expect(row).toContainText(action);
}
