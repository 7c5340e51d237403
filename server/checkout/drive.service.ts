import { inTransaction } from '#db/client.ts';
import { keepProviderCustomer } from '../accounts/provider-customer.service.ts';
import { releasePromoHold } from '../catalog/promo-code.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { CardDeclined } from '../payments/provider-errors.ts';
import {
  attachCard,
  createCustomer,
  createSubscription,
  findSubscriptionOf,
} from '../payments/provider-order.service.ts';
import {
  endSubscription,
  readFirstPayment,
  readSubscription,
  unwindSubscription,
} from '../payments/provider-subscription.service.ts';
import { type PurchaseChange, updateOpenAttempt } from './purchase.repository.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settleFree, settlePaid } from './settle.service.ts';

export interface DriveOptions {
  /** The browser's token; null for the sweeper, which has none. */
  token: string | null;
  /** The buyer's browser can answer the bank's further question. */
  confirmable: boolean;
  /** Another driver may have been here before and died. */
  resumed: boolean;
}

/**
 * Takes an open purchase through the card network to its end, from wherever it stands. Safe to call again at any
 * point: each step either finds what an earlier call left, or repeats it under the same key (DESIGN D18, D43).
 * Throws `CardDeclined` after a definite refusal, and PAYMENT_UNCONFIRMED where the outcome is still open.
 */
export async function drivePurchase(
  deps: Deps,
  start: Purchase,
  options: DriveOptions,
): Promise<PurchaseResult> {
  if (start.quote.free) return settleFree(deps, start.id);
  try {
    const customer = await requireCustomer(deps, start);
    const subscription =
      start.providerSubscriptionId ??
      (options.resumed ? await findSubscriptionOf(deps, orderOf(start), customer) : undefined) ??
      (await beginSubscription(deps, start, customer, options));
    // Where the attempt is over by now, what is charged still has to be settled or given back.
    await record(deps, start, { providerSubscriptionId: subscription });
    return await concludePurchase(deps, { ...start, providerSubscriptionId: subscription });
  } catch (error) {
    // A definite refusal before anything could be charged.
    const refused =
      error instanceof CardDeclined || (error instanceof AppError && error.code === 'CARD_INVALID');
    if (refused) await failAttempt(deps, start, error.message);
    throw error;
  }
}

/** Reads what became of the first charge, and settles or fails the purchase accordingly. */
export async function concludePurchase(deps: Deps, purchase: Purchase): Promise<PurchaseResult> {
  const id = purchase.providerSubscriptionId;
  const found = id ? await readSubscription(deps, id) : undefined;
  if (!id || !found) throw new AppError('PAYMENT_UNCONFIRMED');
  if (found.status === 'active' || found.status === 'trialing') {
    if (found.latestInvoice?.totalCents === purchase.totalCents) return settlePaid(deps, purchase.id, found);
    return refuseAmount(deps, purchase, id);
  }
  if (found.status !== 'incomplete' || !found.clientSecret) {
    await failAttempt(deps, purchase, 'Your card was declined.');
    throw new CardDeclined('Your card was declined.');
  }
  const payment = await readFirstPayment(deps, found.clientSecret);
  if (payment.state === 'processing') throw new AppError('PAYMENT_UNCONFIRMED');
  if (payment.state === 'confirm') {
    await requireOpen(record(deps, purchase, { status: 'requires_action' }));
    return { status: 'requires_action', purchaseId: purchase.id, clientSecret: found.clientSecret };
  }
  // Ended first, so that it can never be paid later; then the row says so.
  await endSubscription(deps, id);
  await failAttempt(deps, purchase, payment.message);
  throw new CardDeclined(payment.message);
}

/** Ends an attempt that was not charged: the use of the promo code is free again. */
export async function failAttempt(deps: Deps, purchase: Purchase, message: string): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const failed = await updateOpenAttempt(trx, purchase, { status: 'failed', failureMessage: message });
    if (failed) await releasePromoHold(trx, purchase.id);
  });
}

/**
 * Gives up an attempt that its buyer never confirmed. The provider's objects go first: a payment confirmed in this
 * moment must not meet a failed purchase; what it charged all the same is given back.
 */
export async function abandonPurchase(deps: Deps, purchase: Purchase): Promise<void> {
  if (purchase.providerSubscriptionId) await unwindSubscription(deps, purchase.providerSubscriptionId);
  await failAttempt(deps, purchase, 'The payment was not confirmed in time.');
}

/** The provider charged something else than we computed: give it back, whatever the reason was. */
async function refuseAmount(deps: Deps, purchase: Purchase, subscription: string): Promise<never> {
  deps.log.error({ purchase: purchase.id, subscription }, 'the provider charged another amount; refunding');
  await unwindSubscription(deps, subscription);
  await inTransaction(deps.db, async (trx) => {
    const refunded = await updateOpenAttempt(trx, purchase, { status: 'refunded' });
    if (refunded) await releasePromoHold(trx, purchase.id);
  });
  throw new AppError('PRICE_CHANGED');
}

function orderOf(purchase: Purchase) {
  return { purchaseId: purchase.id, attempt: purchase.attempt, quote: purchase.quote };
}

/** Notes a step's result on the attempt; false where the attempt is over. */
function record(deps: Deps, purchase: Purchase, change: PurchaseChange): Promise<boolean> {
  return updateOpenAttempt(deps.db, purchase, { ...change, attemptedAt: deps.now() });
}

/** A driver whose attempt was ended by somebody else must not go on to charge. */
async function requireOpen(recorded: Promise<boolean>): Promise<void> {
  if (!(await recorded)) throw new AppError('PAYMENT_UNCONFIRMED');
}

async function requireCustomer(deps: Deps, purchase: Purchase): Promise<string> {
  if (purchase.providerCustomerId) return purchase.providerCustomerId;
  const customer = await createCustomer(deps, {
    key: `purchase:${purchase.id}`,
    email: purchase.email,
    name: purchase.email,
  });
  await requireOpen(record(deps, purchase, { providerCustomerId: customer }));
  if (purchase.accountId) await keepProviderCustomer(deps.db, purchase.accountId, customer);
  return customer;
}

async function beginSubscription(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  { token, confirmable }: DriveOptions,
): Promise<string> {
  const method = purchase.paymentMethodId ?? (await requireCard(deps, purchase, customer, token));
  return createSubscription(deps, orderOf(purchase), customer, method, confirmable);
}

async function requireCard(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  token: string | null,
): Promise<string> {
  // Only the browser has the card: without it nothing was charged and nothing can be.
  if (!token) throw new CardDeclined('The purchase was interrupted before your card was charged.');
  const card = await attachCard(deps, orderOf(purchase), customer, token);
  await requireOpen(record(deps, purchase, { ...card }));
  return card.paymentMethodId;
}
