import { inTransaction, type Trx } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import { AppError } from '../../../lib/errors.ts';
import { derivedId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { releasePromoHold } from '../../catalog/promo-code.service.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { type PurchaseChange, updateOpenAttempt } from './attempt.repository.ts';
import { findPayerAddress } from './buyer.ts';
import { findPurchase } from './purchase.repository.ts';
import { type FailureCode, failureCode, type Purchase } from './purchase.schema.ts';

export function updateAttempt(deps: Deps, purchase: Purchase, change: PurchaseChange): Promise<boolean> {
  return updateOpenAttempt(deps.db, purchase, change);
}

/**
 * Replaces an outage with PAYMENT_UNCONFIRMED. Use this once an attempt may have been charged, because an
 * outage then leaves its outcome unknown (D62).
 */
export function toUnconfirmed(error: unknown): unknown {
  const isOutage = error instanceof AppError ? error.code === 'UNAVAILABLE' : isDatabaseOutage(error);
  return isOutage ? new AppError('PAYMENT_UNCONFIRMED', { cause: error }) : error;
}

/** Use this if an earlier request may have charged the attempt. */
export function throwUnconfirmed(error: unknown): never {
  throw toUnconfirmed(error);
}

/**
 * Throws PAYMENT_UNCONFIRMED if the update found no open attempt, because the attempt ended, was replaced, or
 * was taken over by another process.
 */
export async function requireOpenAttempt(isUpdated: Promise<boolean>): Promise<void> {
  if (!(await isUpdated)) throw new AppError('PAYMENT_UNCONFIRMED');
}

export interface Failure {
  code: FailureCode;
  message: string;
}

/** Returns undefined unless the error means that the attempt has ended and nothing was charged. */
export function toFailure(error: unknown): Failure | undefined {
  if (!(error instanceof CardDeclined || error instanceof AppError)) return undefined;
  const { data: code } = failureCode.safeParse(error.code);
  return code && { code, message: error.message };
}

/**
 * Ends an attempt that wasn't charged, and releases its promo code. Emails the buyer if they are no longer
 * waiting on the page. Returns false if the attempt had already ended, was replaced, or was taken over by
 * another process.
 */
export function failAttempt(deps: Deps, purchase: Purchase, { code, message }: Failure): Promise<boolean> {
  return inTransaction(deps.db, async (trx) => {
    const change = { status: 'failed', failureCode: code, failureMessage: message } as const;
    if (!(await updateOpenAttempt(trx, purchase, change))) return false;
    await releasePromoHold(trx, purchase.id);
    if (isUnattended(purchase)) await enqueueFailureMail(deps, trx, purchase);
    return true;
  });
}

/** Emails a link to try again to a buyer who wasn't waiting when the purchase failed. */
async function enqueueFailureMail({ jobs, kinds }: Deps, trx: Trx, purchase: Purchase): Promise<void> {
  const { id, kind, email, totalCents } = purchase;
  const { greetingName } = kinds[kind].summarize(purchase);
  const tryAgainUrl = { kind: 'complete-purchase', id } as const;
  const props = { firstname: greetingName, totalCents, tryAgainUrl };
  await jobs.enqueue(trx, 'mail', { mail: 'purchase-failed', to: email, props });
}

/**
 * True if the buyer isn't waiting for the outcome. While a bank confirmation is open, the buyer may still
 * complete it. Staff who charge a saved card see the outcome.
 */
function isUnattended({ status, isIdle, isExpired, isOffSession }: Purchase): boolean {
  return isIdle && (status === 'pending' || isExpired) && !isOffSession;
}

/**
 * Refunds a successful charge that isn't wanted anymore, and emails the buyer once, because a bank statement shows
 * a charge that no page knows (D67). Safe to repeat.
 */
export async function returnCharge(
  deps: Deps,
  purchaseId: string,
  chargeId: string,
  unwind: (deps: Deps, charge: string) => Promise<void>,
): Promise<void> {
  await unwind(deps, chargeId);
  await inTransaction(deps.db, async (trx) => {
    const purchase = await findPurchase(trx, purchaseId);
    if (!purchase || purchase.totalCents === 0) return;
    const { status, totalCents, cardBrand, cardLast4 } = purchase;
    const props = {
      firstname: deps.kinds[purchase.kind].summarize(purchase).greetingName,
      amountCents: totalCents,
      card: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
      purchaseNumber: purchase.id,
      isPaid: status === 'paid',
    };
    const to = await findPayerAddress(trx, purchase);
    const id = derivedId(`charge-returned:${chargeId}`, purchase.id);
    await deps.jobs.enqueue(trx, 'mail', { mail: 'charge-returned', to, props }, { id });
  });
}

export async function refundWrongAmount(
  deps: Deps,
  purchase: Purchase,
  chargeId: string,
  unwind: (deps: Deps, charge: string) => Promise<void>,
): Promise<never> {
  deps.log.error(
    { purchase: purchase.id, charge: chargeId },
    'refunding a charge that differs from the quote',
  );
  await returnCharge(deps, purchase.id, chargeId, unwind);
  await inTransaction(deps.db, async (trx) => {
    const isRefunded = await updateOpenAttempt(trx, purchase, { status: 'refunded' });
    if (isRefunded) await releasePromoHold(trx, purchase.id);
  });
  throw new AppError('PRICE_CHANGED');
}
