import type { Stripe } from '@stripe/stripe-js';
import type { z } from 'zod';
import type { paymentSetup } from '#server/checkout/kinds/card/card-purchase.schema.ts';

type PaymentSetup = z.infer<typeof paymentSetup>;

const loaded = new Map<string, Promise<Stripe>>();

async function load({ provider, publishableKey }: PaymentSetup): Promise<Stripe> {
  if (provider === 'sandbox') {
    const { createSandboxStripe } = await import('./sandbox-stripe.ts');
    return createSandboxStripe(publishableKey);
  }
  // The package's main entry would load Stripe's script on import.
  const { loadStripe } = await import('@stripe/stripe-js/pure/index.js');
  const stripe = await loadStripe(publishableKey);
  if (stripe === null) throw new Error('There is no window to take a card in');
  return stripe;
}

/** Loads Stripe's browser library once. After a failure, the next call tries again. */
export function loadStripeClient(setup: PaymentSetup): Promise<Stripe> {
  const key = `${setup.provider}:${setup.publishableKey}`;
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const loading = load(setup).catch((error: unknown) => {
    loaded.delete(key);
    throw error;
  });
  loaded.set(key, loading);
  return loading;
}
