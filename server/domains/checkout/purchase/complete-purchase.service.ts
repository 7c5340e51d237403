import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { releaseAttempt, takeOverAttempt } from './attempt.repository.ts';
import { throwUnconfirmed } from './attempt.service.ts';
import { listBuyerKeys } from './buyer.ts';
import { chargePurchase } from './charge-purchase.service.ts';
import type { PurchaseAttempt } from './create-purchase.service.ts';
import { findOwnPurchase, findPurchase } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';

/** How long one submission waits for another submission of the same purchase. */
const MAX_WAIT_MS = 15_000;
const POLL_MS = 100;

/** Staff charge a saved card while the cardholder isn't present. */
export type Submitter = Pick<Context, 'deps' | 'ip'> & { entryPoint: Context['entryPoint'] | 'staff' };

/** Charges the attempt, or waits for the submission that is already charging it. */
export async function completePurchase(
  ctx: Submitter,
  { purchase, isNew }: PurchaseAttempt,
  token: string,
): Promise<PurchaseResult> {
  if (purchase.status === 'paid') return toPaidResult(purchase);
  const claimedPurchase = isNew ? purchase : await takeOverAttempt(ctx.deps.db, purchase);
  if (!claimedPurchase) return waitForResult(ctx, purchase).catch(throwUnconfirmed);
  try {
    await requireDeclineAllowance(ctx, claimedPurchase);
    return await reportDeclines(ctx, claimedPurchase, () =>
      chargePurchase(ctx.deps, claimedPurchase, { token, resumed: !isNew }),
    );
  } catch (error) {
    // If this fails too, the claim expires on its own.
    await releaseAttempt(ctx.deps.db, claimedPurchase.id).catch(() => {});
    throw error;
  }
}

/** Reads the payment's state after the buyer has confirmed it with the bank (3-D Secure). */
export async function confirmPurchase(ctx: Context, purchaseId: string): Promise<PurchaseResult> {
  const purchase = await findOwnPurchase(ctx.deps.db, purchaseId, listBuyerKeys(ctx));
  if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
  if (purchase.status === 'paid') return toPaidResult(purchase);
  if (hasFailed(purchase)) throw toError(purchase);
  return reportDeclines(ctx, purchase, () => applyChargeOutcome(ctx.deps, purchase)).catch(throwUnconfirmed);
}

function toPaidResult({ id }: Purchase): PurchaseResult {
  return { status: 'paid', purchaseId: id };
}

/** True if the attempt ended without a charge, or its charge was returned because it couldn't be fulfilled. */
function hasFailed({ status, failureCode }: Purchase): boolean {
  return status === 'failed' || (status === 'refunded' && failureCode !== null);
}

/** Codes whose stored message is kept: it is usually Stripe's, or says what happened. */
const EXPLAINED_FAILURES = new Set(['CARD_DECLINED', 'CHARGE_RETURNED']);

/** Converts a stored failure to an error. Most codes have a fixed message. */
function toError({
  failureCode,
  failureMessage,
}: Pick<Purchase, 'failureCode' | 'failureMessage'>): AppError {
  const code = failureCode ?? 'CARD_DECLINED';
  return new AppError(code, {
    message: EXPLAINED_FAILURES.has(code) ? (failureMessage ?? undefined) : undefined,
  });
}

async function waitForResult(ctx: Submitter, { id }: Purchase): Promise<PurchaseResult> {
  for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const purchase = await findPurchase(ctx.deps.db, id);
    if (purchase && hasFailed(purchase)) throw toError(purchase);
    if (!purchase || purchase.status === 'refunded') break;
    if (purchase.status === 'paid') return toPaidResult(purchase);
    if (purchase.status === 'requires_action') {
      return reportDeclines(ctx, purchase, () => applyChargeOutcome(ctx.deps, purchase));
    }
  }
  throw new AppError('PAYMENT_UNCONFIRMED');
}

/**
 * Throws TOO_MANY_DECLINES if the hourly limit is reached. It applies per account or, for guests, per IP
 * address.
 */
async function requireDeclineAllowance(ctx: Submitter, purchase: Purchase): Promise<void> {
  if (await ctx.deps.limits.isExhausted('decline', getDeclineKey(ctx, purchase))) {
    throw new AppError('TOO_MANY_DECLINES');
  }
}

function getDeclineKey(ctx: Submitter, purchase: Purchase): string {
  return purchase.accountId ? `account:${purchase.accountId}` : `ip:${ctx.ip}`;
}

/**
 * Counts a decline and reports it with Stripe's message. If the bank requires a confirmation that this client
 * can't show, throws CARD_CHECK_NEEDED and emails the buyer a link. Staff get no link, because no page could
 * open it for them.
 */
async function reportDeclines(
  ctx: Submitter,
  purchase: Purchase,
  charge: () => Promise<PurchaseResult>,
): Promise<PurchaseResult> {
  try {
    return await charge();
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    if (error.needsAction) {
      if (ctx.entryPoint !== 'staff') await enqueueCompletionLink(ctx.deps, purchase);
      throw new AppError('CARD_CHECK_NEEDED');
    }
    await ctx.deps.limits.takeKey('decline', getDeclineKey(ctx, purchase)).catch(() => {});
    throw toError({ failureCode: error.code, failureMessage: error.message });
  }
}

/** Emails a link that reopens the purchase in a browser, which can confirm the payment with the bank. */
async function enqueueCompletionLink({ db, jobs, kinds }: Deps, purchase: Purchase): Promise<void> {
  const { id, kind, email, totalCents } = purchase;
  const { greetingName } = kinds[kind].summarize(purchase);
  const completeUrl = { kind: 'complete-purchase', id } as const;
  const props = { firstname: greetingName, totalCents, completeUrl };
  await inTransaction(db, (trx) => jobs.enqueue(trx, 'mail', { mail: 'complete-payment', to: email, props }));
}
