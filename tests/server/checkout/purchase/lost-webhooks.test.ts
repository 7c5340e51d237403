import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { startTimers } from '#server/app/startup/timers.ts';
import { readMissedEvents } from '#server/domains/payments/events/missed-event.service.ts';
import { recordStripeEvent } from '#server/domains/payments/events/stripe-event.service.ts';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const HOUR_MS = 3_600_000;
const database = seededTestDb();
let now = new Date();
// The sandbox sends no webhooks, as if all of them were lost.
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function advance(by: { days?: number; hours?: number; months?: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/** Advances the clocks by an hour, and runs the timers, then the queued jobs. */
async function advanceOneHour(): Promise<void> {
  await advance({ hours: 1 });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const stop = startTimers(checkout().deps);
  vi.advanceTimersByTime(HOUR_MS);
  await stop();
  await runJobs();
}

let finishedJobCount = 0;
async function runJobs(): Promise<void> {
  const handlers = createJobHandlers(checkout().deps);
  const charges = checkout().jobs.of('sync-charge').slice(finishedJobCount);
  finishedJobCount += charges.length;
  for (const job of charges) await handlers['sync-charge'](JSON.parse(JSON.stringify(job)), newId());
  for (const job of checkout().jobs.of('sync-subscription')) {
    await handlers['sync-subscription'](JSON.parse(JSON.stringify(job)), newId());
  }
}

/** Buys a card with an educator as the referrer. Returns queries for its payment and its commission. */
async function sell() {
  const educator = await makeAccount(database.db, { accountType: 3 });
  const { purchaseId } = await checkout()
    .caller()
    .checkout.buyCard(makeCardPurchase({ reference: educator.id }));
  const charge = (await checkout().listCharges(purchaseId))[0]?.id ?? '';
  return {
    charge,
    refundedCents: async () => {
      const row = await database.db
        .selectFrom('payments')
        .select('refundedCents')
        .where('purchaseId', '=', purchaseId)
        .executeTakeFirstOrThrow();
      return row.refundedCents;
    },
    /** The educator's commission, in cents. */
    earned: async () => {
      const rows = await database.db
        .selectFrom('commissions')
        .select('amountCents')
        .where('affiliateId', '=', educator.id)
        .execute();
      return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
    },
    payments: async () =>
      (await database.db.selectFrom('payments').select('id').where('purchaseId', '=', purchaseId).execute())
        .length,
  };
}

describe('[D13] an event without a webhook', () => {
  it('about a refund is found within an hour, and the commission is reversed', async () => {
    const { charge, refundedCents, earned } = await sell();
    expect(await earned()).toBe(999);
    await checkout().deps.stripe.refunds.create({ charge });
    expect(await refundedCents()).toBe(0);
    await advanceOneHour();
    expect(await refundedCents()).toBe(4_995);
    expect(await earned()).toBe(0);
  });

  it('about a dispute is found, and so is the bank’s decision days later', async () => {
    const { charge, refundedCents } = await sell();
    const { control } = checkout().sandbox;
    const dispute = await control.dispute(charge);
    await advanceOneHour();
    expect(await refundedCents()).toBe(4_995);
    await advance({ days: 5 });
    await control.closeDispute(dispute, 'won');
    await advanceOneHour();
    expect(await refundedCents()).toBe(0);
  });

  it('about a renewal is found, and the payment is recorded', async () => {
    const { payments } = await sell();
    await advance({ months: 1 });
    expect(await payments()).toBe(1);
    await advanceOneHour();
    expect(await payments()).toBe(2);
  });
});

describe('the sweep of Stripe’s event list', () => {
  const readEvents = () => readMissedEvents(checkout().deps);
  const findJobs = (charge: string) =>
    checkout()
      .jobs.of('sync-charge')
      .filter((job) => JSON.stringify(job) === JSON.stringify({ chargeId: charge })).length;
  const refund = (charge: string) => checkout().deps.stripe.refunds.create({ charge });

  it('processes each event once, even if it is listed twice or also arrived by webhook', async () => {
    const { charge } = await sell();
    await refund(charge);
    for await (const event of checkout().deps.stripe.events.list({ types: ['charge.refunded'], limit: 1 })) {
      await recordStripeEvent(checkout().deps, event);
      break;
    }
    expect(findJobs(charge)).toBe(1);
    for (let hour = 0; hour < 3; hour++) {
      await advance({ hours: 1 });
      await readEvents();
    }
    const events = await checkout().deps.stripe.events.list({ limit: 100 });
    const about = events.data.filter(
      ({ type, data }) =>
        /^(charge\.refund|refund\.(updated|failed))/.test(type) && JSON.stringify(data).includes(charge),
    );
    expect(findJobs(charge)).toBe(about.length);
  });

  it('runs once an hour in one of several processes', async () => {
    await advance({ hours: 2 });
    const list = vi.spyOn(checkout().deps.stripe.events, 'list');
    onTestFinished(() => list.mockRestore());
    await Promise.all([readEvents(), readEvents(), readEvents()]);
    const callCount = list.mock.calls.length;
    expect(callCount).toBeGreaterThan(0);
    await readEvents();
    expect(list).toHaveBeenCalledTimes(callCount);
    await advance({ hours: 1 });
    await readEvents();
    expect(list).toHaveBeenCalledTimes(2 * callCount);
  });

  it('catches up one day at a time after days without a sweep', async () => {
    const { charge } = await sell();
    await refund(charge);
    await advance({ days: 9 });
    const list = vi.spyOn(checkout().deps.stripe.events, 'list');
    onTestFinished(() => list.mockRestore());
    await readEvents();
    expect(findJobs(charge)).toBeGreaterThan(0);
    const pieces = list.mock.calls.map(([asked]) => asked?.created);
    expect(pieces.length).toBeGreaterThanOrEqual(18);
    expect(pieces.filter((created) => typeof created === 'object' && !('lt' in created))).toHaveLength(2);
  });

  it('resumes at the same position after Stripe did not respond', async () => {
    const { charge } = await sell();
    await refund(charge);
    await advance({ hours: 1 });
    await checkout().sandbox.control.fault({ kind: 'error-before', times: 3, match: 'GET /v1/events' });
    await expect(readEvents()).rejects.toThrow();
    expect(findJobs(charge)).toBe(0);
    await advance({ hours: 1 });
    await readEvents();
    expect(findJobs(charge)).toBeGreaterThan(0);
  });
});
