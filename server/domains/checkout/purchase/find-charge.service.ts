import type { Deps } from '../../../platform/deps.ts';
import { createSubscription, findOrderSubscription } from '../../payments/stripe-order.service.ts';
import { createPayment, findOrderPayment } from '../../payments/stripe-payment.service.ts';
import type { Purchase } from './purchase.schema.ts';

const SUBSCRIPTION_CHARGE = {
  column: 'providerSubscriptionId',
  find: findOrderSubscription,
  create: createSubscription,
} as const;
const PAYMENT_CHARGE = {
  column: 'providerPaymentId',
  find: findOrderPayment,
  create: createPayment,
} as const;

export const getChargeType = ({ kinds }: Pick<Deps, 'kinds'>, { kind }: Purchase) =>
  kinds[kind].billing === 'once' ? PAYMENT_CHARGE : SUBSCRIPTION_CHARGE;

export function toStripeOrder(purchase: Purchase) {
  const { id, attempt, kind, accountId, quote, isOffSession } = purchase;
  return { purchaseId: id, attempt, kind, accountId, quote, offSession: isOffSession };
}

/** Returns the purchase with the id of its attempt's charge, or undefined if Stripe has no charge for it. */
export async function findCharge(deps: Deps, purchase: Purchase): Promise<Purchase | undefined> {
  const { column, find } = getChargeType(deps, purchase);
  if (purchase[column]) return purchase;
  // The customer is saved before anything is charged.
  if (!purchase.providerCustomerId) return undefined;
  const charge = await find(deps, toStripeOrder(purchase), purchase.providerCustomerId);
  return charge === undefined ? undefined : { ...purchase, [column]: charge };
}
