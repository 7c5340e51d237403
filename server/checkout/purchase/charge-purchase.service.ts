import { saveProviderCustomer } from '../../accounts/provider-customer.service.ts';
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
import { failAttempt, requireOpenAttempt, updateAttempt } from './attempt.service.ts';
import type { Purchase, PurchaseResult } from './purchase.schema.ts';
import { settleFree } from './settle-purchase.service.ts';

export interface ChargeOptions {
  /** The payment token from the browser. The sweeper has none. */
  token: string | null;
  /** The buyer can confirm the payment with the bank in this browser. */
  confirmable: boolean;
  /** Another process may have charged this attempt and crashed. */
  resumed: boolean;
  /** Charges the card saved on the purchase while the cardholder is absent. */
  offSession?: boolean;
}

const SUBSCRIPTION = {
  column: 'providerSubscriptionId',
  find: findSubscriptionOf,
  create: createSubscription,
} as const;
const PAYMENT = { column: 'providerPaymentId', find: findPaymentOf, create: createPayment } as const;

const chargeTypeOf = (purchase: Purchase) => (kindOf(purchase).billing === 'once' ? PAYMENT : SUBSCRIPTION);

/**
 * Charges an open purchase at Stripe. Safe to call again at any point: each step finds what an earlier call created, or
 * repeats it under the same idempotency key. Throws `CardDeclined` after a definite decline, and PAYMENT_UNCONFIRMED
 * while the outcome is unknown.
 */
export async function chargePurchase(
  deps: Deps,
  purchase: Purchase,
  options: ChargeOptions,
): Promise<PurchaseResult> {
  if (purchase.quote.free) return settleFree(deps, purchase.id);
  const { column, find } = chargeTypeOf(purchase);
  try {
    const customer = await requireCustomer(deps, purchase);
    const charge =
      purchase[column] ??
      (options.resumed ? await find(deps, orderOf(purchase), customer) : undefined) ??
      (await createCharge(deps, purchase, customer, options));
    // Even if the attempt is over by now, its charge must be settled or refunded.
    await updateAttempt(deps, purchase, { [column]: charge });
    return await applyChargeOutcome(deps, { ...purchase, [column]: charge });
  } catch (error) {
    // After these errors, nothing was charged.
    const isDeclined =
      error instanceof CardDeclined || (error instanceof AppError && error.code === 'CARD_INVALID');
    if (isDeclined) await failAttempt(deps, purchase, error.message);
    throw error;
  }
}

function orderOf(purchase: Purchase) {
  const { id, attempt, kind, accountId, quote } = purchase;
  return { purchaseId: id, attempt, kind, accountId, quote };
}

async function requireCustomer(deps: Deps, purchase: Purchase): Promise<string> {
  if (purchase.providerCustomerId) return purchase.providerCustomerId;
  const customer = await createCustomer(deps, {
    key: `purchase:${purchase.id}`,
    email: purchase.email,
    name: purchase.email,
  });
  await requireOpenAttempt(updateAttempt(deps, purchase, { providerCustomerId: customer }));
  if (purchase.accountId) await saveProviderCustomer(deps.db, purchase.accountId, customer);
  return customer;
}

async function createCharge(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  { token, confirmable, offSession = false }: ChargeOptions,
): Promise<string> {
  const method = purchase.paymentMethodId ?? (await requireCard(deps, purchase, customer, token));
  const order = { ...orderOf(purchase), offSession };
  return chargeTypeOf(purchase).create(deps, order, customer, method, confirmable);
}

async function requireCard(
  deps: Deps,
  purchase: Purchase,
  customer: string,
  token: string | null,
): Promise<string> {
  // Without a token there is no card to charge, and nothing has been charged yet.
  if (!token) throw new CardDeclined('The purchase was interrupted before your card was charged.');
  const card = await attachCard(deps, orderOf(purchase), customer, token);
  await requireOpenAttempt(updateAttempt(deps, purchase, { ...card }));
  return card.paymentMethodId;
}
