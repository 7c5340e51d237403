import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { IMPORT_KINDS } from '#server/staff/imports/import-kinds.shared.ts';
import { MEMBER_EXPORTS, type MemberExport } from '#tests/server/staff/imports/member-exports.ts';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../support/page-checks.ts';
import { findTermValue, press, verifyCard } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, performAction } from '../support/staff-console.ts';
import { openStripe, sellAtStripe } from '../support/stripe.ts';

const REASON = 'The old system closes';
const INVITATION = 'Your Everything Card is ready';
const HEADER = 'Member ID,Email,First name,Last name,Level,Expires,Member number';
const STRIPE_HEADER = `${HEADER},Stripe customer,Stripe subscription`;
const PASSWORD = 'a good long one';
const MARIA = '4711,maria.import@example.com,Maria,Gomez,family,2099-01-31,OLD-4711';
const RENAMED_MARIA = MARIA.replace(',Gomez,', ',Lopez,');
const FAULTY = [
  '4712,not an address,Luis,Gomez,individual,2099-01-31,OLD-4712',
  '4713,leo.import@example.com,Leo,Gomez,individual,soon,OLD-4713',
];
/** Rows that make the import last long enough for the page to show its progress. */
const OTHERS = Array.from(
  { length: 1_500 },
  (_, index) =>
    `${9_000 + index},other${index}.import@example.com,Ann,Other,individual,"Jan 31, 2020",OLD-${9_000 + index}`,
);

/** Uploads a members file, and waits for the end of its dry run. */
async function upload(page: Page, rows: readonly string[], invite: string, header = HEADER): Promise<void> {
  await page.goto('/staff/import');
  await page.getByLabel(invite, { exact: true }).check();
  const buffer = Buffer.from(`${[header, ...rows].join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
  await press(page, 'Upload and check');
  await expect(page.getByText(/^This is what the import would do/)).toBeVisible();
}

async function runImport(page: Page, effect: string): Promise<void> {
  await performAction(page, 'Import', {
    reason: REASON,
    effects: effect,
    message: 'The import has started.',
  });
}

const expectFinished = (page: Page) =>
  expect(page.getByText('The import is finished.')).toBeVisible({ timeout: 60_000 });

/** Opens a membership by searching for its number in the old system. */
async function openByOldNumber(page: Page, number: string): Promise<void> {
  await page.keyboard.press('Control+K');
  await page.getByLabel('What are you looking for?').fill(number);
  await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click();
}

/** Follows the link in an invitation, chooses a password, and logs in. */
async function acceptInvitation(member: Page, dataDir: string, email: string): Promise<void> {
  const mail = await findMail(dataDir, email, INVITATION);
  const [link = ''] = /https?:\/\/\S+\/setpassword#\S+/.exec(mail.text ?? '') ?? [];
  await member.goto(link);
  await member.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await member.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await press(member, 'Change password');
  await expect(member.getByText(/^Your password is changed/)).toBeVisible();
  await member.goto('/user');
  await member.getByLabel('Email', { exact: true }).first().fill(email);
  await member.getByLabel('Password', { exact: true }).first().fill(PASSWORD);
  await member.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

const FIELDS = IMPORT_KINDS.members.mapping.labels;

/** Uploads an export and decides what its columns and values mean. Returns how many taps that took. */
async function mapExport(page: Page, fileName: string, { file, decisions }: MemberExport): Promise<number> {
  await page.goto('/staff/import');
  const upload = { name: fileName, mimeType: 'text/csv', buffer: file };
  await page.locator('input[type=file]').setInputFiles(upload);
  await press(page, 'Upload and check');
  let taps = 0;
  // On a phone, a select opens a list, so choosing from it is a second tap.
  const choose = async (label: string, option: string) => {
    await page.getByLabel(label, { exact: true }).selectOption(option);
    taps += 2;
  };
  for (const [heading, field] of Object.entries(decisions.columns ?? {})) {
    await choose(`Import ${heading} as`, field);
  }
  for (const { field, from, to } of decisions.values ?? []) {
    await choose(`${field === 'plan' ? FIELDS.plan : FIELDS.status} ${from} means`, to);
  }
  for (const day of Object.values(decisions.defaults ?? {})) {
    await page.getByLabel(`${FIELDS.paid_through} for rows without one`).fill(day);
    taps++;
  }
  return taps;
}

/** Checks the mapped file, and imports all rows that staff didn’t skip. */
async function importMapped(page: Page, fileName: string, skipped: number): Promise<void> {
  await press(page, 'Check the file');
  await expect(page.getByText(/^This is what the import would do/)).toBeVisible();
  const count = 50 - skipped;
  await expect(findTermValue(page, 'New')).toHaveText(String(count));
  await runImport(page, `${fileName}: ${count} new, 0 changed, 0 unchanged, 0 refused`);
  await expectFinished(page);
}

const EXCEL = 'Excel with semicolons in Windows-1252';

test('staff map a spreadsheet by hand, in at most ten taps', async ({ page, runningApp }) => {
  const { decisions, ...spreadsheet } = await MEMBER_EXPORTS[EXCEL]();
  await signInAsStaff(page, runningApp);
  const { columns, values } = decisions;
  const columnTaps = await mapExport(page, 'Kunden.csv', { ...spreadsheet, decisions: { columns } });
  await expect(findTermValue(page, 'Separator')).toHaveText('Semicolons');
  await expect(findTermValue(page, 'Encoding')).toHaveText('Windows-1252');
  await press(page, 'Check the file');
  await expect(page.getByText('Choose what ‘Einzel’ means').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const { from, to } of values)
    await page.getByLabel(`Plan ${from} means`, { exact: true }).selectOption(to);
  expect(columnTaps + 2 * values.length).toBeLessThanOrEqual(10);
  await expectAccessible(page);
  await importMapped(page, 'Kunden.csv', 0);
  await expectAccessible(page);
});

test('staff import exports of six other systems by mapping alone', { tag: ['@desktop', '@long'] }, async ({
  page,
  runningApp,
}) => {
  test.setTimeout(300_000);
  const stripe = openStripe(runningApp);
  const listSubscriptions = (people: number) =>
    Promise.all(Array.from({ length: people }, (_, at) => sellAtStripe(stripe, `stripe-${at}@example.com`)));
  await signInAsStaff(page, runningApp);
  for (const [system, create] of Object.entries(MEMBER_EXPORTS)) {
    if (system === EXCEL) continue;
    await test.step(system, async () => {
      const memberExport: MemberExport = await create(listSubscriptions);
      expect(await mapExport(page, `${system}.csv`, memberExport)).toBeLessThanOrEqual(10);
      await importMapped(page, `${system}.csv`, memberExport.skipped);
    });
  }
});

test('staff import members, correct a file, update it, invite members, and cancel an import', {
  tag: ['@desktop', '@long'],
}, async ({ page, newVisitor, runningApp, sandbox }) => {
  test.setTimeout(180_000);
  const { dataDir } = runningApp;
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
    await expect(findRow(page, 'Errors by line', 'Please enter a date')).toContainText('paid_through');
    const link = page.getByRole('link', { name: 'Download the refused rows' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const refusedLines = (await readFile(await download.path(), 'utf8')).trim().split('\n');
    expect(refusedLines).toHaveLength(3);
    expect(refusedLines[1]).toContain('4712,not an address,Luis');
    expect(refusedLines[1]).toContain('email: Invalid Email');
  });

  await test.step('the import shows its progress and its result', async () => {
    await runImport(page, 'members.csv: 1501 new, 0 changed, 0 unchanged, 2 refused');
    await expect(page.getByRole('progressbar')).toBeVisible();
    await expectFinished(page);
    await expect(findTermValue(page, 'New')).toHaveText('1,501 of 1,501');
    expect(await readMails(dataDir, 'maria.import@example.com')).toEqual([]);
  });

  await test.step('a second import updates a name and invites the member', async () => {
    await upload(page, [RENAMED_MARIA, OTHERS[0] ?? ''], 'Members who weren’t invited before');
    await expect(findTermValue(page, 'Changed')).toHaveText('1');
    await expect(findTermValue(page, 'Unchanged')).toHaveText('1');
    await runImport(page, 'members.csv: 0 new, 1 changed, 1 unchanged, 0 refused');
    await expectFinished(page);
    await openByOldNumber(page, 'old-4711');
    await expect(page.getByRole('heading', { level: 1, name: 'Maria Lopez' })).toBeVisible();
    await expect(findTermValue(page, 'Number before the import')).toHaveText('OLD-4711');
  });

  await test.step('the member chooses a password and shows a card that a cashier verifies', async () => {
    const member = await newVisitor();
    await acceptInvitation(member, dataDir, 'maria.import@example.com');
    await expect(member.getByRole('heading', { name: 'Family membership' })).toBeVisible();
    const number = (await findTermValue(member, 'Membership ID').textContent()) ?? '';
    await member.getByRole('link', { name: /View Membership Card/ }).click();
    await expect(member.getByRole('dialog').getByText(number).first()).toBeVisible();
    const cashier = await newVisitor();
    await verifyCard(cashier, number);
    await expect(cashier.getByText('Maria Lopez')).toBeVisible();
    expect(await readMails(dataDir, 'other0.import@example.com')).toEqual([]);
  });

  await test.step('a third import adds a subscription at Stripe, and invites everyone in the file', async () => {
    const email = 'sam.import@example.com';
    const stripe = openStripe(runningApp);
    const { subscription, customer } = await sellAtStripe(stripe, email);
    await upload(
      page,
      [`${RENAMED_MARIA},,`, `4714,${email},Sam,Stone,individual,,OLD-4714,${customer},${subscription}`],
      'Everyone in the file, even if they were invited before',
      STRIPE_HEADER,
    );
    await runImport(page, 'members.csv: 1 new, 0 changed, 1 unchanged, 0 refused');
    await expectFinished(page);
    const invitations = async () =>
      (await readMails(dataDir, 'maria.import@example.com')).filter(({ subject }) => subject === INVITATION);
    await expect.poll(async () => (await invitations()).length).toBe(2);
    // She has a password, so the second invitation has no link to choose one.
    const links = (await invitations()).map(({ text }) => text?.includes('/setpassword#'));
    expect(links.sort()).toEqual([false, true]);

    await openByOldNumber(page, 'old-4714');
    await expect(findTermValue(page, 'Stripe subscription')).toHaveText(subscription);
    await expect(findTermValue(page, 'Renews')).not.toHaveText('–');
    const payment = findRow(page, 'Payments', '$49.95').getByRole('link');
    const purchase = (await payment.getAttribute('href'))?.split('/').at(-1);
    await expect
      .poll(async () => (await stripe.subscriptions.retrieve(subscription)).metadata.purchase)
      .toBe(purchase);
    await payment.click();
    await expect(findRow(page, 'Ledger postings', 'Revenue')).toContainText('$49.95');

    const member = await newVisitor();
    await acceptInvitation(member, dataDir, email);
    await expect(member.getByRole('heading', { name: 'Individual membership' })).toBeVisible();
    await member.goto('/user/billing');
    await expect(member.getByRole('region', { name: 'Next invoice' })).toContainText('$49.95');
    await expect(member.getByRole('region', { name: 'Payment method' })).toContainText('4242');
  });

  await test.step('a running import is canceled, and what it imported stays', async () => {
    const cell = (number: number) =>
      `${number},last${number}.import@example.com,Ann,Last,individual,2099-01-31,OLD-${number}`;
    const { id: customer } = await openStripe(runningApp).customers.create({ name: 'Ann Last' });
    const firstBatch = Array.from({ length: 200 }, (_, index) => `${cell(20_000 + index)},,`);
    await upload(page, [...firstBatch, `${cell(30_000)},${customer},`], 'Nobody', STRIPE_HEADER);
    // Delay Stripe's response for the last row, so that the import can be canceled first.
    await sandbox.fault({ kind: 'delay', match: 'GET /v1/customers', milliseconds: 15_000, times: 3 });
    await runImport(page, 'members.csv: 201 new, 0 changed, 0 unchanged, 0 refused');
    await expect(findTermValue(page, 'New')).toHaveText('200 of 201');
    await performAction(page, 'Cancel import', {
      reason: REASON,
      effects: ['We’ll stop reading members.csv.', 'Rows that were imported stay.'],
      message: 'Canceled.',
    });
    await expect(page.getByText(/^This import was canceled/)).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await sandbox.clearFaults();
    await openByOldNumber(page, 'old-20199');
    await expect(findTermValue(page, 'Number before the import')).toHaveText('OLD-20199');
    await page.keyboard.press('Control+K');
    await page.getByLabel('What are you looking for?').fill('old-30000');
    await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('status')).toContainText(
      'Nothing found.',
    );
    await page.keyboard.press('Escape');
    await expectAudited(page, {
      action: 'import.cancel',
      subject: 'canceled: 200 new, 0 changed, 0 unchanged, 0 refused',
      reason: REASON,
    });
  });

  await test.step('the audit log has each step', async () => {
    const counts = '1501 new, 0 changed, 0 unchanged, 2 refused';
    await expectAudited(page, { action: ['import.start', 'import.finish'], subject: counts, reason: REASON });
  });
});
