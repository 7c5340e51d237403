import { inTransaction, type Trx } from '#db/client.ts';
import { consumePromoHold } from '../../catalog/promo-code.service.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { addMonths } from '../../lib/dates.ts';
import {
  type StripePayment,
  toOneTimeInvoice,
  unwindPayment,
} from '../../payments/stripe-payment.service.ts';
import { type StripeSubscription, unwindSubscription } from '../../payments/stripe-subscription.service.ts';
import { openSubscription } from '../../payments/subscription.service.ts';
import {
  deliverSignup,
  isSignupOutrun,
} from '../kinds/affiliate-signup/affiliate-signup-delivery.service.ts';
import { deliverBusinessPlan, isOutrun } from '../kinds/business-plan/business-plan-delivery.service.ts';
import { deliverCard } from '../kinds/card/card-delivery.service.ts';
import {
  deliverReplacement,
  isReplacementOutrun,
} from '../kinds/card-replacement/card-replacement-delivery.service.ts';
import {
  areSeatsOutrun,
  deliverCorporate,
  deliverSeats,
  isCorporateOutrun,
} from '../kinds/corporate/corporate-delivery.service.ts';
import { enqueueReceipt } from '../receipt/receipt-mail.service.ts';
import {
  findPurchase,
  lockPurchase,
  type PurchaseChange,
  updateLockedPurchase,
  updateOpenAttempt,
} from './purchase.repository.ts';
import {
  type OneOffKind,
  oneOffKind,
  type Purchase,
  type PurchaseResult,
  type SubscriptionKind,
  subscriptionKind,
} from './purchase.schema.ts';
import { recordPayments } from './record-payments.service.ts';

export interface Settlement {
  subscriptionId: string;
  /** Null for a free period. */
  providerSubscriptionId: string | null;
  periodEnd: Date;
  now: Date;
}

/** A single charge: no subscription stands behind it. */
export type OneOffSettlement = Pick<Settlement, 'now'>;

/**
 * What a paid purchase of each kind brings: rows in other domains, written in the settling transaction. Returns the
 * card's number for the receipt, null where it is about no single card.
 */
type Deliver<S> = (deps: Deps, trx: Trx, purchase: Purchase, settlement: S) => Promise<string | null>;

const DELIVERIES: Record<SubscriptionKind, Deliver<Settlement>> = {
  card: async (_deps, trx, purchase, settlement) => (await deliverCard(trx, purchase, settlement)).number,
  'affiliate-signup': deliverSignup,
  'business-plan': async (...args) => {
    await deliverBusinessPlan(...args);
    return null;
  },
  corporate: deliverCorporate,
};

const ONE_OFF_DELIVERIES: Record<OneOffKind, Deliver<OneOffSettlement>> = {
  'company-seats': deliverSeats,
  'card-replacement': deliverReplacement,
};

/** What the provider has charged for an attempt, as far as settling it needs to know. */
interface Charged {
  id: string;
  attempt: number | undefined;
  column: 'providerSubscriptionId' | 'providerPaymentId';
  unwind: (deps: Deps, id: string) => Promise<void>;
}

/**
 * Settles what the provider has charged: in one transaction the purchase becomes paid and everything it brings
 * exists. Safe to call any number of times, by request, webhook and sweeper alike. A charge that belongs to an
 * attempt which another one replaced is given back.
 */
async function settle(
  deps: Deps,
  purchaseId: string,
  { id, attempt, column, unwind }: Charged,
  bring: (trx: Trx, purchase: Purchase) => Promise<void>,
): Promise<PurchaseResult> {
  const settled = await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return purchase[column] === id;
    if (purchase.status === 'refunded' || attempt !== purchase.attempt) return false;
    if (await isOvertaken(trx, purchase, deps.now())) return false;
    await bring(trx, purchase);
    return true;
  });
  if (!settled) {
    deps.log.warn({ purchase: purchaseId, charge: id }, 'a replaced attempt was charged; refunding');
    await unwind(deps, id);
    // A subscription that was ended says so; a single charge that was given back looks at the provider as if it stood.
    const isOpen = column === 'providerPaymentId' && attempt !== undefined;
    if (isOpen && (await updateOpenAttempt(deps.db, { id: purchaseId, attempt }, { status: 'refunded' }))) {
      throw new AppError('PRICE_CHANGED');
    }
    const purchase = await findPurchase(deps.db, purchaseId);
    if (purchase?.status !== 'paid') throw new AppError('PAYMENT_UNCONFIRMED');
  }
  return { status: 'paid', purchaseId };
}

/** Settles a purchase whose subscription has its first bill paid. */
export function settleSubscription(
  deps: Deps,
  purchaseId: string,
  provider: StripeSubscription,
): Promise<PurchaseResult> {
  const { id, attempt, periodStart, periodEnd, latestInvoice } = provider;
  const charged: Charged = { id, attempt, column: 'providerSubscriptionId', unwind: unwindSubscription };
  return settle(deps, purchaseId, charged, async (trx, purchase) => {
    const { accountId } = purchase;
    const billing = { purchaseId, accountId, providerId: id, periodStart, periodEnd };
    const subscriptionId = await openSubscription(trx, billing);
    const now = deps.now();
    await deliver(deps, trx, purchase, { subscriptionId, now, providerSubscriptionId: id, periodEnd });
    if (latestInvoice) await recordPayments(deps, trx, purchaseId, [latestInvoice]);
  });
}

/** Settles a purchase that was charged once. */
export function settlePayment(
  deps: Deps,
  purchaseId: string,
  payment: StripePayment,
): Promise<PurchaseResult> {
  const { id, attempt } = payment;
  const charged: Charged = { id, attempt, column: 'providerPaymentId', unwind: unwindPayment };
  return settle(deps, purchaseId, charged, async (trx, purchase) => {
    await deliverOneOff(deps, trx, purchase, { providerPaymentId: id });
    await recordPayments(deps, trx, purchaseId, [toOneTimeInvoice(payment, deps.now())]);
  });
}

/** What an account has once only may have been bought by another purchase meanwhile. */
async function isOvertaken(trx: Trx, purchase: Purchase, now: Date): Promise<boolean> {
  if (purchase.kind === 'business-plan') return isOutrun(trx, purchase, now);
  if (purchase.kind === 'corporate') return isCorporateOutrun(trx, purchase, now);
  if (purchase.kind === 'company-seats') return areSeatsOutrun(trx, purchase, now);
  if (purchase.kind === 'card-replacement') return isReplacementOutrun(trx, purchase, now);
  return purchase.kind === 'affiliate-signup' && isSignupOutrun(trx, purchase);
}

/** Settles what costs nothing: by a free promo code one period, which ends by itself (DESIGN D25), or a single charge of 0. */
export async function settleFree(deps: Deps, purchaseId: string): Promise<PurchaseResult> {
  await inTransaction(deps.db, async (trx) => {
    const purchase = await lockPurchase(trx, purchaseId);
    if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
    if (purchase.status === 'paid') return;
    if (purchase.quote.interval === 'once') return deliverOneOff(deps, trx, purchase, {});
    const now = deps.now();
    const periodEnd = addMonths(now, purchase.quote.interval === 'year' ? 12 : 1);
    const subscriptionId = await openSubscription(trx, {
      purchaseId,
      accountId: purchase.accountId,
      providerId: null,
      periodStart: now,
      periodEnd,
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

async function deliver(deps: Deps, trx: Trx, purchase: Purchase, settlement: Settlement): Promise<void> {
  const { now, periodEnd, providerSubscriptionId } = settlement;
  const bring = DELIVERIES[subscriptionKind.parse(purchase.kind)];
  const membershipNumber = await bring(deps, trx, purchase, settlement);
  await close(deps, trx, purchase, { membershipNumber, now, periodEnd, change: { providerSubscriptionId } });
}

/** The same for a single charge, or for one that came to 0. */
async function deliverOneOff(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  change: PurchaseChange,
): Promise<void> {
  const now = deps.now();
  const bring = ONE_OFF_DELIVERIES[oneOffKind.parse(purchase.kind)];
  const membershipNumber = await bring(deps, trx, purchase, { now });
  await close(deps, trx, purchase, { membershipNumber, now, periodEnd: null, change });
}

/** Paid, its use of the promo code final, its receipt on the way. */
async function close(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  {
    membershipNumber,
    now,
    periodEnd,
    change,
  }: { membershipNumber: string | null; now: Date; periodEnd: Date | null; change: PurchaseChange },
): Promise<void> {
  if (purchase.promoCode) await consumePromoHold(trx, purchase.id);
  await updateLockedPurchase(trx, purchase.id, { ...change, status: 'paid', settledAt: now });
  await enqueueReceipt(deps, trx, purchase, { membershipNumber, paidAt: now, periodEnd });
}
