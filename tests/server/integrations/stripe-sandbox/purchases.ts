import type Stripe from 'stripe';

let count = 0;

export interface Buyer {
  readonly customer: string;
  readonly card: string;
}

/** Creates a customer with one of Stripe's test cards (`visa`, `authenticationRequired`) attached. */
export async function newBuyer(
  stripe: Stripe,
  card = 'visa',
  options: Stripe.CustomerCreateParams = {},
): Promise<Buyer> {
  const customer = await stripe.customers.create({
    name: 'Ada Buyer',
    email: 'ada@example.com',
    ...options,
  });
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: `tok_${card}` } });
  await stripe.paymentMethods.attach(method.id, { customer: customer.id });
  return { customer: customer.id, card: method.id };
}

export async function newProduct(stripe: Stripe, name: string): Promise<string> {
  count += 1;
  return (await stripe.products.create({ name, id: `test_${Date.now()}_${count}` })).id;
}

export interface SubscriptionOptions {
  readonly plan: string;
  readonly cents?: number;
  readonly interval?: 'month' | 'year';
  readonly behavior?: Stripe.SubscriptionCreateParams.PaymentBehavior;
  readonly extra?: string;
  readonly itemCoupon?: string;
  readonly coupon?: string;
  readonly metadata?: Record<string, string>;
}

/**
 * The parameters that our checkout sends for a membership and, if `extra` is given, a physical card for
 * 10.00.
 */
export function subscriptionParams(
  buyer: Buyer,
  options: SubscriptionOptions,
): Stripe.SubscriptionCreateParams {
  return {
    customer: buyer.customer,
    default_payment_method: buyer.card,
    items: [
      {
        price_data: {
          currency: 'usd',
          product: options.plan,
          unit_amount: options.cents ?? 4995,
          recurring: { interval: options.interval ?? 'month' },
        },
        ...(options.itemCoupon === undefined ? {} : { discounts: [{ coupon: options.itemCoupon }] }),
      },
    ],
    ...(options.extra === undefined
      ? {}
      : {
          add_invoice_items: [
            {
              price_data: { currency: 'usd', product: options.extra, unit_amount: 1000 },
              discountable: false,
            },
          ],
        }),
    ...(options.coupon === undefined ? {} : { discounts: [{ coupon: options.coupon }] }),
    payment_behavior: options.behavior ?? 'allow_incomplete',
    metadata: options.metadata ?? {},
    expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret'],
  };
}

/** Returns the subscription's latest invoice, which must have been expanded. */
export function invoiceIn(subscription: Stripe.Subscription): Stripe.Invoice {
  const { latest_invoice: invoice } = subscription;
  if (invoice === null || typeof invoice === 'string') throw new Error('The invoice was not expanded');
  return invoice;
}

export function intentIn(subscription: Stripe.Subscription): string {
  const intent = invoiceIn(subscription).payments?.data[0]?.payment.payment_intent;
  if (typeof intent !== 'string') throw new Error('The invoice has no payment intent');
  return intent;
}

/** Returns the Stripe error that a call fails with. */
export async function captureStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const result = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (result instanceof Error && 'rawType' in result && isStripeError(result)) return result;
  throw new Error(`Expected the provider to refuse, got ${String(result)}`);
}

function isStripeError(error: Error): error is Stripe.errors.StripeError {
  return 'type' in error && String(error.type).startsWith('Stripe');
}
