import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { CardPurchaseInput } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import type { UpgradeInput } from '#server/domains/checkout/kinds/family-upgrade/family-upgrade.schema.ts';
import { syncChangedPlan } from '#server/domains/checkout/plan-change/sync-plan.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { makeAccount, type TestAccount } from '../factories/account.ts';
import { businessPlanPurchase } from './business-plan.ts';
import { makeCardPurchase, type TestCheckout } from './checkout.ts';

export const FAMILY = {
  spouseFirstName: 'Ida',
  spouseLastName: 'Smith',
  members: [{ name: 'Tom Smith' }],
};

/** Returns the revenue of an account's payments in the ledger, in cents, as [plan id, amount]. */
export async function readRevenue(db: Db, accountId: string): Promise<Array<[number, number]>> {
  const rows = await db
    .selectFrom('ledgerPostings')
    .innerJoin('ledgerEntries', 'ledgerEntries.id', 'ledgerPostings.entryId')
    .innerJoin('purchases', 'purchases.id', 'ledgerEntries.purchaseId')
    .select((eb) => ['planId', eb.fn.sum<string>('ledgerPostings.amountCents').as('cents')])
    .where('purchases.accountId', '=', accountId)
    .where('ledgerPostings.account', '=', 'revenue')
    .groupBy('planId')
    .orderBy('planId')
    .execute();
  return rows.map(({ planId, cents }) => [planId ?? -1, -Number(cents)]);
}

/** Returns functions that sync a subscription, and read its state, payments, and emails. */
async function watchSubscription(checkout: TestCheckout, account: TestAccount, purchaseId: string) {
  const { db } = checkout.deps;
  const { providerSubscriptionId, providerCustomerId } = await checkout.findPurchase(purchaseId);
  const providerId = String(providerSubscriptionId);
  const readSubscription = () =>
    db.selectFrom('subscriptions').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirstOrThrow();
  const { id: subscriptionId } = await readSubscription();
  const readPayments = () =>
    db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
      .select(['payments.amountCents', 'payments.refundedCents'])
      .where('purchases.accountId', '=', account.id)
      .orderBy('payments.paidAt')
      .orderBy('payments.id')
      .execute();
  return {
    account,
    purchaseId,
    customer: String(providerCustomerId),
    readSubscription,
    /** Does the work of the job that a plan change enqueues. */
    syncPlan: () => syncChangedPlan(checkout.deps, subscriptionId),
    sync: () => syncSubscription(checkout.deps, providerId),
    /** Reads the renewal price of each item of the subscription from Stripe, in cents. */
    readPricesAtStripe: async () => {
      const { items } = await checkout.deps.stripe.subscriptions.retrieve(providerId);
      return items.data.map(({ price }) => price.unit_amount);
    },
    /** Lists the account's payments in cents, oldest first. */
    payments: async () => (await readPayments()).map(({ amountCents }) => amountCents),
    refundedCents: async () =>
      (await readPayments()).reduce((sum, { refundedCents }) => sum + refundedCents, 0),
    mails: () =>
      checkout.jobs
        .of('mail')
        .map((job) => JSON.stringify(job))
        .filter((job) => job.includes(account.email)),
  };
}

/**
 * Buys a membership. Returns functions that change its plan as its owner would, and functions that read its
 * state.
 */
export async function buyChangeable(checkout: TestCheckout, purchase: Partial<CardPurchaseInput> = {}) {
  const account = await makeAccount(checkout.deps.db);
  const caller = checkout.caller(account);
  const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase(purchase));
  const find = async () => {
    const [membership] = await caller.memberships.mine();
    if (!membership) throw new Error('The account has no membership');
    return membership;
  };
  const { number } = await find();
  return {
    ...(await watchSubscription(checkout, account, purchaseId)),
    caller,
    number,
    find,
    offer: () => caller.planChanges.offer({ number }),
    upgrade: async (overrides: Partial<UpgradeInput> = {}) => {
      const offer = overrides.shownTotalCents ?? (await caller.planChanges.offer({ number })).upgrade;
      const shownTotalCents = typeof offer === 'number' ? offer : (offer?.quote.totalCents ?? 0);
      return caller.planChanges.upgrade({
        number,
        ...FAMILY,
        shownTotalCents,
        idempotencyKey: randomUUID(),
        ...overrides,
      });
    },
    downgrade: () => caller.planChanges.downgrade({ number }),
    keepFamily: () => caller.planChanges.keepFamily({ number }),
  };
}

type PlanUpgrade = Parameters<ReturnType<TestCheckout['caller']>['businessPlanChanges']['upgrade']>[0];

export const AGREED = { contractAgree: true, termsAgree: true, privacyAgree: true };

/** Like `buyChangeable`, for a business plan. By default, it upgrades plan 8 to plan 7. */
export async function buyBusinessPlan(
  checkout: TestCheckout,
  purchase: Parameters<typeof businessPlanPurchase>[0] = {},
) {
  const account = await makeAccount(checkout.deps.db);
  const caller = checkout.caller(account);
  const { purchaseId } = await caller.businessPlans.purchase(businessPlanPurchase(purchase));
  const { offer, downgrade, keep } = caller.businessPlanChanges;
  return {
    ...(await watchSubscription(checkout, account, purchaseId)),
    caller,
    find: async () => {
      const plan = await caller.businessPlans.mine();
      if (!plan) throw new Error('The account has no plan');
      return plan;
    },
    offer: (plan = 7) => offer({ plan }),
    upgrade: async (overrides: Partial<PlanUpgrade> = {}) => {
      const plan = overrides.plan ?? 7;
      const shownTotalCents =
        overrides.shownTotalCents ?? (await offer({ plan })).upgrade?.quote.totalCents ?? 0;
      return caller.businessPlanChanges.upgrade({
        plan,
        ...AGREED,
        shownTotalCents: shownTotalCents,
        idempotencyKey: randomUUID(),
        ...overrides,
      });
    },
    downgrade: (plan: number) => downgrade({ plan }),
    keep,
  };
}
