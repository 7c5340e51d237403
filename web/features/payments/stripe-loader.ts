import type { Stripe } from '@stripe/stripe-js';
import type { z } from 'zod';
import type { paymentSetup } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';

type PaymentSetup = z.infer<typeof paymentSetup>;

const stripeByKey = new Map<string, Promise<Stripe>>();

async function loadProvider({ provider, publishableKey }: PaymentSetup): Promise<Stripe> {
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

/**
 * Loads Stripe's browser library, or the sandbox's, once per key. After a failure, the next call tries again.
 */
export function loadStripeClient(setup: PaymentSetup): Promise<Stripe> {
  const key = `${setup.provider}:${setup.publishableKey}`;
  const cachedStripe = stripeByKey.get(key);
  if (cachedStripe !== undefined) return cachedStripe;
  const stripeLoad = loadProvider(setup).catch((error: unknown) => {
    stripeByKey.delete(key);
    throw error;
  });
  stripeByKey.set(key, stripeLoad);
  return stripeLoad;
}
