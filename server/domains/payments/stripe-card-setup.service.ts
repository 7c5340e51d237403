import Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

export interface CardSetup {
  id: string;
  /** The browser uses this secret to send the card to Stripe and to complete the bank's authentication. */
  clientSecret: string;
}

/** `owner` identifies who may use the setup. A repeated call with the same `key` returns the same setup. */
export async function createCardSetup(
  { stripe }: StripeDeps,
  { customer, owner, key }: { customer: string; owner: string; key: string },
): Promise<CardSetup> {
  const { id, client_secret } = await callStripe(() =>
    stripe.setupIntents.create(
      {
        customer,
        usage: 'off_session',
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        metadata: { owner },
      },
      { idempotencyKey: `setup:${owner}:${key}:${customer}` },
    ),
  );
  if (!client_secret) throw new Error(`Setup ${id} has no client secret`);
  return { id, clientSecret: client_secret };
}

export interface StartedSetup {
  id: string;
  customer: string;
  /** The saved card. Null until the browser has sent one and the bank has accepted it. */
  paymentMethodId: string | null;
}

export type CompletedSetup = StartedSetup & { paymentMethodId: string };

/** Returns undefined if the owner has no such setup. */
export async function findSetupOf(
  { stripe }: StripeDeps,
  owner: string,
  id: string,
): Promise<StartedSetup | undefined> {
  try {
    const { status, metadata, customer, payment_method } = await callStripe(() =>
      stripe.setupIntents.retrieve(id),
    );
    const customerId = toId(customer);
    if (metadata?.owner !== owner || !customerId) return undefined;
    return {
      id,
      customer: customerId,
      paymentMethodId: status === 'succeeded' ? toId(payment_method) : null,
    };
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

const toId = (reference: string | { id: string } | null) =>
  typeof reference === 'string' ? reference : (reference?.id ?? null);

/** Makes the setup's card the default card for its customer's new invoices. */
export async function setCustomerCard(
  { stripe }: StripeDeps,
  { id, customer, paymentMethodId }: CompletedSetup,
): Promise<void> {
  await callStripe(() =>
    stripe.customers.update(
      customer,
      { invoice_settings: { default_payment_method: paymentMethodId } },
      { idempotencyKey: `setup:${id}:${customer}` },
    ),
  );
}

/**
 * Makes the setup's card the one that Stripe charges for a subscription. Does nothing if the subscription has
 * ended.
 */
export async function setSubscriptionCard(
  { stripe }: StripeDeps,
  subscription: string,
  { id, paymentMethodId }: CompletedSetup,
): Promise<void> {
  try {
    await callStripe(() =>
      stripe.subscriptions.update(
        subscription,
        { default_payment_method: paymentMethodId },
        { idempotencyKey: `setup:${id}:${subscription}` },
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { ended_at } = await callStripe(() => stripe.subscriptions.retrieve(subscription));
    if (ended_at === null) throw error;
  }
}
