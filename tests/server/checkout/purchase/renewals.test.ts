import { beforeEach, describe, expect, it } from 'vitest';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { addMonths } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findYearBeforeLeapYear } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

/** The number of renewals. At least 13, to include February 29. */
const MONTHS = caseCount(14, 36);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function advance(by: { months?: number; days?: number; to?: string; exact?: true }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/** Buys an individual card and returns queries for its billing rows. */
async function buyMonthly() {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
  const read = () =>
    database.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
  const { providerId } = await read();
  if (!providerId) throw new Error('The purchase has no subscription');
  const purchase = await database.db
    .selectFrom('purchases')
    .select('providerCustomerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const [membership] = await checkout().caller(account).memberships.mine();
  if (!membership) throw new Error('The purchase created no membership');
  return {
    account,
    providerId,
    customer: String(purchase.providerCustomerId),
    number: membership.number,
    read,
    sync: () => syncSubscription(checkout().deps, providerId),
    payments: () =>
      database.db
        .selectFrom('payments')
        .select(['amountCents', 'periodStart', 'periodEnd'])
        .where('purchaseId', '=', purchaseId)
        .orderBy('periodStart')
        .execute(),
    charges: async () =>
      (await checkout().sandbox.control.charges()).filter(
        (charge) => charge.metadata.purchase === purchaseId,
      ),
  };
}

describe('[S4 membership active][D26] renewals', () => {
  it(`charge once per period for ${MONTHS} months, across daylight saving and February 29`, async () => {
    // Start on January 31 before a leap year, to cover short months and February 29.
    const year = findYearBeforeLeapYear(now);
    const anchor = new Date(`${year}-01-31T18:30:00Z`);
    await advance({ to: anchor.toISOString() });
    const card = await buyMonthly();
    for (let month = 1; month <= MONTHS; month++) {
      const due = addMonths(anchor, month).getTime();
      await advance({ to: new Date(due + 3 * HOUR_MS).toISOString() });
      await card.sync();
    }
    const payments = await card.payments();
    expect(payments).toHaveLength(MONTHS + 1);
    expect(new Set(payments.map((payment) => payment.amountCents))).toEqual(new Set([4995]));
    for (const [i, payment] of payments.entries()) {
      const next = payments[i + 1];
      if (next) expect(payment.periodEnd).toEqual(next.periodStart);
    }
    expect(await card.charges()).toHaveLength(MONTHS + 1);
    const starts = payments.map((payment) => payment.periodStart.toISOString().slice(0, 10));
    expect(starts).toContain(`${year + 1}-02-29`);
    expect(await card.read()).toMatchObject({ status: 'active', periodEnd: payments.at(-1)?.periodEnd });
  });

  it('deactivate the card if declined, send one email, and reactivate the card when paid', async () => {
    const card = await buyMonthly();
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    const before = await card.read();
    await advance({ months: 1 });
    await card.sync();
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'past_due', periodEnd: before.periodEnd });
    const verification = await checkout().caller(null).verification.find({ number: card.number });
    expect(verification).toMatchObject({ updatedStatus: 'invalid' });
    const mails = checkout()
      .jobs.of('mail')
      .filter((mail) => JSON.stringify(mail).includes('card-declined'));
    expect(mails).toHaveLength(1);

    await checkout().sandbox.control.changeCard(card.customer, '4242424242424242');
    await advance({ days: 4 });
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'active', pastDueSince: null });
    expect(await card.payments()).toHaveLength(2);
  });

  it('extend a membership only if they are paid', async () => {
    const card = await buyMonthly();
    const { periodEnd } = await card.read();
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    // Stripe starts the period with a draft invoice, and the subscription stays active until the charge
    // fails.
    await advance({ to: periodEnd.toISOString(), exact: true });
    const stripe = await checkout().deps.stripe.subscriptions.retrieve(card.providerId);
    expect(stripe.status).toBe('active');
    await card.sync();
    expect(await card.read()).toMatchObject({ periodEnd });
    await advance({ days: 1 });
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'past_due', periodEnd });
    expect(await card.payments()).toHaveLength(1);
  });

  it('are charged when their period begins, so that the card works without a gap', async () => {
    const card = await buyMonthly();
    const { periodEnd } = await card.read();
    await advance({ to: periodEnd.toISOString(), exact: true });
    await card.sync();
    expect(await card.charges()).toHaveLength(2);
    expect(await checkout().caller(null).verification.find({ number: card.number })).toMatchObject({
      updatedStatus: 'active',
      periodEnd: addMonths(periodEnd, 1),
    });
  });

  it('end the subscription when the bill has been open for 14 days', async () => {
    const card = await buyMonthly();
    await checkout().sandbox.control.settings({ retryDays: [3, 30], afterRetries: 'past_due' });
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    await advance({ months: 1 });
    await card.sync();
    now = new Date(now.getTime() + 13 * DAY_MS);
    await endOverdueSubscriptions(checkout().deps);
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'past_due' });
    now = new Date(now.getTime() + 2 * DAY_MS);
    await endOverdueSubscriptions(checkout().deps);
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) });
  });

  it('keep the subscription if the bill was paid in time but the webhook was lost', async () => {
    const card = await buyMonthly();
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    await advance({ months: 1 });
    await card.sync();
    await checkout().sandbox.control.changeCard(card.customer, '4242424242424242');
    await advance({ days: 15 });
    expect(await card.read()).toMatchObject({ status: 'past_due' });
    await endOverdueSubscriptions(checkout().deps);
    expect(await card.read()).toMatchObject({ status: 'active', pastDueSince: null, endedAt: null });
    expect(await card.payments()).toHaveLength(2);
    const { status } = await checkout().deps.stripe.subscriptions.retrieve(card.providerId);
    expect(status).toBe('active');
  });

  it('end every overdue subscription, even if there are many and Stripe fails for one', async () => {
    const card = await buyMonthly();
    await checkout().sandbox.control.settings({ retryDays: [3, 30], afterRetries: 'past_due' });
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    await advance({ months: 1 });
    await card.sync();
    // These subscriptions don't exist at Stripe, so they stay overdue. They are older, so the job handles
    // them first.
    const pastDueSince = new Date(now.getTime() - 20 * DAY_MS);
    for (let count = 0; count < 51; count++) {
      await makeSubscription(database.db, { status: 'past_due', pastDueSince });
    }
    const failingSubscription = await makeSubscription(database.db, {
      status: 'past_due',
      pastDueSince: new Date(pastDueSince.getTime() - DAY_MS),
    });
    for (const method of ['GET', 'DELETE']) {
      const match = `${method} /v1/subscriptions/${failingSubscription.providerId}`;
      await checkout().sandbox.control.fault({ kind: 'error-before', times: 3, match });
    }
    now = new Date(now.getTime() + 15 * DAY_MS);
    await endOverdueSubscriptions(checkout().deps);
    expect(await card.read()).toMatchObject({ status: 'canceled', pastDueSince: null });
    expect(checkout().log.takeFaults()).toMatchObject([
      { text: expect.stringContaining(failingSubscription.id) },
    ]);
    await checkout().sandbox.control.clearFaults();
  });

  it('[S4 cancel] stop after cancellation, and the card works to the end of its period', async () => {
    const card = await buyMonthly();
    await checkout().caller(card.account).memberships.cancel({ number: card.number });
    await card.sync();
    const canceledCard = await card.read();
    expect(canceledCard).toMatchObject({ status: 'active', canceledAt: expect.any(Date) });
    expect(await checkout().caller(null).verification.find({ number: card.number })).toMatchObject({
      updatedStatus: 'active',
    });
    await advance({ months: 2 });
    await card.sync();
    expect(await card.read()).toMatchObject({ status: 'canceled', periodEnd: canceledCard.periodEnd });
    expect(await card.charges()).toHaveLength(1);
  });

  it('end immediately, without another charge, if the owner cancels a past-due membership', async () => {
    const card = await buyMonthly();
    await checkout().sandbox.control.changeCard(card.customer, '4000000000000341');
    await advance({ months: 1 });
    await card.sync();
    await checkout().caller(card.account).memberships.cancel({ number: card.number });
    // The sandbox's clock keeps running, so the exact time isn't known.
    expect(await card.read()).toMatchObject({
      status: 'canceled',
      canceledAt: expect.any(Date),
      endedAt: now,
    });
    expect(await checkout().caller(card.account).memberships.mine()).toMatchObject([
      { canceled: true, canCancel: false, isCurrent: false, nextChargeAt: null },
    ]);
    expect(checkout().jobs.of('sync-subscription')).toContainEqual({ providerId: card.providerId });
    // Stripe would retry the invoice after three days.
    await checkout().sandbox.control.changeCard(card.customer, '4242424242424242');
    await advance({ days: 10 });
    await card.sync();
    expect(await card.charges()).toHaveLength(1);
    const { data } = await checkout().deps.stripe.invoices.list({ subscription: card.providerId });
    expect(data.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  it('charge nothing if the membership is canceled before its renewal is collected', async () => {
    const card = await buyMonthly();
    const { periodEnd } = await card.read();
    await advance({ to: periodEnd.toISOString(), exact: true });
    await checkout().caller(card.account).memberships.cancel({ number: card.number });
    await advance({ days: 1 });
    await card.sync();
    expect(await card.charges()).toHaveLength(1);
    expect(await card.read()).toMatchObject({ status: 'canceled', periodEnd });
  });

  it('can be canceled even if Stripe has already ended the subscription', async () => {
    const card = await buyMonthly();
    await checkout().deps.stripe.subscriptions.cancel(card.providerId);
    const member = checkout().caller(card.account).memberships;
    expect(await member.cancel({ number: card.number })).toBe(true);
    // The sandbox's clock keeps running, so the exact time isn't known.
    expect(await card.read()).toMatchObject({
      status: 'canceled',
      canceledAt: expect.any(Date),
      endedAt: now,
    });
    expect(await member.mine()).toMatchObject([{ canceled: true, state: 'canceled', canShowCard: false }]);
  });

  it('reach the same state from late, repeated, and concurrent events', async () => {
    const card = await buyMonthly();
    await advance({ months: 3 });
    await Promise.all(Array.from({ length: 8 }, () => card.sync()));
    expect(await card.payments()).toHaveLength(4);
    expect((await card.read()).periodEnd.getTime()).toBeGreaterThan(now.getTime());
  });
});
