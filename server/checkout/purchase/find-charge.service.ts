import type { Deps } from '../../deps.ts';
import { createSubscription, findSubscriptionOf } from '../../payments/stripe-order.service.ts';
import { createPayment, findPaymentOf } from '../../payments/stripe-payment.service.ts';
import { kindOf } from '../kinds/index.ts';
import type { Purchase } from './purchase.schema.ts';

const SUBSCRIPTION_CHARGE = {
  column: 'providerSubscriptionId',
  find: findSubscriptionOf,
  create: createSubscription,
} as const;
const PAYMENT_CHARGE = { column: 'providerPaymentId', find: findPaymentOf, create: createPayment } as const;

export const chargeTypeOf = (purchase: Purchase) =>
  kindOf(purchase).billing === 'once' ? PAYMENT_CHARGE : SUBSCRIPTION_CHARGE;

export function orderOf(purchase: Purchase) {
  const { id, attempt, kind, accountId, quote, isOffSession } = purchase;
  return { purchaseId: id, attempt, kind, accountId, quote, offSession: isOffSession };
}

/** The purchase with its attempt's charge as Stripe has it; undefined if Stripe has none. */
export async function findCharge(deps: Deps, purchase: Purchase): Promise<Purchase | undefined> {
  const { column, find } = chargeTypeOf(purchase);
  if (purchase[column]) return purchase;
  // The customer is saved before anything is charged.
  if (!purchase.providerCustomerId) return undefined;
  const charge = await find(deps, orderOf(purchase), purchase.providerCustomerId);
  return charge === undefined ? undefined : { ...purchase, [column]: charge };
}
