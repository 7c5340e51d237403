import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, expect, vi } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import type { TestDatabaseHandle } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeStaff, REASON } from '#tests/helpers/staff.ts';
import { startWeb } from '#tests/helpers/web.tsx';

interface OpenOptions {
  account?: TestAccount;
  /** When the session last used a passkey: by default, now. Null if it hasn't. */
  passkeyAt?: Date | null;
}

/** Sets up tests that open pages of the console as a staff member who has just used a passkey. */
export function staffWeb(database: TestDatabaseHandle, app: TestApp) {
  const web = startWeb(app);
  let staff: TestAccount | undefined;
  beforeAll(async () => {
    staff = await makeStaff(database.db);
    // A test's first import of a lazy module can take longer than its timeout.
    await import('#web/pages/staff-page.tsx');
  }, 120_000);
  const requireStaff = () => {
    if (staff === undefined) throw new Error('The staff member exists only inside tests and hooks.');
    return staff;
  };
  return {
    staff: requireStaff,
    console: () => app.staffCaller(requireStaff()).staff,
    open(path: string, { passkeyAt, account = requireStaff() }: OpenOptions = {}) {
      const usedAt = passkeyAt === null ? undefined : (passkeyAt ?? app.deps.now());
      return web.open(path, account, { passkeyAt: usedAt });
    },
  };
}

interface Call {
  /** The procedure's name, without 'staff.'. */
  name: string;
  input: unknown;
}

/** Records the mutations that the open page sends from now on. */
export function recordMutations(): Call[] {
  const calls: Call[] = [];
  const originalFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<typeof fetch>) => {
    const [, names] = /^\/trpc\/([^?]+)/.exec(String(input)) ?? [];
    if (init?.method === 'POST' && names !== undefined) {
      const inputs: unknown[] = Object.values(JSON.parse(String(init.body)));
      calls.push(
        ...names
          .split(',')
          .map((name, index) => ({ name: name.replace('staff.', ''), input: inputs[index] })),
      );
    }
    return originalFetch(input, init);
  });
  return calls;
}

/** `hidden` skips the visibility check of every ancestor, which takes seconds on a page of this size. */
export const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name, hidden: true }));

/** The open dialog. */
export const inDialog = async () => within(await screen.findByRole('dialog', { hidden: true }));

/** Replaces the text of a field of the open dialog. */
export async function fill(user: UserEvent, label: string | RegExp, text: string): Promise<void> {
  const field = (await inDialog()).getByLabelText(label);
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
}

export async function pressInDialog(user: UserEvent, name: string): Promise<void> {
  await user.click((await inDialog()).getByRole('button', { name, hidden: true }));
}

/** Sends the open dialog's form. Returns the effects that its preview lists. */
export async function showPreview(user: UserEvent): Promise<Array<string | null>> {
  await fill(user, 'Reason', REASON);
  await pressInDialog(user, 'Continue');
  const dialog = await inDialog();
  await dialog.findByRole('heading', { name: 'What will happen', hidden: true });
  return dialog.getAllByRole('listitem', { hidden: true }).map(({ textContent }) => textContent);
}

/** Confirms the open dialog's preview. Returns the sentence that reports the result. */
export async function confirm(user: UserEvent, label: string): Promise<string | null> {
  await pressInDialog(user, label);
  return (await (await inDialog()).findByRole('status', { hidden: true })).textContent;
}

export async function closeDialog(user: UserEvent): Promise<void> {
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
}

/** Finds a table's first row with this text. */
export function rowOf(table: string, text: string): HTMLElement {
  const rows = within(screen.getByRole('table', { name: table, hidden: true })).getAllByRole('row', {
    hidden: true,
  });
  const found = rows.find((row) => row.textContent?.includes(text));
  if (!found) throw new Error(`The table ${table} has no row with ${text}`);
  return found;
}
