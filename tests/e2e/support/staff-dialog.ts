import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

export const REASON = 'They called us';

interface StaffActionSteps {
  /** The name of the button's row, if each row of a table has the button. */
  about?: string;
  /** Fills in the dialog's fields, except for the reason. */
  fill?: (dialog: Locator) => Promise<void>;
  /** A part of what the dialog says will happen. */
  effect: string | RegExp;
  result: string | RegExp;
}

/** Does what staff do in an action's dialog: fill it in, read the effect, confirm it, and read the result. */
export async function performAction(page: Page, label: string, steps: StaffActionSteps): Promise<void> {
  const { about, fill, effect, result } = steps;
  const name = about === undefined ? label : `${label} (${about})`;
  await page.getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: label });
  await fill?.(dialog);
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('list')).toContainText(effect);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog.getByRole('status')).toHaveText(result);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
}

/** Opens the audit log, and expects these actions of the demo's staff account in it, with the reason. */
export async function expectAudit(page: Page, ...actions: string[]): Promise<void> {
  for (const action of actions) {
    await page.goto(`/staff/audit?q=${action}`);
    const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name: action, exact: true }) });
    await expect(row.filter({ hasText: REASON }).first()).toBeVisible();
  }
}

/** Calls a procedure that changes something, as a browser without a session would. */
export async function callProcedure(
  request: APIRequestContext,
  url: string,
  path: string,
  input: unknown,
): Promise<unknown> {
  const response = await request.post(`${url}/trpc/${path}`, { data: input });
  const { result, error } = await response.json();
  expect(error, path).toBeUndefined();
  return result.data;
}

/** Chooses a row of a list with its check box. */
export async function selectRow(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check();
}
