import { beforeEach, describe, expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { findDiscrepancies } from '#server/domains/reconciliation/find-discrepancies.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, familyEmployee, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const sync = (charge: string) => syncCharge(checkout().deps, charge);

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function findCharge(purchaseId: string): Promise<string> {
  const [charge] = await checkout().listCharges(purchaseId);
  return String(charge?.id);
}

/** Refunds a charge and returns the refund's id. */
async function refund(charge: string, amount?: number): Promise<string> {
  const { id } = await checkout().deps.stripe.refunds.create({ charge, ...(amount ? { amount } : {}) });
  await sync(charge);
  return id;
}

async function fail(charge: string, refundId: string): Promise<void> {
  await checkout().sandbox.control.failRefund(refundId);
  await sync(charge);
}

const verify = (number: string) => checkout().caller(null).verification.find({ number });
const isValid = async (number: string | undefined) =>
  (await verify(number ?? ''))?.updatedStatus === 'active';

describe('[D55] a refund that fails later', () => {
  const sumLedger = async (purchaseId: string, account: 'refunds' | 'commissions') => {
    const rows = await database.db
      .selectFrom('ledgerPostings')
      .innerJoin('ledgerEntries', 'ledgerEntries.id', 'ledgerPostings.entryId')
      .select('amountCents')
      .where('purchaseId', '=', purchaseId)
      .where('account', '=', account)
      .execute();
    return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
  };

  it('restores the commission, and the membership for the rest of its period', async () => {
    const from = now;
    const educator = await makeAccount(database.db, { accountType: 3 });
    const account = await makeAccount(database.db);
    const { caller, deps } = checkout();
    const { purchaseId } = await caller(account).checkout.buyCard(
      makeCardPurchase({ reference: educator.id }),
    );
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    const charge = await findCharge(purchaseId);
    const [membership] = await caller(account).memberships.mine();
    const number = String(membership?.number);

    const first = await refund(charge);
    expect(await verify(number)).toMatchObject({ updatedStatus: 'invalid', periodEnd: now });
    expect(await sumLedger(purchaseId, 'commissions')).toBe(0);

    await fail(charge, first);
    await syncSubscription(deps, String(providerSubscriptionId));
    const restoredState = { updatedStatus: 'active', canceled: true, periodEnd: membership?.periodEnd };
    expect(await verify(number)).toMatchObject(restoredState);
    expect((await caller(account).memberships.mine())[0]).toMatchObject({ nextChargeAt: null });
    expect(await sumLedger(purchaseId, 'refunds')).toBe(0);
    expect(await sumLedger(purchaseId, 'commissions')).toBe(999);
    const discrepancies = await findDiscrepancies(deps, { from, to: new Date(now.getTime() + 1000) });
    expect(discrepancies.map(({ kind }) => kind)).toEqual([]);

    await refund(charge);
    expect(await verify(number)).toMatchObject({ updatedStatus: 'invalid' });
    expect(await sumLedger(purchaseId, 'commissions')).toBe(0);
  });

  it('restores a business plan with its listing', async () => {
    const owner = await makeAccount(database.db);
    const { caller } = checkout();
    const { purchaseId } = await caller(owner).businessPlans.purchase(businessPlanPurchase());
    const charge = await findCharge(purchaseId);
    const describePlan = async () => [
      (await caller(owner).businessPlans.mine())?.state,
      (await caller(owner).businesses.mine())?.isListed,
    ];
    const id = await refund(charge);
    expect(await describePlan()).toEqual(['ended', false]);
    await fail(charge, id);
    expect(await describePlan()).toEqual(['canceled', true]);
  });
});

describe('[D55] a refund or dispute for cards that a company added', () => {
  async function add(employees = [employee(8), familyEmployee(9)]) {
    const { caller, account, purchaseId: planId } = await makeCompanyWithCards(database.db, checkout());
    const { providerSubscriptionId } = await checkout().findPurchase(planId);
    const input = { employees, token: 'tok_visa', idempotencyKey: crypto.randomUUID() };
    const { purchaseId } = await caller.corporate.addSeats(input);
    return {
      caller,
      charge: await findCharge(purchaseId),
      cards: (await caller.corporate.cards({})).cards,
      count: async () => (await caller.corporate.cards({})).count,
      /** Syncs the number of cards, and returns how many of each plan Stripe renews. */
      renewed: async () => {
        await syncSeats(checkout().deps, account.id);
        const { items } = await checkout().deps.stripe.subscriptions.retrieve(String(providerSubscriptionId));
        return items.data.map(({ quantity }) => quantity);
      },
    };
  }

  it('ends these cards and their renewal after a full refund, and restores them if the refund fails', async () => {
    const { charge, cards, count, renewed } = await add();
    expect(await renewed()).toEqual([6, 1]);
    await refund(charge, 10_000);
    expect(await count()).toBe(7);

    const rest = await refund(charge);
    await sync(charge);
    expect([await count(), await renewed()]).toEqual([5, [5]]);
    expect([await isValid(cards[0]?.number), await isValid(cards.at(-1)?.number)]).toEqual([true, false]);

    const syncCount = () => checkout().jobs.of('sync-seats').length;
    const syncsBefore = syncCount();
    await fail(charge, rest);
    expect(syncCount()).toBe(syncsBefore + 1);
    expect([await count(), await renewed()]).toEqual([7, [6, 1]]);
    expect(await isValid(cards.at(-1)?.number)).toBe(true);
  });

  it('ends these cards, and a card that replaced one of them, if the dispute is lost', async () => {
    const { charge, caller, cards, count } = await add([employee(8)]);
    const membershipId = String(cards.at(-1)?.id);
    const { number } = await caller.corporate.replace({ membershipId, employee: employee(20) });
    const dispute = await checkout().sandbox.control.dispute(charge);
    await sync(charge);
    expect(await isValid(number)).toBe(true);
    await checkout().sandbox.control.closeDispute(dispute, 'lost');
    await sync(charge);
    expect([await count(), await isValid(number)]).toEqual([5, false]);
  });
});
