import { beforeEach, describe, expect, test } from 'vitest';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { claimLink } from '#server/domains/memberships/claim.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { listSignedMails } from '#tests/helpers/purchases/mails.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date('2026-11-22T12:00:00Z');
const checkout = testCheckout(database, { now: () => now });
const DAY_MS = 86_400_000;

let account: TestAccount;
beforeEach(async () => {
  now = new Date('2026-11-22T12:00:00Z');
  account = await makeAccount(database.db);
});

async function tokenFor(membershipId: string): Promise<string> {
  const link = new URL(await claimLink(checkout().deps, membershipId));
  expect(link.pathname).toBe('/claim');
  return new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
}

/** Buys a membership as a guest in the sandbox. Returns it with the token from its receipt email. */
async function buyAsGuest(changes: Parameters<typeof makeCardPurchase>[0] = {}) {
  const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase(changes));
  const membership = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select(['memberships.id', 'memberships.number', 'subscriptions.id as subscriptionId'])
    .where('subscriptions.purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const link = String((await readReceiptMail(purchaseId))?.claimUrl);
  return { ...membership, purchaseId, token: new URL(link).hash.slice('#token='.length) };
}

async function readReceiptMail(purchaseId: string) {
  const { email } = await checkout().findPurchase(purchaseId);
  const mails = await listSignedMails(checkout(), email);
  return mails.map(({ props }) => props).find(({ purchaseNumber }) => purchaseNumber === purchaseId);
}

/** Creates an employee card that a company pays for. */
async function makeEmployeeCard(changes: Parameters<typeof makeSubscription>[1] = {}) {
  const company = await makeAccount(database.db);
  const subscription = await makeSubscription(database.db, {
    accountId: company.id,
    periodStart: new Date(now.getTime() - DAY_MS),
    periodEnd: new Date(now.getTime() + 364 * DAY_MS),
    ...changes,
  });
  const membership = await makeMembership(database.db, { planId: 3, subscriptionId: subscription.id });
  return { ...membership, company, token: await tokenFor(membership.id) };
}

const findPayer = async (subscriptionId: string) =>
  (
    await database.db
      .selectFrom('subscriptions')
      .select('accountId')
      .where('id', '=', subscriptionId)
      .executeTakeFirstOrThrow()
  ).accountId;
const claimedAt = async (number: string) =>
  (
    await database.db
      .selectFrom('memberships')
      .select('claimedAt')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).claimedAt;
const claim = (token: string, by: TestAccount | null = account) =>
  checkout().caller(by).claims.claim({ token });
const find = (token: string, by: TestAccount | null = account) =>
  checkout().caller(by).claims.find({ token });

describe('the claim link in the receipt email', () => {
  test('is only sent to guests', async () => {
    const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
    expect(await readReceiptMail(purchaseId)).toMatchObject({ claimUrl: null });
    const guest = await buyAsGuest();
    expect((await readReceiptMail(guest.purchaseId))?.claimUrl).toMatch(
      /^http:\/\/localhost:3000\/claim#token=./,
    );
  });
});

describe('a guest’s claim of a membership that they bought', () => {
  test('gives the account the membership with its charges, and the account can cancel it', async () => {
    const { number, subscriptionId, purchaseId, token } = await buyAsGuest();
    expect(await find(token, null)).toMatchObject({
      number,
      planName: 'Individual',
      firstname: 'Ann',
      lastname: 'Smith',
      isEmployeeCard: false,
      state: 'open',
    });
    expect(await claim(token)).toEqual({ number });
    const caller = checkout().caller(account);
    expect(await caller.memberships.mine()).toMatchObject([
      { number, lastCharge: { amountCents: 4995 }, nextChargeAt: expect.any(Date), canCancel: true },
    ]);
    expect(await caller.memberships.card({ number })).toMatchObject({ shown: true, firstname: 'Ann' });
    expect(await findPayer(subscriptionId)).toBe(account.id);

    await caller.memberships.cancel({ number });
    expect(await caller.memberships.mine()).toMatchObject([{ canceled: true, nextChargeAt: null }]);
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    const stripeSubscription = await checkout().deps.stripe.subscriptions.retrieve(
      providerSubscriptionId ?? '',
    );
    expect(stripeSubscription.cancel_at_period_end).toBe(true);
  });

  test('gives the account its receipts, and no other account’s', async () => {
    const { purchaseId, token } = await buyAsGuest();
    const request = { id: purchaseId, key: null };
    const contextOf = (who: TestAccount) => ({ deps: checkout().deps, account: who, existingGuestKey: null });
    await expect(getReceipt(contextOf(account), request)).rejects.toThrow('Receipt not found');
    await claim(token);
    const receipt = await getReceipt(contextOf(account), request);
    expect(receipt).toMatchObject({ totalCents: 4995, cancelLink: { url: 'http://localhost:3000/user' } });
    const another = await makeAccount(database.db);
    await expect(getReceipt(contextOf(another), request)).rejects.toThrow('Receipt not found');
  });

  test('[D13 D70] takes back an educator’s commissions if the educator claims their own purchase', async () => {
    now = await checkout().sandbox.control.now();
    const educator = await makeAccount(database.db, { accountType: 3 });
    const { purchaseId, token } = await buyAsGuest({ reference: educator.id });
    const renew = async () => {
      now = await checkout().sandbox.control.advance(PAST_NEXT_RENEWAL);
      const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
      await syncSubscription(checkout().deps, String(providerSubscriptionId));
    };
    await renew();
    await claim(token, educator);
    await renew();
    const lines = await database.db
      .selectFrom('commissions')
      .innerJoin('payments', 'payments.id', 'commissions.paymentId')
      .select(['commissions.amountCents', 'commissions.reason'])
      .where('payments.purchaseId', '=', purchaseId)
      .orderBy('payments.paidAt')
      .orderBy('commissions.id')
      .execute();
    expect(lines.map(({ amountCents }) => amountCents)).toEqual([999, -999, 999, -999, 0]);
    expect(lines[4]?.reason).toBe('Own purchases don’t earn commissions');
  });

  test('works once, and not for another account afterward', async () => {
    const { number, subscriptionId, token } = await buyAsGuest();
    await claim(token);
    await expect(claim(token)).rejects.toThrow('This membership is already in your account.');
    expect(await find(token)).toMatchObject({ state: 'yours' });

    const another = await makeAccount(database.db);
    await expect(claim(token, another)).rejects.toThrow(
      'This membership was claimed with another account. Each membership can be claimed once.',
    );
    expect(await find(token, another)).toMatchObject({ state: 'taken' });
    expect(await checkout().caller(another).memberships.mine()).toEqual([]);
    await expect(checkout().caller(another).memberships.card({ number })).rejects.toThrow(
      'No Membership Found',
    );
    expect(await findPayer(subscriptionId)).toBe(account.id);
  });

  test('works once for ten concurrent attempts', async () => {
    const { number, subscriptionId, token } = await buyAsGuest();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => makeAccount(database.db)));
    const outcomes = await Promise.allSettled(accounts.map((one) => claim(token, one)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const membershipLists = await Promise.all(
      accounts.map((one) => checkout().caller(one).memberships.mine()),
    );
    const winner = accounts[membershipLists.findIndex((mine) => mine.length > 0)];
    expect(membershipLists.flat()).toMatchObject([{ number }]);
    expect(await findPayer(subscriptionId)).toBe(winner?.id);
  });

  test('fails for a membership that an account bought', async () => {
    const owner = await makeAccount(database.db);
    const membership = await makeMembership(database.db, { accountId: owner.id });
    const token = await tokenFor(membership.id);
    await expect(claim(token)).rejects.toThrow('was claimed with another account');
    expect(await checkout().caller(owner).memberships.mine()).toHaveLength(1);
  });
});

describe('[D30, D31] an employee’s claim of a card that the company bought', () => {
  test('lets the employee show the card but not cancel it, and the company keeps paying', async () => {
    const { number, subscriptionId, company, token } = await makeEmployeeCard();
    expect(await find(token)).toMatchObject({ isEmployeeCard: true, state: 'open' });
    expect(await claim(token)).toEqual({ number });
    expect(await claimedAt(number)).toEqual(now);
    const caller = checkout().caller(account);
    expect(await caller.memberships.mine()).toMatchObject([
      { number, plan: 3, lastCharge: null, nextChargeAt: null, canShowCard: true, canCancel: false },
    ]);
    expect(await caller.memberships.card({ number })).toMatchObject({ shown: true });
    await expect(caller.memberships.cancel({ number })).rejects.toThrow(
      'You don’t have permission to do this.',
    );
    expect(await findPayer(subscriptionId)).toBe(company.id);
    expect(await checkout().caller(company).memberships.mine()).toEqual([]);
  });

  test('is also open to the company’s owner', async () => {
    const { number, company, token } = await makeEmployeeCard();
    await claim(token, company);
    expect(await checkout().caller(company).memberships.mine()).toMatchObject([
      { number, lastCharge: null, nextChargeAt: null, canShowCard: true, canCancel: false },
    ]);
  });

  test('works if the company’s subscription has no account, and adds none', async () => {
    const { subscriptionId, token } = await makeEmployeeCard({ accountId: null });
    await claim(token);
    expect(await findPayer(subscriptionId)).toBeNull();
  });

  test('works with the first or a new invitation, until one of them is used', async () => {
    const { id, token } = await makeEmployeeCard();
    const again = await tokenFor(id);
    expect(again).not.toBe(token);
    await claim(again);
    await expect(claim(token, await makeAccount(database.db))).rejects.toThrow('with another account');
  });

  test('works while a payment is late', async () => {
    const { token } = await makeEmployeeCard({ status: 'past_due' });
    await claim(token);
    expect(await checkout().caller(account).memberships.mine()).toMatchObject([{ state: 'past_due' }]);
  });
});

describe('[D50] a claim link', () => {
  const DEAD = 'This link doesn’t work or has expired. If you need help, please contact customer support.';

  test('is refused if it is forged, for another purpose, or for no membership', async () => {
    const { id } = await makeEmployeeCard();
    const { signer } = checkout().deps;
    const tokens = [
      '',
      'a.b.c',
      `${await tokenFor(id)}x`,
      await signer.sign('cancel-membership', id, { seconds: 60 }),
      await signer.sign('claim-membership', account.id, { seconds: 60 }),
    ];
    for (const token of tokens) {
      await expect(find(token), token).rejects.toThrow(DEAD);
      await expect(claim(token), token).rejects.toThrow(DEAD);
    }
    expect(await checkout().caller(account).memberships.mine()).toEqual([]);
  });

  test('is refused after a year', async () => {
    const { token } = await makeEmployeeCard({ periodEnd: new Date(now.getTime() + 800 * DAY_MS) });
    now = new Date(now.getTime() + 365 * DAY_MS);
    expect(await find(token)).toMatchObject({ state: 'open' });
    now = new Date(now.getTime() + 2 * DAY_MS);
    await expect(claim(token)).rejects.toThrow(DEAD);
  });

  test.each([
    [
      'its period is over and it does not renew',
      { providerId: null, periodEnd: new Date('2026-11-22T11:59:59Z') },
    ],
    ['it was closed', { status: 'canceled', endedAt: new Date('2026-11-22T11:59:59Z') }],
  ] as const)('is refused if the membership has ended: %s', async (_, changes) => {
    const { token } = await makeEmployeeCard(changes);
    expect(await find(token)).toMatchObject({ state: 'over' });
    await expect(claim(token)).rejects.toThrow(
      'This membership ended or was replaced, so you can’t claim it anymore.',
    );
    expect(await checkout().caller(account).memberships.mine()).toEqual([]);
  });

  test('is refused if the company replaced the card', async () => {
    const { id, token } = await makeEmployeeCard();
    await database.db.updateTable('memberships').set({ endedAt: now }).where('id', '=', id).execute();
    expect(await find(token)).toMatchObject({ state: 'over' });
    await expect(claim(token)).rejects.toThrow('ended or was replaced');
  });

  test('shows the card to a visitor, who must log in to claim it', async () => {
    const { token } = await makeEmployeeCard();
    expect(await find(token, null)).toMatchObject({ state: 'open' });
    await expect(claim(token, null)).rejects.toThrow('Login to continue');
  });
});
