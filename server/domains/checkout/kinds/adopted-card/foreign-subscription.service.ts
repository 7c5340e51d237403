import type { Deps } from '../../../../platform/deps.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { findSale, readSoldSubscription } from '../../../payments/stripe-sale.service.ts';
import {
  listPaidInvoices,
  readSubscription,
  type StripeInvoice,
  type StripeSubscription,
} from '../../../payments/stripe-subscription.service.ts';
import { isAdoptable, toAdoptedQuote } from './adopted-sale.ts';

/** A subscription at Stripe that another system started, with all the data that the import stores. */
export interface ForeignSubscription {
  customerId: string | null;
  current: StripeSubscription;
  /** The paid invoices, oldest first. */
  invoices: StripeInvoice[];
  quote: Quote;
}

export interface SubscriptionRefusal {
  column: 'stripe_subscription_id' | 'stripe_customer_id';
  refusal: string;
}

const refuseSubscription = (refusal: string): SubscriptionRefusal => ({
  column: 'stripe_subscription_id',
  refusal,
});

/**
 * Reads a subscription before it is imported. Changes nothing at Stripe. `customerId` is the customer that it
 * must belong to, if the file names one.
 */
export async function readForeignSubscription(
  deps: Pick<Deps, 'stripe'>,
  { id, customerId, planId }: { id: string; customerId: string | null; planId: number },
): Promise<ForeignSubscription | SubscriptionRefusal> {
  const sale = await findSale(deps, id);
  if (sale?.type !== 'subscription') {
    return refuseSubscription('Stripe doesn’t have this subscription. Check the id and the Stripe account.');
  }
  if (customerId !== null && sale.customerId !== customerId) {
    return {
      column: 'stripe_customer_id',
      refusal: 'The subscription belongs to another customer at Stripe. Correct one of the two ids.',
    };
  }
  if (!isAdoptable(sale)) {
    return refuseSubscription('This subscription doesn’t pay for a person’s membership. Leave out the row.');
  }
  const soldSubscription = await readSoldSubscription(deps, id);
  const current = await readSubscription(deps, id);
  if (!soldSubscription || !current) {
    return refuseSubscription(
      'Only a subscription that is active or past due and renews each month or year can be imported. Leave out its id, and write the day until which the member has paid.',
    );
  }
  const invoices = await listPaidInvoices(deps, id);
  return { customerId: sale.customerId, current, invoices, quote: toAdoptedQuote(planId, soldSubscription) };
}
