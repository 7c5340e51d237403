import { randomUUID } from 'node:crypto';
import type { CardPurchaseInput } from '#server/checkout/kinds/card/card-purchase.schema.ts';
import type { UpgradeInput } from '#server/checkout/kinds/family-upgrade/family-upgrade.schema.ts';
import { syncChangedPlan } from '#server/checkout/plan-change/sync-plan.service.ts';
import { syncSubscription } from '#server/checkout/purchase/sync/sync-subscription.service.ts';
import { makeAccount } from '../factories/account.ts';
import { cardPurchase, type TestCheckout } from './checkout.ts';

export const FAMILY = {
  spouseFirstName: 'Ida',
  spouseLastName: 'Smith',
  members: [{ name: 'Tom Smith' }],
};

/**
 * Buys a membership. Returns functions that change its plan as its owner would, and functions that read its
 * state.
 */
export async function buyChangeable(checkout: TestCheckout, purchase: Partial<CardPurchaseInput> = {}) {
  const account = await makeAccount(checkout.deps.db);
  const caller = checkout.caller(account);
  const { purchaseId } = await caller.checkout.buyCard(cardPurchase(purchase));
  const { providerSubscriptionId, providerCustomerId } = await checkout.findPurchase(purchaseId);
  const providerId = String(providerSubscriptionId);
  const find = async () => {
    const [membership] = await caller.memberships.mine();
    if (!membership) throw new Error('The account has no membership');
    return membership;
  };
  const { number } = await find();
  const readSubscription = () =>
    checkout.deps.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
  const { id: subscriptionId } = await readSubscription();
  const readPayments = () =>
    checkout.deps.db
      .selectFrom('payments')
      .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
      .select(['payments.amountCents', 'payments.refundedCents'])
      .where('purchases.accountId', '=', account.id)
      .orderBy('payments.paidAt')
      .orderBy('payments.id')
      .execute();
  return {
    account,
    caller,
    number,
    purchaseId,
    customer: String(providerCustomerId),
    find,
    readSubscription,
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
    /** Does the work of the job that a plan change enqueues. */
    syncPlan: () => syncChangedPlan(checkout.deps, subscriptionId),
    sync: () => syncSubscription(checkout.deps, providerId),
    /** Reads the renewal price of each item of the subscription from Stripe, in cents. */
    priceAtStripe: async () => {
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
