import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { toProductId } from './stripe-order.service.ts';

// Reads sales at Stripe for the commands that repair purchases.

type StripeDeps = Pick<Deps, 'stripe'>;

/** A subscription or a one-time payment at Stripe. */
export interface StripeSale {
  type: 'subscription' | 'payment';
  id: string;
  status: string;
  customerId: string | null;
  /** Set by checkout or `linkSubscription`. Empty if staff started the sale in Stripe's dashboard. */
  metadata: Partial<Record<'purchase' | 'attempt' | 'kind' | 'plan' | 'account', string>>;
}

export interface SaleCharge {
  id: string;
  /** The payment intent. */
  paymentId: string;
  status: string;
  amountCents: number;
  refundedCents: number;
  isDisputed: boolean;
  createdAt: Date;
}

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;

/** Accepts the id of a subscription, invoice, payment intent, charge, refund, or dispute. */
export async function findSale({ stripe }: StripeDeps, id: string): Promise<StripeSale | undefined> {
  try {
    return await callStripe(() => readSale(stripe, id));
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

async function readSale(stripe: Stripe, id: string | undefined): Promise<StripeSale | undefined> {
  switch (id?.split('_')[0]) {
    case 'sub':
      return toSubscriptionSale(await stripe.subscriptions.retrieve(id ?? ''));
    case 'in':
      return readSale(
        stripe,
        toId((await stripe.invoices.retrieve(id ?? '')).parent?.subscription_details?.subscription),
      );
    case 'ch':
    case 'py':
      return readSale(stripe, toId((await stripe.charges.retrieve(id ?? '')).payment_intent));
    case 're':
      return readSale(stripe, toId((await stripe.refunds.retrieve(id ?? '')).charge));
    case 'du':
    case 'dp':
      return readSale(stripe, toId((await stripe.disputes.retrieve(id ?? '')).charge));
    case 'pi':
      return readPaymentSale(stripe, id ?? '');
    default:
      return undefined;
  }
}

async function readPaymentSale(stripe: Stripe, id: string): Promise<StripeSale | undefined> {
  const payment = { type: 'payment_intent', payment_intent: id } as const;
  const invoices = await stripe.invoicePayments.list({ payment, limit: 1 });
  const invoice = toId(invoices.data[0]?.invoice);
  return invoice ? readSale(stripe, invoice) : toPaymentSale(await stripe.paymentIntents.retrieve(id));
}

function toSubscriptionSale({ id, status, customer, metadata }: Stripe.Subscription): StripeSale {
  return { type: 'subscription', id, status, customerId: toId(customer) ?? null, metadata };
}

function toPaymentSale({ id, status, customer, metadata }: Stripe.PaymentIntent): StripeSale {
  return { type: 'payment', id, status, customerId: toId(customer) ?? null, metadata };
}

/** Returns a purchase's subscriptions and payments at Stripe, including failed attempts. */
export async function listSalesOfPurchase(
  { stripe }: StripeDeps,
  purchaseId: string,
  customer: string,
): Promise<StripeSale[]> {
  return callStripe(async () => {
    const sales: StripeSale[] = [];
    for await (const subscription of stripe.subscriptions.list({ customer, status: 'all', limit: 100 })) {
      if (subscription.metadata.purchase === purchaseId) sales.push(toSubscriptionSale(subscription));
    }
    for await (const intent of stripe.paymentIntents.list({ customer, limit: 100 })) {
      if (intent.metadata.purchase === purchaseId) sales.push(toPaymentSale(intent));
    }
    return sales;
  });
}

/** Returns all charges of a sale, including declined ones. */
export async function listSaleCharges({ stripe }: StripeDeps, sale: StripeSale): Promise<SaleCharge[]> {
  return callStripe(async () => {
    const intentIds = sale.type === 'payment' ? [sale.id] : await listIntents(stripe, sale.id);
    const charges: Array<Stripe.Charge & { paymentId: string }> = [];
    for (const paymentId of intentIds) {
      const { data } = await stripe.charges.list({ payment_intent: paymentId, limit: 100 });
      charges.push(...data.map((charge) => ({ ...charge, paymentId })));
    }
    return charges.map((charge) => ({
      id: charge.id,
      paymentId: charge.paymentId,
      status: charge.status,
      amountCents: charge.amount,
      refundedCents: charge.amount_refunded,
      isDisputed: charge.disputed,
      createdAt: new Date(charge.created * 1000),
    }));
  });
}

async function listIntents(stripe: Stripe, subscription: string): Promise<string[]> {
  const intents: string[] = [];
  for await (const invoice of stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })) {
    for (const { payment } of invoice.payments?.data ?? []) {
      const intent = toId(payment.payment_intent);
      if (intent) intents.push(intent);
    }
  }
  return intents;
}

/** A line of a subscription's latest invoice. */
export interface SoldLine {
  /** Undefined if the product isn't one of our plans. */
  planId: number | undefined;
  description: string;
  quantity: number;
  amountCents: number;
  isRecurring: boolean;
}

export interface SoldSubscription {
  lines: SoldLine[];
  totalCents: number;
  interval: 'month' | 'year';
  email: string | null;
}

/**
 * Includes past due subscriptions, because Stripe still charges them, and they end only if they stay unpaid
 * (D26).
 */
const RUNNING_STATUSES = new Set(['active', 'trialing', 'past_due']);
const PRODUCT_PREFIX = toProductId(0).slice(0, -1);

/**
 * Returns undefined if the subscription isn't running, has no invoice, or has a billing interval that we
 * never sell.
 */
export async function readSoldSubscription(
  { stripe }: StripeDeps,
  id: string,
): Promise<SoldSubscription | undefined> {
  const expand = ['latest_invoice', 'customer'];
  const subscription = await callStripe(() => stripe.subscriptions.retrieve(id, { expand }));
  const { customer, latest_invoice: invoice } = subscription;
  const interval = subscription.items.data[0]?.price.recurring?.interval;
  const isRunning = RUNNING_STATUSES.has(subscription.status);
  if (!isRunning || typeof invoice !== 'object' || !invoice) return undefined;
  const soldInterval = (['month', 'year'] as const).find((candidate) => candidate === interval);
  if (!soldInterval) return undefined;
  return {
    lines: invoice.lines.data.map((line) => ({
      planId: findPlanId(toId(line.pricing?.price_details?.product)),
      description: line.description ?? '',
      quantity: line.quantity ?? 1,
      amountCents: line.amount,
      isRecurring: line.parent?.type === 'subscription_item_details',
    })),
    totalCents: invoice.total,
    interval: soldInterval,
    email: typeof customer === 'object' && !customer.deleted ? customer.email : null,
  };
}

function findPlanId(product: string | undefined): number | undefined {
  return product?.startsWith(PRODUCT_PREFIX) ? Number(product.slice(PRODUCT_PREFIX.length)) : undefined;
}

/** Links a subscription to its purchase, as if our checkout had started it. */
export async function linkSubscription(
  { stripe }: StripeDeps,
  id: string,
  metadata: { purchase: string; attempt: string },
): Promise<void> {
  await callStripe(() => stripe.subscriptions.update(id, { metadata }));
}
