import { inTransaction, type Trx } from '#db/client.ts';
import { consumePromoHold } from '../catalog/promo-code.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { addMonths } from '../lib/dates.ts';
import { type ProviderSubscription, unwindSubscription } from '../payments/provider-subscription.service.ts';
import { openSubscription } from '../payments/subscription.service.ts';
import { type DeliveredMembership, deliverCard } from './card-delivery.service.ts';
import type { PurchaseResult } from './card-purchase.schema.ts';
import { findPurchase, lockPurchase, updateLockedPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseKind } from './purchase.schema.ts';
import { enqueueReceipt } from './receipt-mail.service.ts';

export interface Delivery {
  subscriptionId: string;
  now: Date;
}

/** What a paid purchase of each kind brings: rows in other domains, written in the settling transaction. */
type Deliver = (trx: Trx, purchase: Purchase, delivery: Delivery) => Promise<DeliveredMembership>;

const DELIVERIES: Record<PurchaseKind, Deliver> = { card: deliverCard };

/**
 * Settles what the provider has charged: in one transaction the purchase becomes paid and everything it brings
 * exists. Safe to call any number of times, by request, webhook and sweeper alike. A charge that belongs to an
 * attempt which another one replaced is given back.
 */
export async function settlePaid(
  deps: Deps,
  purchaseId: string,
  provider: ProviderSubscription,
): Promise<PurchaseResult> {
  const settled = await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return purchase.providerSubscriptionId === provider.id;
    if (purchase.status === 'refunded' || provider.attempt !== purchase.attempt) return false;
    const now = deps.now();
    const subscriptionId = await openSubscription(trx, {
      purchaseId,
      accountId: purchase.accountId,
      providerId: provider.id,
      periodStart: provider.periodStart,
      periodEnd: provider.periodEnd,
      invoice: provider.latestInvoice,
    });
    await deliver(deps, trx, purchase, {
      subscriptionId,
      now,
      providerSubscriptionId: provider.id,
      periodEnd: provider.periodEnd,
    });
    return true;
  });
  if (!settled) {
    deps.log.warn(
      { purchase: purchaseId, subscription: provider.id },
      'a replaced attempt was charged; refunding',
    );
    await unwindSubscription(deps, provider.id);
    const purchase = await findPurchase(deps.db, purchaseId);
    if (purchase?.status !== 'paid') throw new AppError('PAYMENT_UNCONFIRMED');
  }
  return { status: 'paid', purchaseId };
}

/** Settles a purchase that a free promo code brought to 0: one period, which ends by itself (DESIGN D25). */
export async function settleFree(deps: Deps, purchaseId: string): Promise<PurchaseResult> {
  await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return;
    const now = deps.now();
    const periodEnd = addMonths(now, purchase.quote.interval === 'year' ? 12 : 1);
    const subscriptionId = await openSubscription(trx, {
      purchaseId,
      accountId: purchase.accountId,
      providerId: null,
      periodStart: now,
      periodEnd,
      invoice: null,
    });
    await deliver(deps, trx, purchase, {
      subscriptionId,
      now,
      providerSubscriptionId: null,
      periodEnd,
    });
  });
  return { status: 'paid', purchaseId };
}

interface Settlement extends Delivery {
  providerSubscriptionId: string | null;
  periodEnd: Date;
}

async function deliver(deps: Deps, trx: Trx, purchase: Purchase, settlement: Settlement): Promise<void> {
  const { now, periodEnd, providerSubscriptionId } = settlement;
  const membership = await DELIVERIES[purchase.kind](trx, purchase, settlement);
  if (purchase.promoCode) await consumePromoHold(trx, purchase.id);
  await updateLockedPurchase(trx, purchase.id, { status: 'paid', settledAt: now, providerSubscriptionId });
  await enqueueReceipt(deps, trx, purchase, {
    membership,
    paidAt: now,
    periodEnd,
  });
}
