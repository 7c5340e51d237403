import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type AuditAction, describeAuditAction } from '#server/platform/monitoring/audit-actions.shared.ts';
import { expect } from './journey.ts';
import { activate, tabTo } from './keyboard.ts';
import { newPerson, type Person } from './purchase.ts';

export const REASON = 'Asked for it by phone';

/** Long, because a job, such as a refund at Stripe, may take a while on a busy machine. */
const RESULT_TIMEOUT_MS = 20_000;

/** Operates a page's controls by mouse, or by keyboard only. */
export interface PageInput {
  press(control: Locator): Promise<void>;
  /** Replaces the field's text. */
  type(field: Locator, text: string): Promise<void>;
  toggle(box: Locator): Promise<void>;
}

const MOUSE: PageInput = {
  press: (control) => control.click(),
  type: (field, text) => field.fill(text),
  toggle: (box) => box.click(),
};

const createKeyboardInput = (page: Page): PageInput => ({
  press: (control) => activate(page, control),
  async type(field, text) {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  },
  async toggle(box) {
    await tabTo(page, box);
    await page.keyboard.press('Space');
  },
});

type Text = string | RegExp;

interface FormSteps {
  /** Where the action's button is, such as a row of a table. */
  within?: Locator;
  /** The name of the button's row, if each row of a table has the button. */
  about?: string;
  /** Fills in the form's fields besides the reason. */
  fill?: ((dialog: Locator, input: PageInput) => Promise<unknown>) | undefined;
  reason?: string;
  /** Uses only the keyboard. */
  byKeyboard?: boolean;
}

interface ActionSteps extends FormSteps {
  /** Parts of what the preview says will happen. */
  effects?: Text | readonly Text[];
  /** The sentence that reports the result. */
  message?: Text;
}

/** Opens an action's dialog and fills in its form, up to the preview. */
export async function openPreview(
  page: Page,
  label: string,
  { within, about, fill, reason = REASON, byKeyboard = false }: FormSteps = {},
): Promise<Locator> {
  const input = byKeyboard ? createKeyboardInput(page) : MOUSE;
  const name = about === undefined ? label : `${label} (${about})`;
  await input.press((within ?? page).getByRole('button', { name, exact: true }));
  const dialog = page.getByRole('dialog', { name: label });
  await fill?.(dialog, input);
  await input.type(dialog.getByLabel('Reason', { exact: true }), reason);
  await input.press(dialog.getByRole('button', { name: 'Continue', exact: true }));
  return dialog;
}

/** Performs an action of the console: fills in its form, checks its preview, confirms it, and checks its result. */
export async function performAction(
  page: Page,
  label: string,
  { effects = [], message, ...steps }: ActionSteps = {},
): Promise<void> {
  const input = steps.byKeyboard ? createKeyboardInput(page) : MOUSE;
  const dialog = await openPreview(page, label, steps);
  await expect(dialog.getByRole('heading', { name: 'What will happen' })).toBeVisible();
  for (const effect of [effects].flat()) await expect(dialog.getByRole('list')).toContainText(effect);
  await input.press(dialog.getByRole('button', { name: label, exact: true }));
  const result = dialog.getByRole('status');
  await expect(result).toBeVisible({ timeout: RESULT_TIMEOUT_MS });
  if (message !== undefined) await expect(result).toHaveText(message);
  // The dialog's corner has a button with the same name.
  await input.press(dialog.getByRole('button', { name: 'Close', exact: true }).last());
  await expect(dialog).toBeHidden();
}

/** Finds a row of a table of the console by text in it. */
export const findRow = (page: Page, table: string, text: Text): Locator =>
  page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });

/** Selects a row of a list with its check box. */
export async function selectRow(page: Page, name: string): Promise<void> {
  await page.getByRole('checkbox', { name: new RegExp(`^Select ${name}`) }).check();
}

interface AuditedActions {
  action: AuditAction | readonly AuditAction[];
  /** The subject or a part of it. */
  subject?: Text;
  reason?: string;
}

/** Checks that the audit log has each action, with its subject and reason. */
export async function expectAudited(
  page: Page,
  { action, subject = '', reason = REASON }: AuditedActions,
): Promise<void> {
  for (const name of [action].flat()) {
    await page.goto(`/staff/audit?action=${name}`);
    const row = findRow(page, 'Audit log', describeAuditAction(name))
      .filter({ hasText: reason })
      .filter({ hasText: subject });
    await expect(row.first()).toBeVisible();
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

/** Buys an individual card as a guest. */
export async function buyAsGuest(page: Page, site: string, person: Person = newPerson()): Promise<Person> {
  const { firstname, lastname, email, phone } = person;
  const address = { street1: '350 5TH AVE', city: 'NEW YORK', state: 'NY', zip: '10118', country: 'US' };
  const buyer = { firstname, lastname, email, phone, ...address, members: [] };
  const data = { plan: 0, ...buyer, contractAgree: true, token: 'tok_visa', idempotencyKey: randomUUID() };
  await callProcedure(page.request, site, 'checkout.buyCard', data);
  return person;
}

/** Registers an account. The page is then logged in. */
export async function registerMember(
  page: Page,
  site: string,
  person: Person = newPerson(),
): Promise<Person> {
  const { firstname, lastname, email, password } = person;
  const data = { firstname, lastname, email, password, zip: '10118', startSession: true };
  await callProcedure(page.request, site, 'accounts.register', data);
  return person;
}
