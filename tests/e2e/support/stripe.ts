import type Stripe from 'stripe';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import {
  newBuyer,
  newProduct,
  subscriptionParams,
} from '../../server/integrations/stripe-sandbox/purchases.ts';

/** Creates a client for the Stripe account of a product's sandbox, like other software with its key. */
export function openStripe({ dataDir }: ProductProcess): Stripe {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The product has no sandbox');
  return createStripe({ secretKey: 'sk_test_journey', apiUrl: address.url });
}

/** Creates a subscription that only Stripe has, paid with a Visa card ending in 4242. */
export async function sellAtStripe(
  stripe: Stripe,
  email: string,
): Promise<{ subscription: string; customer: string }> {
  const plan = await newProduct(stripe, 'Individual');
  const buyer = await newBuyer(stripe, 'visa', { email });
  const { id } = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
  return { subscription: id, customer: buyer.customer };
}
