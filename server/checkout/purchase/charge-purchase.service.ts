import { keepProviderCustomer } from '../../accounts/provider-customer.service.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { CardDeclined } from '../../payments/stripe-errors.ts';
import {
  attachCard,
  createCustomer,
  createSubscription,
  findSubscriptionOf,
} from '../../payments/stripe-order.service.ts';
import { createPayment, findPaymentOf } from '../../payments/stripe-payment.service.ts';
import { kindOf } from '../kinds/index.ts';
import { applyChargeOutcome } from './apply-charge-outcome.service.ts';
import { failAttempt, record, requireOpen } from './attempt.service.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settleFree } from './settle-purchase.service.ts';

export interface ChargeOptions {
  /** The browser's token; null for the sweeper, which has none. */
  token: string | null;
  /** The buyer's browser can answer the bank's further question. */
  confirmable: boolean;
  /** Another driver may have been here before and died. */
  resumed: boolean;
  /** Nobody is there who holds the card: it was saved before, and stands on the purchase. */
  offSession?: boolean;
}

/** How a purchase is charged: by a subscription, or once by a payment of its own. */
const SUBSCRIPTION = {
  column: 'providerSubscriptionId',
  find: findSubscriptionOf,
  begin: createSubscription,
} as const;
const PAYMENT = { column: 'providerPaymentId', find: findPaymentOf, begin: createPayment } as const;

const chargingOf = (purchase: Purchase) => (kindOf(purchase).billing === 'once' ? PAYMENT : SUBSCRIPTION);

/**
 * Takes an open purchase through the card network to its end, from wherever it stands. Safe to call again at any
 * point: each step either finds what an earlier call left, or repeats it under the same key (DESIGN D18, D43).
 * Throws `CardDeclined` after a definite refusal, and PAYMENT_UNCONFIRMED where the outcome is still open.
 */
export async function chargePurchase(
  deps: Deps,
  start: Purchase,
  options: ChargeOptions,
): Promise<PurchaseResult> {
  if (start.quote.free) return settleFree(deps, start.id);
  const { column, find } = chargingOf(start);
  try {
    const customer = await requireCustomer(deps, start);
    const charge =
      start[column] ??
      (options.resumed ? await find(deps, orderOf(start), customer) : undefined) ??
      (await beginCharge(deps, start, customer, options));
    // Where the attempt is over by now, what is charged still has to be settled or given back.
    await record(deps, start, { [column]: charge });
    return await applyChargeOutcome(deps, { ...start, [column]: charge });
  } catch (error) {
    // A definite refusal before anything could be charged.
    const refused =
      error instanceof CardDeclined || (error instanceof AppError && error.code === 'CARD_INVALID');
    if (refused) await failAttempt(deps, start, error.message);
    throw error;
  }
}

function orderOf(purchase: Purchase) {
  return { purchaseId: purchase.id, attempt: purchase.attempt, quote: purchase.quote };
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

async function beginCharge(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  { token, confirmable, offSession = false }: ChargeOptions,
): Promise<string> {
  const method = purchase.paymentMethodId ?? (await requireCard(deps, purchase, customer, token));
  const order = { ...orderOf(purchase), offSession };
  return chargingOf(purchase).begin(deps, order, customer, method, confirmable);
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
