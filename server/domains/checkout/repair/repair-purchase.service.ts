import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { consumePromoHold, releasePromoHold } from '../../catalog/promo-code.service.ts';
import { postBalanceOfCharge } from '../../payments/balance-transaction.service.ts';
import { cancelPayment } from '../../payments/stripe-payment.service.ts';
import { listSaleCharges, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { endSubscription } from '../../payments/stripe-subscription.service.ts';
import { findSubscriptionByProvider } from '../../payments/subscriptions/subscription.service.ts';
import { abandonPurchase } from '../purchase/abandon-purchase.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import { isOpen, type Purchase } from '../purchase/purchase.schema.ts';
import { syncCharge } from '../purchase/sync/sync-charge.service.ts';
import { syncPayment } from '../purchase/sync/sync-payment.service.ts';
import { syncSubscription } from '../purchase/sync/sync-subscription.service.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import { RepairRefused } from './repair-errors.ts';

/** Who repairs a purchase and why. Recorded in the audit log. */
export interface Repairer {
  /** Null if the command was run without an account. */
  actorId: string | null;
  reason: string | null;
}

export const REPAIR_ACTIONS = ['settle', 'fail', 'refund', 'adopt', 'fulfill', 'correct'] as const;
export type RepairAction = (typeof REPAIR_ACTIONS)[number];

/** Call this before changing anything, so that even a repair that a crash interrupts is recorded. */
export async function recordRepair(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  action: RepairAction,
  { id, purchase }: PurchaseCase,
  { actorId, reason }: Repairer,
  change?: { before: string | null; after: string | null },
): Promise<void> {
  const subject = purchase ? `purchase:${purchase.id}` : `stripe:${id}`;
  await recordAudit(db, {
    actorId,
    reason,
    action: `purchase.${action}`,
    subject,
    at: now(),
    ...(change ? { change } : {}),
  });
}

export interface SettleableCase extends PurchaseCase {
  purchase: Purchase;
}

/** Throws RepairRefused if there is nothing to settle. */
export async function findSettleableCase(deps: Deps, id: string): Promise<SettleableCase> {
  const { purchase, ...purchaseCase } = await findCase(deps, id);
  if (!purchase) throw new RepairRefused(`We have no purchase for ${id}. Adopt it or refund it.`);
  if (isOpen(purchase) && purchaseCase.sales.length === 0) {
    throw new RepairRefused('Stripe has nothing for this purchase, so you can only fail it.');
  }
  return { ...purchaseCase, purchase };
}

/**
 * Syncs a purchase's sales from Stripe, with their charges, refunds, and disputes. Then, unless the purchase
 * is still open, makes the use of its promo code final or releases it.
 */
export async function settleCase(
  deps: Deps,
  purchaseCase: SettleableCase,
  repairer: Repairer,
): Promise<Purchase> {
  const { purchase, sales } = purchaseCase;
  await recordRepair(deps, 'settle', purchaseCase, repairer);
  for (const sale of sales) await syncSale(deps, sale);
  await settleHold(deps, purchase.id);
  return requirePurchase(deps, purchase.id);
}

export async function syncSale(deps: Deps, sale: StripeSale): Promise<void> {
  await (sale.type === 'subscription' ? syncSubscription(deps, sale.id) : syncPayment(deps, sale.id));
  for (const { id, status } of await listSaleCharges(deps, sale)) {
    if (status !== 'succeeded') continue;
    await syncCharge(deps, id);
    await postBalanceOfCharge(deps, id);
  }
}

/** Consumes a paid purchase's promo code, and releases a failed or refunded one's. */
async function settleHold(deps: Deps, purchaseId: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const purchase = await findPurchase(trx, purchaseId);
    if (!purchase?.promoCode || isOpen(purchase)) return;
    await (purchase.status === 'paid' ? consumePromoHold : releasePromoHold)(trx, purchaseId);
  });
}

/**
 * Throws RepairRefused if there is nothing to end, if the subscription pays for a membership, or if Stripe has
 * charged for it and not refunded everything.
 */
export async function findFailableCase(deps: Deps, id: string): Promise<PurchaseCase> {
  const purchaseCase = await findCase(deps, id);
  const { purchase, sales } = purchaseCase;
  for (const sale of sales) {
    if (await isInUse(deps, sale)) {
      throw new RepairRefused(
        `${sale.id} pays for a membership. Cancel the membership or refund the charge.`,
      );
    }
    const charges = await listSaleCharges(deps, sale);
    const isPaid = charges.some(
      (charge) => charge.status === 'succeeded' && charge.refundedCents < charge.amountCents,
    );
    if (isPaid)
      throw new RepairRefused(`Stripe has charged for ${sale.id}. Settle it, adopt it, or refund it.`);
  }
  if (purchase?.status === 'paid' && sales.length === 0) throw new RepairRefused('This purchase is paid.');
  return purchaseCase;
}

/**
 * Fails the open purchase of a failable case. Also cancels its subscriptions and payments at Stripe, so that nothing more can be
 * charged, even if our database has no purchase for them.
 */
export async function failCase(
  deps: Deps,
  purchaseCase: PurchaseCase,
  repairer: Repairer,
): Promise<Purchase | undefined> {
  const { purchase, sales } = purchaseCase;
  await recordRepair(deps, 'fail', purchaseCase, repairer);
  for (const sale of sales) {
    await (sale.type === 'subscription' ? endSubscription(deps, sale.id) : cancelPayment(deps, sale.id));
  }
  if (!purchase) return undefined;
  if (isOpen(purchase)) await abandonPurchase(deps, purchase);
  await settleHold(deps, purchase.id);
  return requirePurchase(deps, purchase.id);
}

async function isInUse(deps: Deps, { type, id }: StripeSale): Promise<boolean> {
  const subscription = type === 'subscription' ? await findSubscriptionByProvider(deps.db, id) : undefined;
  return subscription !== undefined && subscription.endedAt === null;
}

export async function requirePurchase(deps: Deps, id: string): Promise<Purchase> {
  const purchase = await findPurchase(deps.db, id);
  if (!purchase) throw new RepairRefused(`We have no purchase ${id}.`);
  return purchase;
}
