import type { ProductProcess } from '#tests/helpers/product.ts';
import { expect } from '../support/journey.ts';
import { findMail, readMails } from '../support/mails.ts';
import { fillAddress, findTermValue, newPerson, verifyCard } from '../support/purchase.ts';
import { runCommand, signInAsStaff, staffTest as test } from '../support/staff.ts';
import {
  buyAsGuest,
  expectAudited,
  findRow,
  performAction,
  registerMember,
} from '../support/staff-console.ts';
import { openStripe } from '../support/stripe.ts';

const GRANTED = 'You have a free membership';

const siteOf = ({ port }: ProductProcess) => `http://localhost:${port}`;

test('staff support a guest: name, extension, cards, claim link, mails, and cancellation', {
  tag: ['@desktop', '@long'],
}, async ({ page, runningApp, newVisitor }) => {
  test.slow();
  const person = await buyAsGuest(await newVisitor(), siteOf(runningApp));
  await signInAsStaff(page, runningApp);
  await page.goto(`/staff/memberships?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('link', { name: 'Olivia Park' }).click();
  await expect(page.getByRole('heading', { name: 'Olivia Park', level: 1 })).toBeVisible();
  const subject = `membership:${page.url().split('/').at(-1)}`;
  const number = await findTermValue(page, 'Membership ID').innerText();
  await expect(findTermValue(page, 'Owner')).toHaveText('No account');
  await expect(page.getByRole('table', { name: 'Agreements' })).toContainText('Membership terms');

  await performAction(page, 'Correct the name', {
    fill: (dialog) => dialog.getByLabel('First name').fill('Oleta'),
    effects: 'from Olivia Park to Oleta Park',
  });
  await expect(page.getByRole('heading', { name: 'Oleta Park', level: 1 })).toBeVisible();
  const expiry = await findTermValue(page, 'Expires').innerText();
  await performAction(page, 'Extend', {
    fill: (dialog) => dialog.getByLabel('Days').fill('45'),
    effects: 'There’s no charge for it.',
  });
  await expect(findTermValue(page, 'Expires')).not.toHaveText(expiry);

  await performAction(page, 'Send a card', { fill: () => fillAddress(page), effects: 'free of charge' });
  await expect(findTermValue(page, 'Physical card')).toContainText('Waiting to be shipped');
  const membershipUrl = page.url();
  const openQueue = () => page.goto(`/staff/cards?q=${encodeURIComponent(person.email)}`);
  await openQueue();
  await page.getByRole('link', { name: 'Oleta Park' }).click();
  await performAction(page, 'Mark as sent');
  await page.goto(membershipUrl);
  await performAction(page, 'Replace the card');
  await openQueue();
  await expect(page.getByRole('row').filter({ hasText: 'Replacement' })).toContainText('Oleta Park');
  await page.goto(membershipUrl);
  await findMail(runningApp.dataDir, person.email, 'We got your physical card order');

  await performAction(page, 'Send a claim link');
  const claim = await findMail(runningApp.dataDir, person.email, 'Claim your membership');
  expect(claim.text).toMatch(/\/claim#token=/);

  await page.reload();
  const countReceipts = async () =>
    (await readMails(runningApp.dataDir, person.email)).filter((mail) => mail.subject?.includes('receipt'))
      .length;
  expect(await countReceipts()).toBe(1);
  const receipt = findRow(page, 'Emails', 'Your Everything Card receipt');
  await expect(receipt).toContainText('Sent');
  await performAction(page, 'Send again', { within: receipt });
  await expect.poll(countReceipts).toBe(2);

  const stripe = openStripe(runningApp);
  const subscription = await findTermValue(page, 'Stripe subscription').innerText();
  await performAction(page, 'Cancel the membership', { effects: 'Nothing more will be charged.' });
  await findMail(runningApp.dataDir, person.email, 'Your membership is canceled');
  await expect(findTermValue(page, 'Renews')).toHaveText('–');
  expect(await stripe.subscriptions.retrieve(subscription)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  });
  await performAction(page, 'Cancel the membership', { effects: 'its card no longer works' });
  await expect(page.getByText(`${number}, Individual, Canceled`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the membership' })).toHaveCount(0);
  expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('canceled');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Membership extended by');

  await expectAudited(page, {
    subject,
    action: [
      'membership.correct-name',
      'membership.extend',
      'card.request',
      'card.replace',
      'membership.send-claim',
      'membership.cancel',
    ],
  });
  await expectAudited(page, { action: 'mail.resend' });
  await verifyCard(page, number);
  await expect(page.getByText('Oleta Park')).toBeVisible();
  await expect(page.getByText('Invalid').first()).toBeVisible();
});

test('staff support a member: name, account type, free memberships, suppressed mail, and sessions', {
  tag: '@desktop',
}, async ({ page, runningApp, newVisitor }) => {
  test.slow();
  const { dataDir } = runningApp;
  const site = siteOf(runningApp);
  const visitor = await newVisitor();
  const { email } = await registerMember(visitor, site);
  await runCommand(runningApp, 'mails', 'suppress', email);
  await signInAsStaff(page, runningApp);
  await page.goto(`/staff/members?q=${encodeURIComponent(email)}`);
  await page.getByRole('link', { name: 'Olivia Park' }).click();
  await expect(findTermValue(page, 'Email')).toHaveText(email);
  const memberUrl = page.url();
  const account = `account:${memberUrl.split('/').at(-1)}`;

  await performAction(page, 'Correct the name', {
    fill: (dialog) => dialog.getByLabel('Last name').fill('Parker'),
  });
  await expect(page.getByRole('heading', { name: 'Olivia Parker', level: 1 })).toBeVisible();

  await expect(findTermValue(page, 'Reference code')).toHaveText('–');
  await performAction(page, 'Change account type', {
    fill: (dialog) => dialog.getByLabel('Account type').selectOption('influencer'),
    effects: `${email} changes from basic to influencer.`,
    message: `${email} is now influencer.`,
  });
  await expect(findTermValue(page, 'Type')).toHaveText('Influencer');
  await expect(findTermValue(page, 'Reference code')).not.toHaveText('–');

  await performAction(page, 'Give a free membership', {
    fill: async (dialog) => {
      await dialog.getByLabel('Plan').selectOption('Family');
      await dialog.getByLabel('Months').fill('2');
    },
    effects: 'Nothing is charged',
  });
  const membership = findRow(page, 'Memberships', 'Family');
  await expect(membership).toContainText('Active');

  const mail = findRow(page, 'Emails', 'membership-granted');
  await expect(async () => {
    await page.reload();
    await expect(mail).toContainText('Not sent: the address is suppressed', { timeout: 30_000 });
  }).toPass();
  await performAction(page, 'Send to this address again', {
    effects: [`${email} gets emails again`, 'Emails that weren’t sent stay unsent.'],
    message: 'The address gets emails again.',
  });
  await expect(page.getByText('Staff suppressed this address.')).toBeHidden();
  await performAction(page, 'Send again', { within: mail });
  await findMail(dataDir, email, GRANTED);

  await membership.getByRole('link').click();
  await expect(findTermValue(page, 'Renews')).toHaveText('–');
  const grantedSubject = `membership:${page.url().split('/').at(-1)}`;

  await page.goto(memberUrl);
  await performAction(page, 'End all sessions', { effects: 'logged out of 1 browser' });
  await expect(page.getByText('This account isn’t logged in anywhere.')).toBeVisible();
  await visitor.goto(`${site}/user`);
  await expect(visitor.getByRole('heading', { name: 'Login to continue' })).toBeVisible();

  const guest = newPerson();
  await page.goto('/staff/memberships');
  await performAction(page, 'Give a free membership', {
    fill: async (dialog) => {
      await dialog.getByLabel('Email').fill(guest.email);
      await dialog.getByLabel('First name').fill('Lia');
      await dialog.getByLabel('Last name').fill('Ortiz');
      await dialog.getByLabel('Plan').selectOption('Individual');
    },
  });
  expect((await findMail(dataDir, guest.email, GRANTED)).text).toMatch(/\/claim#token=/);

  await expectAudited(page, {
    subject: account,
    action: ['account.correct-name', 'account.set-type', 'account.end-sessions'],
  });
  await expectAudited(page, { action: 'membership.grant', subject: grantedSubject });
  await expectAudited(page, { action: ['mail.unsuppress', 'mail.resend'] });
});

test('staff find a member and refund a payment on a phone: a part, all, and all but keeping the membership', {
  tag: ['@phone', '@money'],
}, async ({ page, runningApp, newVisitor, sandbox }) => {
  test.slow();
  const site = siteOf(runningApp);
  const [person, other] = [
    await buyAsGuest(await newVisitor(), site),
    await buyAsGuest(await newVisitor(), site),
  ];
  await signInAsStaff(page, runningApp);
  const openPurchase = async (email: string) => {
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('What are you looking for?').fill(email);
    await page.getByRole('list', { name: 'Results' }).getByRole('link').first().click();
    // The page of the previous purchase, which has two terms of that name, may still be shown.
    await expect(findTermValue(page, 'Email').first()).toHaveText(email);
    const payment = page.getByRole('table', { name: 'Payments' }).getByRole('link');
    return (await payment.getAttribute('href'))?.split('/').at(-1) ?? '';
  };
  const readRefundedCents = async (purchase: string) =>
    (await sandbox.charges()).find(({ metadata }) => metadata.purchase === purchase)?.refunded;
  const expectPosted = async (purchase: string, amounts: readonly string[]) => {
    await page.goto(`/staff/purchases/${purchase}`);
    const postings = findRow(page, 'Ledger postings', 'Refunds');
    await expect(postings).toHaveCount(amounts.length);
    for (const amount of amounts) await expect(postings.filter({ hasText: amount })).toBeVisible();
  };

  const purchaseId = await openPurchase(person.email);
  await performAction(page, 'Refund', {
    fill: (dialog) => dialog.getByLabel('Amount in dollars').fill('12.50'),
    effects: ['$12.50 goes back', 'The membership continues'],
  });
  expect(await readRefundedCents(purchaseId)).toBe(1250);
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('$12.50');
  await expect(findTermValue(page, 'Status')).toHaveText('Active');
  await performAction(page, 'Refund', { effects: 'What it paid for ends now' });
  expect(await readRefundedCents(purchaseId)).toBe(4995);
  await expect(findTermValue(page, 'Status')).toHaveText('Refunded');
  await findMail(runningApp.dataDir, person.email, 'Your membership has ended');
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Payment refunded by');
  await expectPosted(purchaseId, ['$12.50', '$37.45']);

  const keptId = await openPurchase(other.email);
  await performAction(page, 'Refund', {
    fill: (dialog) => dialog.getByRole('checkbox', { name: /^Keep the membership/ }).check(),
    effects: 'The membership continues',
  });
  expect(await readRefundedCents(keptId)).toBe(4995);
  await expect(findTermValue(page, 'Status')).toHaveText('Active');
  await expectPosted(keptId, ['$49.95']);
  for (const id of [purchaseId, keptId]) {
    await expectAudited(page, { action: 'purchase.refund', subject: `purchase:${id}` });
  }
});
