import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { holdPromoCode } from '../../catalog/promo-code.service.ts';
import type { Quote } from '../../catalog/quote.schema.ts';
import { type AcceptedText, recordAgreements } from '../../content/content.service.ts';
import { restartPurchase } from './attempt.repository.ts';
import { computeFingerprint } from './fingerprint.ts';
import {
  findPurchaseByKey,
  findPurchasesByCart,
  hasOtherPaidPurchase,
  insertPurchase,
  lockPurchase,
  savePurchaseKey,
} from './purchase.repository.ts';
import { isOpen, type Purchase, type PurchaseKindName, type SavedCard } from './purchase.schema.ts';

export interface PurchaseOrder {
  kind: PurchaseKindName;
  buyer: { key: string; accountId: string | null; providerCustomerId: string | null };
  idempotencyKey: string;
  cart: unknown;
  quote: Quote;
  email: string;
  /** The account of the affiliate who referred the buyer. */
  referrerId?: string | null;
  /** The name of the referrer's link that the buyer had followed. */
  referralLink?: string | null;
  agreements: readonly AcceptedText[];
  ip: string;
  /** A card that is already saved at Stripe. */
  card?: SavedCard | undefined;
  /** Runs at the start of each new attempt's transaction, and throws to refuse the attempt. */
  admit?: (trx: Trx) => Promise<void>;
  /** True if the buyer can confirm the payment with the bank in this browser. */
  isConfirmable: boolean;
  /** True if the saved card is charged while the cardholder isn't present. */
  isOffSession: boolean;
  /** True if the client sent no key, so we derived one. */
  isKeyDerived?: boolean;
  /** The buyer's paid purchases of the same cart when the submission began. */
  paidIds: readonly string[];
}

export interface PurchaseAttempt {
  purchase: Purchase;
  /** True if this call created the attempt and therefore must charge it. */
  isNew: boolean;
}

type SubmittedKey = Pick<PurchaseOrder, 'idempotencyKey' | 'cart'> & { buyer: { key: string } };

/** Like `findPurchaseOfKey`, but also returns undefined if the same key may buy again. */
export async function findSubmittedPurchase(
  deps: Deps,
  submitted: SubmittedKey,
): Promise<PurchaseAttempt | undefined> {
  const purchase = await findPurchaseOfKey(deps, submitted);
  return !purchase || isRetriable(purchase) ? undefined : { purchase, isNew: false };
}

/**
 * Finds the purchase that this key created or joined. Throws KEY_REUSED if the key was used with a different
 * cart.
 */
export async function findPurchaseOfKey(
  deps: Deps,
  { buyer, idempotencyKey, cart }: SubmittedKey,
): Promise<Purchase | undefined> {
  const purchase = await findPurchaseByKey(deps.db, buyer.key, idempotencyKey);
  if (purchase && purchase.fingerprint !== computeFingerprint(cart)) throw new AppError('KEY_REUSED');
  return purchase;
}

/** True if the attempt has ended without fulfilling the purchase. The same key may then buy again. */
export function isRetriable({ status, settledAt }: Purchase): boolean {
  return status === 'failed' || (status === 'refunded' && !settledAt);
}

type CartOrder = Pick<PurchaseOrder, 'kind' | 'idempotencyKey' | 'cart' | 'isKeyDerived'> & {
  buyer: { key: string };
};

/** The buyer's purchases of a cart at the time they submit it. */
export interface SameCart {
  /** The purchase that the submission continues, if there is one. */
  purchase: Purchase | undefined;
  paidIds: readonly string[];
}

/**
 * Finds the buyer's open purchase of this cart, or one that was paid after `paidIds` was read. If the key was
 * derived, also finds one paid in the last 30 minutes (D54).
 */
export async function findSameCart(
  deps: Deps,
  { kind, cart, buyer, isKeyDerived }: CartOrder,
  paidIds?: readonly string[],
): Promise<SameCart> {
  const key = { buyerKey: buyer.key, kind, fingerprint: computeFingerprint(cart) };
  const purchases = await findPurchasesByCart(deps.db, key);
  const paidPurchases = purchases.filter(({ status }) => status === 'paid');
  const knownIds = paidIds ?? paidPurchases.map(({ id }) => id);
  const isSameSubmission = ({ id, isRecent }: (typeof paidPurchases)[number]) =>
    !knownIds.includes(id) || (isKeyDerived && isRecent);
  return {
    purchase: purchases.find(isOpen) ?? paidPurchases.find(isSameSubmission),
    paidIds: knownIds,
  };
}

/** Links this key to the buyer's purchase of the same cart, if there is one. */
export async function continueSameCart(
  deps: Deps,
  { idempotencyKey, buyer }: CartOrder,
  purchase: Purchase | undefined,
): Promise<PurchaseAttempt | undefined> {
  if (!purchase) return undefined;
  await savePurchaseKey(deps.db, { buyerKey: buyer.key, idempotencyKey, purchaseId: purchase.id });
  return { purchase, isNew: false };
}

/**
 * Inserts the pending purchase and holds its promo code, before anything is sent to Stripe. The same key and
 * cart return the existing purchase or, if that failed or was refunded, its next attempt. Another key joins
 * the buyer's open purchase of the same cart (D54). Throws KEY_REUSED if the key was used with a different
 * cart. If the key's purchase is already known to have failed or to have been refunded, pass its id as
 * `failedId`.
 */
export async function createPurchase(
  deps: Deps,
  order: PurchaseOrder,
  failedId?: string,
): Promise<PurchaseAttempt> {
  if (failedId) return startNextAttempt(deps, failedId, order);
  const fingerprint = computeFingerprint(order.cart);
  const now = deps.now();
  const insertedPurchase = await inTransaction(deps.db, async (trx) => {
    await order.admit?.(trx);
    const purchase = await insertPurchase(trx, {
      id: newId(),
      kind: order.kind,
      accountId: order.buyer.accountId,
      buyerKey: order.buyer.key,
      providerCustomerId: order.buyer.providerCustomerId,
      idempotencyKey: order.idempotencyKey,
      fingerprint,
      cart: order.cart,
      quote: order.quote,
      promoCode: order.quote.promo?.code ?? null,
      email: order.email,
      referrerId: order.referrerId ?? null,
      referralLink: order.referralLink ?? null,
      isConfirmable: order.isConfirmable,
      isOffSession: order.isOffSession,
      ...order.card,
    });
    if (!purchase) return undefined;
    await requireUnpaidCart(trx, purchase, order.paidIds);
    await holdCode(trx, purchase, now);
    await recordAgreements(trx, order.agreements, {
      accountId: order.buyer.accountId,
      purchaseId: purchase.id,
      ip: order.ip,
      agreedAt: now,
    });
    return purchase;
  });
  if (insertedPurchase) return { purchase: insertedPurchase, isNew: true };

  const existingPurchase = await findPurchaseByKey(deps.db, order.buyer.key, order.idempotencyKey);
  if (!existingPurchase) {
    const sameCart = await findSameCart(deps, order, order.paidIds);
    return (await continueSameCart(deps, order, sameCart.purchase)) ?? createPurchase(deps, order);
  }
  if (existingPurchase.fingerprint !== fingerprint) throw new AppError('KEY_REUSED');
  return isRetriable(existingPurchase)
    ? startNextAttempt(deps, existingPurchase.id, order)
    : { purchase: existingPurchase, isNew: false };
}

/**
 * Throws PURCHASE_UNDER_WAY if another tab has paid for the cart since the submission began. The database
 * rejects the insert while another purchase of the cart is open, but only a query after the insert finds one
 * that was paid in the meantime.
 */
async function requireUnpaidCart(trx: Trx, purchase: Purchase, paidIds: readonly string[]): Promise<void> {
  if (await hasOtherPaidPurchase(trx, purchase, paidIds)) throw new AppError('PURCHASE_UNDER_WAY');
}

function holdCode(trx: Parameters<typeof holdPromoCode>[0], purchase: Purchase, now: Date): Promise<void> {
  if (!purchase.promoCode) return Promise.resolve();
  return holdPromoCode(trx, {
    purchaseId: purchase.id,
    code: purchase.promoCode,
    buyerKey: purchase.buyerKey,
    accountId: purchase.accountId,
    email: purchase.email,
    now,
  });
}

async function startNextAttempt(
  deps: Deps,
  id: string,
  order: Pick<PurchaseOrder, 'quote' | 'admit' | 'card' | 'isConfirmable' | 'isOffSession' | 'paidIds'>,
): Promise<PurchaseAttempt> {
  const now = deps.now();
  return inTransaction(deps.db, async (trx) => {
    await order.admit?.(trx);
    const lockedPurchase = await lockPurchase(trx, id);
    if (!lockedPurchase) throw new AppError('PURCHASE_NOT_FOUND');
    // Another tab retried first.
    if (!isRetriable(lockedPurchase)) return { purchase: lockedPurchase, isNew: false };
    const purchase = await restartPurchase(trx, id, {
      attempt: lockedPurchase.attempt + 1,
      quote: order.quote,
      isConfirmable: order.isConfirmable,
      isOffSession: order.isOffSession,
      ...order.card,
    });
    await requireUnpaidCart(trx, purchase, order.paidIds);
    await holdCode(trx, purchase, now);
    return { purchase, isNew: true };
  });
}
