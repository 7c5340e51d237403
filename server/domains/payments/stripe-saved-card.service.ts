import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import type { AttachedCard } from './stripe-order.service.ts';

/** The card that Stripe charges for a subscription's renewals. */
export interface SavedCard extends AttachedCard {
  customer: string;
}

/** Returns the subscription's own card or, if it has none, its customer's default card. */
export async function findSavedCard(
  { stripe }: Pick<Deps, 'stripe'>,
  subscriptionId: string,
): Promise<SavedCard | undefined> {
  try {
    const { customer, default_payment_method } = await callStripe(() =>
      stripe.subscriptions.retrieve(subscriptionId, {
        expand: ['default_payment_method', 'customer', 'customer.invoice_settings.default_payment_method'],
      }),
    );
    if (typeof customer === 'string' || customer.deleted) return undefined;
    const method = default_payment_method ?? customer.invoice_settings.default_payment_method;
    return method === null || typeof method === 'string' ? undefined : toCard(customer.id, method);
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

function toCard(customer: string, { id, card }: Stripe.PaymentMethod): SavedCard {
  return {
    customer,
    paymentMethodId: id,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardFingerprint: card?.fingerprint ?? null,
  };
}

/**
 * Removes the saved cards, the name, and the email address of a customer at Stripe. The customer stays,
 * because its payments can still be refunded or disputed. Safe to repeat.
 */
export async function anonymizeCustomer({ stripe }: Pick<Deps, 'stripe'>, customer: string): Promise<void> {
  try {
    for await (const { id } of stripe.paymentMethods.list({ customer, limit: 100 })) {
      await callStripe(() => stripe.paymentMethods.detach(id));
    }
    await callStripe(() => stripe.customers.update(customer, { name: '', email: '' }));
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

/** False for a customer that was deleted at Stripe. */
export async function hasCustomer({ stripe }: Pick<Deps, 'stripe'>, customer: string): Promise<boolean> {
  try {
    return (await callStripe(() => stripe.customers.retrieve(customer))).deleted !== true;
  } catch (error) {
    if (isResourceMissing(error)) return false;
    throw error;
  }
}
