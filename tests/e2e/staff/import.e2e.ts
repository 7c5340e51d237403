import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { findTermValue, press, verifyCard } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-actions.ts';

const REASON = 'The old system closes';
const INVITATION = 'Your Everything Card is ready';
const HEADER = 'Member ID,Email,First name,Last name,Level,Expires,Member number';
const MARIA = '4711,maria.import@example.com,Maria,Gomez,family,2099-01-31,OLD-4711';
const FAULTY = [
  '4712,not an address,Luis,Gomez,individual,2099-01-31,OLD-4712',
  '4713,leo.import@example.com,Leo,Gomez,individual,03/04/2099,OLD-4713',
];
/** Enough for the page to show the progress. */
const OTHERS = Array.from(
  { length: 1_500 },
  (_, index) =>
    `${9_000 + index},other${index}.import@example.com,Ann,Other,individual,"Jan 31, 2020",OLD-${9_000 + index}`,
);

/** Uploads a members file, and waits for the end of its dry run. */
async function upload(page: Page, rows: readonly string[], invite: string): Promise<void> {
  await page.goto('/staff/import');
  await page.getByLabel(invite, { exact: true }).check();
  const buffer = Buffer.from(`${[HEADER, ...rows].join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Upload and check');
  await expect(page.getByText(/^This is what the import would do/)).toBeVisible({ timeout: 30_000 });
}

async function runImport(page: Page, effect: string): Promise<void> {
  await performAction(page, 'Import', {
    reason: REASON,
    effects: [effect],
    message: 'The import has started.',
  });
}

const expectFinished = (page: Page) =>
  expect(page.getByText('The import is finished.')).toBeVisible({ timeout: 60_000 });

/** Finds a membership by its number in the other system. */
async function openByOldNumber(page: Page, number: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByLabel('What are you looking for?').fill(number);
  await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click();
}

test('staff import members, correct a file, update it, and invite a member', {
  tag: '@desktop',
}, async ({ page, newVisitor, runningApp }) => {
  test.setTimeout(180_000);
  await signInAsStaff(page, runningApp);

  await test.step('the page has a template', async () => {
    await page.goto('/staff/import');
    const href = await page.getByRole('link', { name: 'Download a template' }).getAttribute('href');
    expect(decodeURIComponent(href ?? '')).toContain('email,firstname,lastname,plan,external_id');
  });

  await test.step('a dry run reports errors by line, and changes nothing', async () => {
    await upload(page, [MARIA, ...FAULTY, ...OTHERS], 'Nobody');
    await expect(findTermValue(page, 'New')).toHaveText('1,501');
    await expect(findTermValue(page, 'Refused')).toHaveText('2');
    await expect(findRow(page, 'Errors by line', 'Invalid Email')).toContainText('3');
    await expect(findRow(page, 'Errors by line', 'two different days')).toContainText('paid_through');
    const link = page.getByRole('link', { name: 'Download the refused rows' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const refused = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(refused).toHaveLength(3);
    expect(refused[1]).toContain('4712,not an address,Luis');
    expect(refused[1]).toContain('email: Invalid Email');
  });

  await test.step('the import shows its progress and its result', async () => {
    await runImport(page, 'members.csv: 1501 new, 0 changed, 0 unchanged, 2 refused');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expectFinished(page);
    await expect(findTermValue(page, 'New')).toHaveText('1,501 of 1,501');
    expect(await readMails(runningApp.dataDir, 'maria.import@example.com')).toEqual([]);
  });

  await test.step('a second import updates a name and invites the member', async () => {
    await upload(
      page,
      [MARIA.replace(',Gomez,', ',Lopez,'), OTHERS[0] ?? ''],
      'Members who weren’t invited before',
    );
    await expect(findTermValue(page, 'Changed')).toHaveText('1');
    await expect(findTermValue(page, 'Unchanged')).toHaveText('1');
    await runImport(page, 'members.csv: 0 new, 1 changed, 1 unchanged, 0 refused');
    await expectFinished(page);
    await openByOldNumber(page, 'old-4711');
    await expect(page.getByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeVisible();
    await expect(findTermValue(page, 'Number before the import')).toHaveText('OLD-4711');
  });

  await test.step('the member chooses a password and shows a card that a cashier verifies', async () => {
    const mail = await findMail(runningApp.dataDir, 'maria.import@example.com', INVITATION);
    const [link = ''] = /https?:\/\/\S+\/setpassword#\S+/.exec(mail.text ?? '') ?? [];
    const member = await newVisitor();
    await member.goto(link);
    await member.getByLabel('New password', { exact: true }).fill('a good long one');
    await member.getByLabel('Confirm password', { exact: true }).fill('a good long one');
    await press(member, 'Change password');
    await expect(member.getByText(/^Your password has been changed/)).toBeVisible();
    await member.goto('/user');
    await member.getByLabel('E-mail', { exact: true }).first().fill('maria.import@example.com');
    await member.getByLabel('Password', { exact: true }).first().fill('a good long one');
    await member.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
    await expect(member.getByRole('heading', { name: 'Family membership' })).toBeVisible();
    const number = (await findTermValue(member, 'Membership ID').textContent()) ?? '';
    await member.getByRole('link', { name: /View Membership Card/ }).click();
    await expect(member.getByRole('dialog').getByText(number).first()).toBeVisible();
    const cashier = await newVisitor();
    await verifyCard(cashier, number);
    await expect(cashier.getByText('Maria Lopez')).toBeVisible();
    const others = await readMails(runningApp.dataDir, 'other0.import@example.com');
    expect(others).toEqual([]);
  });

  await test.step('the audit log has each step', async () => {
    const counts = '1501 new, 0 changed, 0 unchanged, 2 refused';
    await expectAudited(page, { action: 'import.start', subject: counts, reason: REASON });
    await expectAudited(page, { action: 'import.finish', subject: counts, reason: REASON });
  });
});
