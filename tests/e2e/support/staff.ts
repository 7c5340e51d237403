import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { SILENT_IO } from '#server/app/cli/command.ts';
import type { CommandName } from '#server/app/cli/commands.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect, movedClockTest, test } from './journey.ts';

export const STAFF_EMAIL = 'staff@example.com';
/** This account also sees the console's System section. */
export const DEVELOPER_EMAIL = 'developer@example.com';

const onLocalhost = ({ runningApp }: { runningApp: ProductProcess }, use: (url: string) => Promise<void>) =>
  use(`http://localhost:${runningApp.port}`);

/** Use these for journeys through the staff console: browsers have no passkeys for an IP address. */
export const staffTest = test.extend({ baseURL: onLocalhost });
export const staffMovedClockTest = movedClockTest.extend({ baseURL: onLocalhost });

const pagesWithAuthenticator = new WeakSet<Page>();

/**
 * Gives a page an authenticator that confirms every prompt immediately. Its passkeys last as long as the
 * page.
 */
export async function addAuthenticator(page: Page): Promise<void> {
  if (pagesWithAuthenticator.has(page)) return;
  pagesWithAuthenticator.add(page);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Runs a command of the product. Returns its output. */
export async function runCommand(
  { dataDir }: ProductProcess,
  name: CommandName,
  ...args: string[]
): Promise<string> {
  let writtenText = '';
  const write = async (text: string) => {
    writtenText += text;
  };
  const config = loadConfig({ DATA_DIR: dataDir });
  const { exitCode, output } = await dispatchCommand(config, name, args, { ...SILENT_IO, write });
  expect(exitCode, output).toBe(0);
  return writtenText + output;
}

/** Imports a file of settings, texts, or webinar codes. */
export async function importContent(app: ProductProcess, name: string, text: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-content-'));
  await writeFile(join(folder, name), text);
  await runCommand(app, 'content', 'import', join(folder, name));
  await rm(folder, { recursive: true });
}

/** Creates a staff token, after removing the account's passkeys, which an earlier journey may have added. */
export async function makeStaffToken(app: ProductProcess, email: string): Promise<string> {
  await runCommand(app, 'accounts', 'reset-passkeys', email, '--reason', 'A journey starts');
  const output = await runCommand(app, 'staff-token', email);
  const [, token = ''] = /^Token\s+(\S+)$/m.exec(output) ?? [];
  return token;
}

/**
 * Opens the console as staff and adds a passkey, with which later prompts are confirmed immediately. Ends the
 * account's other sessions, so a second staff member must use the other account.
 */
export async function signInAsStaff(page: Page, app: ProductProcess, email = STAFF_EMAIL): Promise<void> {
  await addAuthenticator(page);
  await page.context().clearCookies({ name: 'session' });
  const data = { token: await makeStaffToken(app, email) };
  const response = await page.request.post('/trpc/accounts.staffLogin', { data });
  expect(response.ok(), await response.text()).toBe(true);
  await page.goto('/staff');
  await addFirstPasskey(page);
}

export async function addFirstPasskey(page: Page, name = 'Laptop'): Promise<void> {
  await page.getByLabel('Name of this device').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  // On a phone, the navigation is behind a button.
  await expect(page.getByRole('navigation', { name: 'Sections', includeHidden: true })).toBeAttached();
}
