import { SILENT_IO } from '#server/cli/command.ts';
import { dispatchCommand } from '#server/cli/dispatch-command.ts';
import { loadConfig } from '#server/config/config.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { fillAddress, findTermValue, newPerson, verifyCard } from '../support/purchase.ts';
import { signInAsStaff, staffTest as test } from '../support/staff.ts';
import { buyAsGuest, doAction, expectAudited, registerMember } from '../support/staff-console.ts';

/** Returns what a command prints. */
async function run(app: ProductProcess, name: 'cards' | 'ledger', ...args: string[]): Promise<string> {
  let printed = '';
  const write = async (text: string) => {
    printed += text;
  };
  const config = loadConfig({ DATA_DIR: app.dataDir });
  const { exitCode, output } = await dispatchCommand(config, name, args, { ...SILENT_IO, write });
  expect(exitCode, output).toBe(0);
  return printed + output;
}

const siteOf = ({ port }: ProductProcess) => `http://localhost:${port}`;

test('staff support a guest: name, extension, cards, claim link, mails, and cancellation', {
  tag: '@desktop',
}, async ({ page, runningApp, newVisitor }) => {
  test.slow();
  const person = await buyAsGuest(await newVisitor(), siteOf(runningApp));
  await signInAsStaff(page, runningApp);
  await page.goto(`/staff/memberships?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('link', { name: 'Olivia Park' }).click();
  await expect(page.getByRole('heading', { name: 'Olivia Park', level: 1 })).toBeVisible();
  const membershipUrl = page.url();
  const membershipId = membershipUrl.split('/').at(-1) ?? '';
  const number = await findTermValue(page, 'Number').innerText();
  await expect(findTermValue(page, 'Owner')).toHaveText('No account');
  await expect(page.getByRole('table', { name: 'Agreements' })).toContainText('MEMBER');

  await doAction(page, 'Correct the name', {
    fill: async (dialog) => dialog.getByLabel('First name').fill('Oleta'),
  });
  await expect(page.getByRole('heading', { name: 'Oleta Park', level: 1 })).toBeVisible();
  const expiry = await findTermValue(page, 'Expires').innerText();
  await doAction(page, 'Extend', { fill: (dialog) => dialog.getByLabel('Days').fill('45') });
  await expect(findTermValue(page, 'Expires')).not.toHaveText(expiry);

  await doAction(page, 'Send a card', { fill: () => fillAddress(page) });
  await expect(findTermValue(page, 'Physical card')).toContainText('Waiting to be shipped');
  const [cardId = ''] = /\S+(?=.*Oleta Park)/.exec(await run(runningApp, 'cards', 'queue')) ?? [];
  await run(runningApp, 'cards', 'sent', cardId);
  await page.reload();
  await doAction(page, 'Replace the card');
  expect(await run(runningApp, 'cards', 'queue')).toMatch(/Oleta Park.*replacement/);
  await findMail(runningApp.dataDir, person.email, 'Your physical card is ordered');

  await doAction(page, 'Send a claim link');
  const claim = await findMail(runningApp.dataDir, person.email, 'Claim your membership');
  expect(claim.text).toMatch(/\/claim#token=/);

  await page.reload();
  const receipts = async () =>
    (await readMails(runningApp.dataDir, person.email)).filter(({ subject }) => subject?.includes('receipt'))
      .length;
  expect(await receipts()).toBe(1);
  await doAction(page, 'Send again', {
    within: page.getByRole('row').filter({ hasText: 'Your Everything Card receipt' }),
  });
  await expect.poll(receipts, { timeout: 20_000 }).toBe(2);

  await doAction(page, 'Cancel the membership');
  await findMail(runningApp.dataDir, person.email, 'Your membership is canceled');
  await expect(findTermValue(page, 'Renews')).toHaveText('–');
  await doAction(page, 'Cancel the membership');
  await expect(page.getByText(`${number}, Individual, Canceled`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the membership' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('membership.extend by');

  await expectAudited(page, `membership:${membershipId}`, [
    'membership.correct-name',
    'membership.extend',
    'card.request',
    'card.replace',
    'membership.send-claim',
    'membership.cancel',
  ]);
  await expectAudited(page, 'mail.resend', ['mail.resend']);
  await verifyCard(page, number);
  await expect(page.getByText('Oleta Park')).toBeVisible();
  await expect(page.getByText('Invalid').first()).toBeVisible();
});

test('staff support a member: name, free memberships, and sessions', { tag: '@desktop' }, async ({
  page,
  runningApp,
  newVisitor,
}) => {
  test.slow();
  const site = siteOf(runningApp);
  const visitor = await newVisitor();
  const person = await registerMember(visitor, site);
  await signInAsStaff(page, runningApp);
  await page.goto(`/staff/members?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('link', { name: 'Olivia Park' }).click();
  await expect(findTermValue(page, 'E-mail')).toHaveText(person.email);
  const memberUrl = page.url();

  await doAction(page, 'Correct the name', {
    fill: async (dialog) => dialog.getByLabel('Last name').fill('Parker'),
  });
  await expect(page.getByRole('heading', { name: 'Olivia Parker', level: 1 })).toBeVisible();
  const effects = await doAction(page, 'Give a free membership', {
    fill: async (dialog) => {
      await dialog.getByLabel('Plan').selectOption('Family');
      await dialog.getByLabel('Months').fill('2');
    },
  });
  expect(effects).toContain('Nothing is charged');
  const row = page.getByRole('table', { name: 'Memberships' }).getByRole('row').filter({ hasText: 'Family' });
  await expect(row).toContainText('Active');
  await findMail(runningApp.dataDir, person.email, 'You have a free membership');
  await row.getByRole('link').click();
  await expect(findTermValue(page, 'Renews')).toHaveText('–');
  const grantedId = page.url().split('/').at(-1) ?? '';

  await page.goto(memberUrl);
  await doAction(page, 'End all sessions');
  await expect(page.getByText('This account isn’t logged in anywhere.')).toBeVisible();
  await visitor.goto(`${site}/user`);
  await expect(visitor.getByRole('heading', { name: 'Login to continue' })).toBeVisible();

  const guest = newPerson();
  await page.goto('/staff/memberships');
  await doAction(page, 'Give a free membership', {
    fill: async (dialog) => {
      await dialog.getByLabel('E-mail').fill(guest.email);
      await dialog.getByLabel('First name').fill('Lia');
      await dialog.getByLabel('Last name').fill('Ortiz');
      await dialog.getByLabel('Plan').selectOption('Individual');
    },
  });
  const mail = await findMail(runningApp.dataDir, guest.email, 'You have a free membership');
  expect(mail.text).toMatch(/\/claim#token=/);

  await expectAudited(page, `account:${memberUrl.split('/').at(-1)}`, [
    'account.correct-name',
    'account.end-sessions',
  ]);
  await expectAudited(page, `membership:${grantedId}`, ['membership.grant']);
});

test('staff find a member and refund a payment on a phone: a part, all, and all but keeping the membership', {
  tag: '@phone',
}, async ({ page, runningApp, newVisitor, sandbox }) => {
  test.slow();
  const site = siteOf(runningApp);
  const [person, other] = [
    await buyAsGuest(await newVisitor(), site),
    await buyAsGuest(await newVisitor(), site),
  ];
  await signInAsStaff(page, runningApp);
  const open = async (email: string) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('What are you looking for?').fill(email);
    await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click();
    await expect(findTermValue(page, 'E-mail')).toHaveText(email);
    const payment = page.getByRole('table', { name: 'Payments' }).getByRole('link');
    return (await payment.getAttribute('href'))?.split('/').at(-1);
  };
  const returned = async (purchase: string | undefined) =>
    (await sandbox.charges()).find(({ metadata }) => metadata.purchase === purchase)?.refunded;

  const purchaseId = await open(person.email);
  const ledger = await run(runningApp, 'ledger', 'trial-balance');
  const partly = await doAction(page, 'Refund', {
    fill: (dialog) => dialog.getByLabel('Amount in dollars').fill('12.50'),
  });
  expect(partly).toContain('$12.50 goes back');
  expect(partly).toContain('The membership goes on');
  expect(await returned(purchaseId)).toBe(1250);
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('$12.50');
  await expect(findTermValue(page, 'State')).toHaveText('Active');
  expect(await run(runningApp, 'ledger', 'trial-balance')).not.toBe(ledger);
  const all = await doAction(page, 'Refund');
  expect(all).toContain('What it paid for ends now');
  expect(await returned(purchaseId)).toBe(4995);
  await expect(findTermValue(page, 'State')).toHaveText('Canceled');
  await findMail(runningApp.dataDir, person.email, 'Your membership has ended');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('purchase.refund by');

  const otherId = await open(other.email);
  const kept = await doAction(page, 'Refund', {
    fill: (dialog) => dialog.getByRole('checkbox', { name: /^Keep the membership/ }).check(),
  });
  expect(kept).toContain('The membership goes on');
  expect(await returned(otherId)).toBe(4995);
  await expect(findTermValue(page, 'State')).toHaveText('Active');
  await expectAudited(page, `purchase:${purchaseId}`, ['purchase.refund']);
});
