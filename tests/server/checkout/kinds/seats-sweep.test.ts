import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTimers } from '#server/app/startup/timers.ts';
import {
  addSeatsByStaff,
  offerSeats,
} from '#server/domains/checkout/kinds/company-seats/staff-seats.service.ts';
import { employeeList } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { sweepSeats, syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employee,
  employees,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function advance(by: { months: number }): Promise<void> {
  now = await checkout().sandbox.control.advance(by);
}

/**
 * Creates a company with five cards. Returns functions that add cards and read the quantities that Stripe
 * will renew.
 */
async function buyCards() {
  const company = await makeCompanyWithCards(database.db, checkout());
  const providerId = String((await checkout().findPurchase(company.purchaseId)).providerSubscriptionId);
  return {
    ...company,
    add: (personal: number, family = 0) =>
      company.caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(personal, family) })),
    sync: () => syncSubscription(checkout().deps, providerId),
    items: async () =>
      (await checkout().deps.stripe.subscriptions.retrieve(providerId)).items.data.map(
        ({ price, quantity }) => ({ each: price.unit_amount, quantity }),
      ),
  };
}

describe('[D44] the number of cards that Stripe renews', () => {
  const sweep = () => startTimers(checkout().deps)();

  it('is corrected by the next sweep if the sync job was lost or failed', async () => {
    const { add, items, caller, sync } = await buyCards();
    await add(2, 1);
    expect(await items()).toEqual([{ each: 4_995, quantity: 5 }]);
    await sweep();
    expect(await items()).toEqual([
      { each: 4_995, quantity: 7 },
      { each: 9_990, quantity: 1 },
    ]);
    const expected = (await caller.corporate.company()).plan?.nextCharge?.amountCents;
    await advance({ months: 12 });
    await sync();
    expect((await caller.corporate.company()).plan?.payments[0]).toMatchObject({
      description: 'Renewal',
      amountCents: expected,
    });
  });

  it('is swept only if it is out of sync, and again after a failure', async () => {
    const { log } = checkout();
    const [first, second] = [await buyCards(), await buyCards()];
    await first.add(1);
    await second.add(2);
    await checkout().sandbox.control.fault({
      kind: 'error-before',
      times: 3,
      match: 'GET /v1/subscriptions',
    });
    expect(await sweepSeats(checkout().deps)).toBe(1);
    const faults = log.takeFaults().filter(({ level }) => level === 'error');
    expect(JSON.stringify(faults).match(/could not sync the number of cards/g)).toHaveLength(1);
    expect(await sweepSeats(checkout().deps)).toBe(1);
    expect(await first.items()).toEqual([{ each: 4_995, quantity: 6 }]);
    expect(await second.items()).toEqual([{ each: 4_995, quantity: 7 }]);
    expect(await sweepSeats(checkout().deps)).toBe(0);
  });

  it('is synced again if a card is added during a sync', async () => {
    const { account, add, items } = await buyCards();
    await add(1);
    const synced = syncSeats(checkout().deps, account.id);
    await add(1);
    await synced;
    await sweepSeats(checkout().deps);
    expect(await items()).toEqual([{ each: 4_995, quantity: 7 }]);
    expect(await sweepSeats(checkout().deps)).toBe(0);
  });

  it('is not synced after the plan has ended', async () => {
    const { caller, add, sync } = await buyCards();
    await add(1);
    await caller.corporate.cancel();
    await advance({ months: 12 });
    await sync();
    expect(await sweepSeats(checkout().deps)).toBe(1);
    expect(await sweepSeats(checkout().deps)).toBe(0);
  });
});

it('[D53] a charge for cards that staff add is resent unchanged if nothing reached Stripe', async () => {
  const { account, caller } = await buyCards();
  const { paymentIntents } = checkout().deps.stripe;
  const create = vi.spyOn(paymentIntents, 'create');
  await checkout().sandbox.control.fault({
    kind: 'error-before',
    times: 3,
    match: 'POST /v1/payment_intents',
  });
  const offer = await offerSeats(checkout().deps, account.id, employeeList.parse([employee(9)]));
  const addingSeats = addSeatsByStaff(checkout().deps, offer, NO_AUTHOR);
  await expect(addingSeats).rejects.toMatchObject({
    code: 'PAYMENT_UNCONFIRMED',
  });
  await checkout().sandbox.control.clearFaults();
  await moveDatabaseClock(database.db, 60_000);
  await sweepPurchases(checkout().deps);
  await moveDatabaseClock(database.db, 0);
  const [first, again] = create.mock.calls;
  expect(first?.[0]).toMatchObject({ off_session: true });
  expect(again).toEqual(first);
  expect((await caller.corporate.cards({})).count).toBe(6);
});
