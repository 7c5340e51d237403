import type Stripe from 'stripe';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import {
  newBuyer,
  newProduct,
  subscriptionParams,
} from '../../server/integrations/stripe-sandbox/purchases.ts';

/** Opens the Stripe account of a product's sandbox, as other software with its key would. */
export function openStripe({ dataDir }: ProductProcess): Stripe {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The product has no sandbox');
  return createStripe({ secretKey: 'sk_test_journey', apiUrl: address.url });
}

/** Sells a subscription that only Stripe knows, with a Visa card ending in 4242. */
export async function sellAtStripe(
  stripe: Stripe,
  email: string,
): Promise<{ subscription: string; customer: string }> {
  const plan = await newProduct(stripe, 'Individual');
  const buyer = await newBuyer(stripe, 'visa', { email });
  const { id } = await stripe.subscriptions.create(subscriptionParams(buyer, { plan }));
  return { subscription: id, customer: buyer.customer };
}
