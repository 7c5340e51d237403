import type { Context } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import { enqueueCompletionLink } from '../receipt/receipt-mail.service.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { buyerKeysOf } from './buyer.ts';
import { chargePurchase } from './charge-purchase.service.ts';
import type { PurchaseAttempt } from './create-purchase.service.ts';
import { findOwnPurchase, findPurchase, updateOpenAttempt } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';

/** How long one submission waits for another of the same purchase that is under way. */
const WAIT_MS = 15_000;
const POLL_MS = 100;
/** After this long without a sign of life, an open purchase may be taken over. */
export const IDLE_MS = 30_000;

/** Who waits for the answer: a caller at one of the doors, or staff, who charge a saved card. */
type Pursuer = Pick<Context, 'deps' | 'ip'> & { entryPoint: Context['entryPoint'] | 'staff' };

/** Brings a placed purchase to its answer, or waits for the submission that already does. */
export async function submitPurchase(
  ctx: Pursuer,
  { purchase, fresh }: PurchaseAttempt,
  token: string,
): Promise<PurchaseResult> {
  const known = resultOf(purchase);
  if (known) return known;
  const mine = fresh || (await takeOver(ctx.deps, purchase));
  if (!mine) return waitForResult(ctx, purchase);
  await refuseAfterDeclines(ctx, purchase);
  return answerDeclines(ctx, purchase, () =>
    chargePurchase(ctx.deps, purchase, {
      token,
      confirmable: ctx.entryPoint === 'web',
      resumed: !fresh,
      offSession: ctx.entryPoint === 'staff',
    }),
  );
}

/** The buyer has answered the bank in the browser: reads what became of the payment (3-D Secure). */
export async function confirmPurchase(ctx: Context, purchaseId: string): Promise<PurchaseResult> {
  const purchase = await findOwnPurchase(ctx.deps.db, purchaseId, buyerKeysOf(ctx));
  if (!purchase) throw new AppError('PURCHASE_NOT_FOUND');
  if (purchase.status === 'paid') return { status: 'paid', purchaseId };
  if (purchase.status === 'failed') throw declined(purchase.failureMessage);
  return answerDeclines(ctx, purchase, () => applyChargeOutcome(ctx.deps, purchase));
}

function resultOf(purchase: Purchase): PurchaseResult | undefined {
  return purchase.status === 'paid' ? { status: 'paid', purchaseId: purchase.id } : undefined;
}

function declined(message: string | null): AppError {
  return new AppError('CARD_DECLINED', message ? { message } : {});
}

/** An open purchase that its driver left behind goes to whoever submits it again. */
async function takeOver(deps: Deps, purchase: Purchase): Promise<boolean> {
  const idle = purchase.heartbeatAt.getTime() < deps.now().getTime() - IDLE_MS;
  if (purchase.status === 'requires_action') return true;
  return idle && updateOpenAttempt(deps.db, purchase, { heartbeatAt: deps.now() });
}

async function waitForResult(ctx: Pursuer, { id, attempt }: Purchase): Promise<PurchaseResult> {
  for (let waited = 0; waited < WAIT_MS; waited += POLL_MS) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const purchase = await findPurchase(ctx.deps.db, id);
    if (!purchase || purchase.attempt !== attempt || purchase.status === 'refunded') break;
    if (purchase.status === 'failed') throw declined(purchase.failureMessage);
    const known = resultOf(purchase);
    if (known) return known;
    if (purchase.status === 'requires_action') {
      return answerDeclines(ctx, purchase, () => applyChargeOutcome(ctx.deps, purchase));
    }
  }
  throw new AppError('PAYMENT_UNCONFIRMED');
}

/** Ten declined cards an hour end the tries of an account, or of a guest's address (DESIGN D49). */
async function refuseAfterDeclines(ctx: Pursuer, purchase: Purchase): Promise<void> {
  if (await ctx.deps.limits.isExhausted('decline', declineKey(ctx, purchase))) {
    throw new AppError('TOO_MANY_DECLINES');
  }
}

function declineKey(ctx: Pursuer, purchase: Purchase): string {
  return purchase.accountId ? `account:${purchase.accountId}` : `ip:${ctx.ip}`;
}

/**
 * Says a refusal in the card network's own words; an older client whose bank asks back gets a link by mail. Staff have
 * no purchase that a link could open again.
 */
async function answerDeclines(
  ctx: Pursuer,
  purchase: Purchase,
  drive: () => Promise<PurchaseResult>,
): Promise<PurchaseResult> {
  try {
    return await drive();
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
    if (error.needsAction) {
      if (ctx.entryPoint !== 'staff') {
        await enqueueCompletionLink(ctx.deps, purchase);
      }
      throw new AppError('CARD_CHECK_NEEDED');
    }
    await ctx.deps.limits.takeKey('decline', declineKey(ctx, purchase)).catch(() => {});
    throw declined(error.message);
  }
}
