import { randomUUID } from 'node:crypto';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { expectAccessible } from '../support/page-checks.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { expectAudited, findRow, openPreview, performAction } from '../support/staff-console.ts';
import { openStripe } from '../support/stripe.ts';

const COMPANY = 'company@example.com';
/** An employee who was invited when the demo data was created. */
const INVITED = 'ava.brooks@example.com';

test('staff add cards to a company, replace and invite employees, and cancel and resume its plan', {
  tag: ['@desktop', '@long'],
}, async ({ page, runningApp, newVisitor, sandbox }) => {
  test.setTimeout(180_000);
  const uniqueTag = randomUUID().slice(0, 8);
  const invitee = `dora-${uniqueTag}@example.com`;
  await signInAsStaff(page, runningApp);
  await page.getByRole('link', { name: 'Companies' }).click();
  await page.getByLabel('Company, contact, email, or membership ID').fill('nguyen log');
  const companies = page.getByRole('row').filter({ hasText: 'Nguyen Logistics' });
  await expect(companies.first()).toContainText('Active');
  await expectAccessible(page);
  await companies.filter({ hasText: COMPANY }).getByRole('link').click();
  await expect(page.getByText('5: 4 personal, 1 family')).toBeVisible();
  await expectAccessible(page);

  const [chargeBefore] = await sandbox.charges();
  await performAction(page, 'Add cards', {
    fill: (dialog) =>
      dialog
        .getByLabel('Employees')
        .fill(`Dora,New${uniqueTag},5550100142,${invitee}\nEli,New${uniqueTag},5550100143`),
    effects: /\$99\.90 is charged to the visa ending in 4242 now, for 36\d of 36\d days/,
    message: '2 cards added.',
  });
  await expect(page.getByText('7: 6 personal, 1 family')).toBeVisible();
  const [charge] = await sandbox.charges();
  expect({ amount: charge?.amount, isNew: charge?.id !== chargeBefore?.id }).toEqual({
    amount: 9_990,
    isNew: true,
  });
  const payment = findRow(page, 'List of payments', '$99.90').getByRole('link');
  const purchasePath = (await payment.getAttribute('href')) ?? '';
  const readPlan = async () => {
    const { data } = await openStripe(runningApp).subscriptions.list({ customer: String(charge?.customer) });
    const [plan] = data;
    return {
      isCanceled: plan?.cancel_at_period_end,
      seats: plan?.items.data.reduce((total, { quantity = 0 }) => total + quantity, 0),
    };
  };
  await expect.poll(readPlan).toEqual({ isCanceled: false, seats: 7 });
  await findMail(runningApp.dataDir, invitee, 'Your Everything Card from Nguyen Logistics');

  const search = page.getByRole('region', { name: 'Employees’ cards', exact: true }).getByRole('searchbox');
  await search.fill(`Eli New${uniqueTag}`);
  await performAction(page, 'Replace employee', {
    about: `Eli New${uniqueTag}`,
    fill: async (dialog) => {
      await dialog.getByLabel('First name').fill('Fay');
      await dialog.getByLabel('Last name').fill(`Late${uniqueTag}`);
      await dialog.getByLabel('Phone').fill('5550100144');
    },
    effects: `Eli New${uniqueTag} ends right away`,
    message: /^The new card is /,
  });

  const site = `http://localhost:${runningApp.port}`;
  const owner = await newVisitor();
  await owner.request.post(`${site}/trpc/accounts.login`, {
    data: { email: COMPANY, password: 'everything-demo' },
  });
  await owner.goto(`${site}/user/company`);
  await expect(owner.getByRole('heading', { name: `Dora New${uniqueTag}` })).toBeVisible();
  await expect(owner.getByRole('heading', { name: `Fay Late${uniqueTag}` })).toBeVisible();
  await expect(owner.getByRole('heading', { name: `Eli New${uniqueTag}` })).toBeHidden();

  await performAction(page, 'Cancel the plan', { effects: 'won’t renew', message: 'Canceled.' });
  await findMail(runningApp.dataDir, COMPANY, 'Your corporate plan is canceled');
  await owner.reload();
  await expect(owner.getByText('You won’t be charged again.')).toBeVisible();
  expect(await readPlan()).toMatchObject({ isCanceled: true });
  await performAction(page, 'Resume the plan', {
    effects: 'renews again',
    message: 'The plan renews again.',
  });
  await findMail(runningApp.dataDir, COMPANY, 'Your corporate plan continues');
  expect(await readPlan()).toMatchObject({ isCanceled: false });

  const countInvitations = async () => (await readMails(runningApp.dataDir, INVITED)).length;
  const invitationCount = await countInvitations();
  await search.fill('ava brooks');
  const dialog = await openPreview(page, 'Resend invitation', { about: 'Ava Brooks' });
  await expect(dialog.getByRole('list')).toContainText(INVITED);
  // The demo invited her when its data was created, and invitations can be sent once a minute.
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Resend invitation' }).click();
    await expect(dialog.getByRole('status')).toHaveText('Invitation sent.', { timeout: 5_000 });
  }).toPass({ timeout: 70_000 });
  await expect.poll(countInvitations).toBe(invitationCount + 1);
  await page.goto(purchasePath);
  await expect(findRow(page, 'Ledger postings', 'Revenue')).toContainText('$99.90');
  await expectAudited(page, {
    action: [
      'company.add-cards',
      'company.replace-employee',
      'company.cancel',
      'company.resume',
      'membership.invite',
    ],
  });
});
