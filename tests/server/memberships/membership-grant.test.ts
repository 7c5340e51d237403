import { beforeEach, describe, expect, it } from 'vitest';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { extendMembership } from '#server/domains/memberships/membership-grant.service.ts';
import {
  issueApplePass,
  refreshWalletPasses,
} from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { findDiscrepancies } from '#server/domains/reconciliation/find-discrepancies.service.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, makeWatchedCompany } from '#tests/helpers/purchases/company.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const control = () => checkout().sandbox.control;
const DAY_MS = 86_400_000;
const DECLINED_CARD = '4000000000000341';
const REASON = 'The card did not work for a week';
let staff: TestAccount;

beforeEach(async () => {
  now = await control().now();
  staff = await makeAccount(database.db, { accountType: 10 });
});

/** Extends a membership, as staff who see its current expiry. */
async function extend(number: string, days: number): Promise<Date> {
  const { expiresAt } = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select('expiresAt')
    .where('number', '=', valueOrNull(readMembershipNumber(number)) ?? '')
    .executeTakeFirstOrThrow();
  const by = { actorId: staff.id, reason: REASON };
  return extendMembership(
    checkout().deps,
    { number: valueOrNull(readMembershipNumber(number)) ?? '', days, expiresAt, email: 'holder@example.com' },
    by,
  );
}
const addDays = (date: Date | undefined, days: number) => new Date((date?.getTime() ?? 0) + days * DAY_MS);

/** Buys an individual card. Returns queries for what its owner, and anyone with its number, can see. */
async function buy() {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
  const { providerSubscriptionId, providerCustomerId } = await checkout().findPurchase(purchaseId);
  const findOwnMembership = async () => (await checkout().caller(account).memberships.mine())[0];
  const first = await findOwnMembership();
  const number = String(first?.number);
  return {
    account,
    number,
    purchaseId,
    paidUntil: first?.periodEnd ?? now,
    findOwnMembership,
    verify: () => checkout().caller(null).verification.find({ number }),
    customer: String(providerCustomerId),
    cancel: () => checkout().caller(account).memberships.cancel({ number }),
    advance: async (step: { months?: number; days?: number }) => {
      now = await control().advance(step);
      await syncSubscription(checkout().deps, String(providerSubscriptionId));
    },
    latestCharge: async () =>
      (await control().charges()).filter(({ metadata }) => metadata.purchase === purchaseId)[0]?.id ?? '',
  };
}

describe('[D26] an extension by staff', () => {
  it('by days shows the new end everywhere, keeps the next charge, and is recorded in the audit log', async () => {
    const card = await buy();
    await issueApplePass(checkout().deps, card.account.id, card.number);
    await refreshWalletPasses(checkout().deps);
    const pushCount = checkout().jobs.of('push-wallet-pass').length;
    const end = addDays(card.paidUntil, 40);

    expect(await extend(card.number, 40)).toEqual(end);

    expect(checkout().jobs.of('mail')).toContainEqual(
      expect.objectContaining({
        mail: 'membership-extended',
        props: expect.objectContaining({ endsOn: end.toISOString() }),
      }),
    );

    expect(await card.findOwnMembership()).toMatchObject({
      periodEnd: end,
      nextChargeAt: card.paidUntil,
      state: 'active',
    });
    expect(await card.verify()).toMatchObject({ periodEnd: end, updatedStatus: 'active' });
    expect(await checkout().caller(card.account).memberships.card({ number: card.number })).toMatchObject({
      expiresAt: end,
    });
    await refreshWalletPasses(checkout().deps);
    expect(checkout().jobs.of('push-wallet-pass').length).toBe(pushCount + 1);
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select(['actorId', 'action', 'reason', 'change', 'subject'])
      .where('actorId', '=', staff.id)
      .execute();
    expect(auditEntries).toMatchObject([
      {
        actorId: staff.id,
        action: 'membership.extend',
        reason: REASON,
        subject: `membership:${(await card.findOwnMembership())?.id}`,
        change: { before: card.paidUntil.toISOString(), after: end.toISOString() },
      },
    ]);
  });

  it('is not shortened by a paid renewal, and not changed by a declined one', async () => {
    const card = await buy();
    await extend(card.number, 45);
    const grantedUntil = addDays(card.paidUntil, 45);
    await card.advance(PAST_NEXT_RENEWAL);
    expect(await card.findOwnMembership()).toMatchObject({
      periodEnd: grantedUntil,
      lastCharge: { paidAt: expect.any(Date) },
    });
    // The period of the second renewal ends later than the extension.
    await card.advance(PAST_NEXT_RENEWAL);
    const paidUntil = (await card.findOwnMembership())?.periodEnd ?? now;
    expect(paidUntil.getTime()).toBeGreaterThan(grantedUntil.getTime());

    await extend(card.number, 10);
    await control().changeCard(card.customer, DECLINED_CARD);
    await card.advance(PAST_NEXT_RENEWAL);
    expect(await card.findOwnMembership()).toMatchObject({
      periodEnd: addDays(paidUntil, 10),
      state: 'past_due',
      canShowCard: false,
    });
  });

  it('keeps a canceled membership usable until the new end, and charges nothing', async () => {
    const from = now;
    const card = await buy();
    await card.cancel();
    await extend(card.number, 20);
    await card.advance({ months: 1 });
    const end = addDays(card.paidUntil, 20);
    const runningState = {
      canceled: true,
      periodEnd: end,
      state: 'active',
      nextChargeAt: null,
      canShowCard: true,
    };
    expect(await card.findOwnMembership()).toMatchObject(runningState);
    await extend(card.number, 5);
    await card.advance({ days: 24 });
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', periodEnd: addDays(end, 5) });
    await card.advance({ days: 2 });
    expect(await card.verify()).toMatchObject({ updatedStatus: 'expired', periodEnd: addDays(end, 5) });
    await expect(extend(card.number, 5)).rejects.toThrow('has ended');
    const findings = await findDiscrepancies(checkout().deps, { from, to: now });
    expect(findings.filter(({ purchaseId }) => purchaseId === card.purchaseId)).toEqual([]);
  });

  it('ends immediately if the membership is canceled while past due, or its renewal is unpaid after 14 days', async () => {
    const [canceled, unpaid] = [await buy(), await buy()];
    for (const card of [canceled, unpaid]) {
      await extend(card.number, 60);
      await control().changeCard(card.customer, DECLINED_CARD);
    }
    await canceled.advance({ months: 1 });
    await canceled.cancel();
    expect(await canceled.verify()).toMatchObject({ state: 'canceled', periodEnd: now });
    await unpaid.advance({ days: 0 });
    await extend(unpaid.number, 1);
    expect(await unpaid.verify()).toMatchObject({ state: 'past_due' });
    now = await control().advance({ days: 15 });
    await endOverdueSubscriptions(checkout().deps);
    expect(await unpaid.verify()).toMatchObject({ state: 'canceled', updatedStatus: 'invalid' });
  });

  it('is withdrawn by a refund of the last paid period, even after Stripe’s subscription ended', async () => {
    const card = await buy();
    await card.cancel();
    await extend(card.number, 20);
    await card.advance({ months: 1 });
    const charge = await card.latestCharge();
    await checkout().deps.stripe.refunds.create({ charge });
    await syncCharge(checkout().deps, charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'expired', periodEnd: card.paidUntil });
  });

  it('of a company’s own membership extends all its cards, and new cards are priced for the paid year', async () => {
    const { account, caller } = await makeWatchedCompany(database.db, checkout());
    const { cards } = await caller.corporate.cards({});
    const [company] = await caller.memberships.mine();
    const counts = { personal: 1, family: 0 };
    const before = await caller.corporate.seatsQuote(counts);
    await expect(extend(String(cards[0]?.number), 30)).rejects.toThrow('company’s own membership');

    await extend(String(company?.number), 30);

    const verification = await checkout()
      .caller(null)
      .verification.find({ number: String(cards[0]?.number) });
    expect(verification?.periodEnd).toEqual(addDays(company?.periodEnd, 30));
    expect(await caller.corporate.seatsQuote(counts)).toEqual(before);
    const { plan } = await caller.corporate.company();
    expect(plan).toMatchObject({
      nextCharge: { at: company?.periodEnd },
      periodEnd: verification?.periodEnd,
    });

    const setStatus = (status: 'past_due' | 'active') =>
      database.db.updateTable('subscriptions').set({ status }).where('accountId', '=', account.id).execute();
    await setStatus('past_due');
    // The page must show the day on which the payment was due.
    expect((await caller.corporate.company()).plan?.periodEnd).toEqual(company?.periodEnd);
    await setStatus('active');

    await caller.corporate.cancel();
    now = addDays(company?.periodEnd, 1);
    const addingSeats = caller.corporate.addSeats({
      employees: [employee(9)],
      token: 'tok_visa',
      idempotencyKey: account.id,
    });
    await expect(addingSeats).rejects.toMatchObject({ message: expect.stringContaining('isn’t active') });
  });
});
