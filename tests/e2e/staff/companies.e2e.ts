import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { dispatchCommand } from '#server/cli/dispatch-command.ts';
import { loadConfig } from '#server/config/config.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect } from '../support/journey.ts';
import { findMail } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudit, performAction, REASON } from '../support/staff-dialog.ts';

const COMPANY = 'company@example.com';

/** What the ledger's accounts have been debited in all, in dollars. */
async function readLedgerTotal({ dataDir }: ProductProcess): Promise<number> {
  const file = join(dataDir, `balance-${randomUUID()}.csv`);
  await dispatchCommand(loadConfig({ DATA_DIR: dataDir }), 'ledger', ['trial-balance', '--csv', file]);
  const rows: string[][] = parse(await readFile(file), { bom: true });
  return Number(rows.at(-1)?.[2]);
}

test('staff add cards to a company, replace and invite employees, and cancel and resume its plan', {
  tag: '@desktop',
}, async ({ page, runningApp, newVisitor, sandbox }) => {
  test.setTimeout(180_000);
  const mark = randomUUID().slice(0, 8);
  const invitee = `dora-${mark}@example.com`;
  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Companies' }).click();
  await page.getByLabel('Company, contact, e-mail, or membership ID').fill('nguyen log');
  const companies = page.getByRole('row').filter({ hasText: 'Nguyen Logistics' });
  await expect(companies.first()).toContainText('Active');
  await expectAccessible(page);
  await companies.filter({ hasText: COMPANY }).getByRole('link').click();
  await expect(page.getByText('5: 4 personal, 1 family')).toBeVisible();
  await expectAccessible(page);

  const [chargesBefore, ledgerBefore] = [await sandbox.charges(), await readLedgerTotal(runningApp)];
  await performAction(page, 'Add cards', {
    fill: (dialog) =>
      dialog.getByLabel('Employees').fill(`Dora,New${mark},5550100142,${invitee}\nEli,New${mark},5550100143`),
    effect: /\$99\.90 is charged to the visa ending in 4242 now, for 36\d of 36\d days/,
    result: '2 cards added.',
  });
  await expect(page.getByText('7: 6 personal, 1 family')).toBeVisible();
  const [charge] = await sandbox.charges();
  expect({ amount: charge?.amount, isNew: charge?.id !== chargesBefore[0]?.id }).toEqual({
    amount: 9_990,
    isNew: true,
  });
  expect(await readLedgerTotal(runningApp)).toBeGreaterThan(ledgerBefore);
  await findMail(runningApp.dataDir, invitee, 'Your Everything Card from Nguyen Logistics');

  const search = page.getByRole('region', { name: 'Employees’ cards', exact: true }).getByRole('searchbox');
  await search.fill(`Eli New${mark}`);
  await performAction(page, 'Replace employee', {
    about: `Eli New${mark}`,
    fill: async (dialog) => {
      await dialog.getByLabel('First name').fill('Fay');
      await dialog.getByLabel('Last name').fill(`Late${mark}`);
      await dialog.getByLabel('Phone').fill('5550100144');
    },
    effect: `Eli New${mark} ends at once`,
    result: /^The new card is /,
  });

  const site = `http://localhost:${runningApp.port}`;
  const owner = await newVisitor();
  await owner.request.post(`${site}/trpc/accounts.login`, {
    data: { email: COMPANY, password: 'everything-demo' },
  });
  await owner.goto(`${site}/user/company`);
  await expect(owner.getByRole('heading', { name: `Dora New${mark}` })).toBeVisible();
  await expect(owner.getByRole('heading', { name: `Fay Late${mark}` })).toBeVisible();
  await expect(owner.getByRole('heading', { name: `Eli New${mark}` })).toBeHidden();

  await performAction(page, 'Cancel the plan', { effect: 'does not renew', result: 'Canceled.' });
  await findMail(runningApp.dataDir, COMPANY, 'Your membership is canceled');
  await owner.reload();
  await expect(owner.getByText('Nothing more is charged.')).toBeVisible();
  await performAction(page, 'Resume the plan', {
    effect: 'renews again',
    result: 'The plan renews again.',
  });
  await findMail(runningApp.dataDir, COMPANY, 'Your membership continues');

  await search.fill('ava brooks');
  await page.getByRole('button', { name: 'Resend invitation (Ava Brooks)' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resend invitation' });
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('list')).toContainText('ava.brooks@example.com');
  // The demo invited her when its data was created, and invitations can be sent once a minute.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Resend invitation' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Invitation sent.', { timeout: 5_000 });
  }).toPass({ timeout: 70_000 });
  await expectAudit(
    page,
    'company.add-cards',
    'company.replace-employee',
    'company.cancel',
    'company.resume',
    'membership.invite',
  );
});
