import { inTransaction, type Trx } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import {
  findPaidPeriod,
  listPaidInvoices,
  readSubscription,
} from '../../payments/stripe-subscription.service.ts';
import {
  findBillingOfPurchase,
  openSubscription,
} from '../../payments/subscriptions/subscription.service.ts';
import type { StartedSubscription } from '../purchase/kind.ts';
import { lockPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { requestReceipt } from '../purchase/settle-purchase.service.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import { isFulfilled } from './purchase-file.repository.ts';
import { RepairRefused } from './repair-errors.ts';
import { type Repairer, recordRepair, requirePurchase, syncSale } from './repair-purchase.service.ts';

type StripePeriod = Pick<StartedSubscription, 'periodEnd'> & { periodStart: Date };

export interface UnfulfilledPurchase extends PurchaseCase {
  purchase: Purchase;
  providerSubscriptionId: string;
  /** The last period that was paid for at Stripe. */
  period: StripePeriod;
}

/** Throws RepairRefused unless the purchase is paid and its membership or business plan is missing. */
export async function findUnfulfilledPurchase(deps: Deps, id: string): Promise<UnfulfilledPurchase> {
  const { purchase, ...purchaseCase } = await findCase(deps, id);
  if (!purchase) throw new RepairRefused(`We have no purchase for ${id}. Adopt it or refund it.`);
  const { providerSubscriptionId } = purchase;
  if (purchase.status !== 'paid') throw new RepairRefused(`This purchase is ${purchase.status}.`);
  if (deps.kinds[purchase.kind].billing === 'once' || (await isFulfilled(deps.db, purchase.id))) {
    throw new RepairRefused('Nothing is missing: this purchase was fulfilled.');
  }
  if (!providerSubscriptionId)
    throw new RepairRefused('A free purchase can’t be repaired. Give the buyer a new code.');
  const period = await readPaidPeriod(deps, providerSubscriptionId);
  return { ...purchaseCase, purchase, providerSubscriptionId, period };
}

/**
 * Creates the missing membership or business plan of a paid purchase from its cart, and emails the receipt
 * again, because a new card has a new number.
 */
export async function fulfillCase(
  deps: Deps,
  unfulfilledPurchase: UnfulfilledPurchase,
  repairer: Repairer,
): Promise<Purchase> {
  const { purchase, sales, providerSubscriptionId, period } = unfulfilledPurchase;
  await recordRepair(deps, 'fulfill', unfulfilledPurchase, repairer);
  await inTransaction(deps.db, (trx) => fulfillAgain(deps, trx, purchase.id, providerSubscriptionId, period));
  // The subscription may have ended or renewed in the meantime.
  for (const sale of sales) await syncSale(deps, sale);
  return requirePurchase(deps, purchase.id);
}

async function readPaidPeriod(deps: Deps, providerId: string): Promise<StripePeriod> {
  const period =
    findPaidPeriod(await listPaidInvoices(deps, providerId)) ?? (await readSubscription(deps, providerId));
  if (!period) throw new RepairRefused(`Stripe has no subscription ${providerId}.`);
  return period;
}

async function fulfillAgain(
  deps: Deps,
  trx: Trx,
  purchaseId: string,
  providerId: string,
  { periodStart, periodEnd }: StripePeriod,
): Promise<void> {
  const purchase = await lockPurchase(trx, purchaseId);
  if (!purchase || (await isFulfilled(trx, purchaseId))) return;
  const kind = deps.kinds[purchase.kind];
  const now = deps.now();
  const conflict = await kind.findConflict(trx, purchase, now);
  if (conflict) throw new RepairRefused(`${conflict} Refund this purchase.`);
  const billing = await findBillingOfPurchase(trx, purchaseId);
  const { accountId } = purchase;
  const id =
    billing?.subscriptionId ??
    (await openSubscription(trx, { purchaseId, accountId, providerId, periodStart, periodEnd }));
  const subscription = { id, providerId, periodEnd };
  const fulfillment = await kind.fulfill(deps, trx, purchase, { now, subscription });
  await requestReceipt(deps, trx, purchase, {
    ...fulfillment,
    paidAt: purchase.settledAt ?? now,
    periodEnd,
  });
}
