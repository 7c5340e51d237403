import Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import type { BilledLine } from './billed-line.schema.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { listOpenInvoices, toBilledLines, voidUnpaidInvoices } from './stripe-invoice.service.ts';
import { refundPayment } from './stripe-refund.service.ts';

export interface StripeInvoice {
  id: string;
  /** The id of the payment intent that paid the invoice. Null while it is unpaid, and if it costs nothing. */
  paymentId: string | null;
  lines: BilledLine[];
  totalCents: number;
  paidCents: number;
  paidAt: Date | null;
  /**
   * The plan's period that the invoice pays for. The period is empty if the invoice pays for none, for
   * example for a proration.
   */
  periodStart: Date;
  periodEnd: Date;
  /** The first invoice of a purchase also contains its one-time lines. */
  isFirst: boolean;
  /** True if the plan was extended by another period, rather than changed. */
  isRenewal: boolean;
}

/** A subscription's state at Stripe. */
export interface StripeSubscription {
  id: string;
  status: Stripe.Subscription.Status;
  purchaseId: string | undefined;
  attempt: number | undefined;
  periodStart: Date;
  periodEnd: Date;
  /** When the subscription was canceled. Also set once it has ended. */
  canceledAt: Date | null;
  endedAt: Date | null;
  /** True if Stripe ended it after its last attempt to charge an invoice. */
  isEndedByStripe: boolean;
  latestInvoice: StripeInvoice | null;
  /**
   * The latest invoice if it is a draft or open. A renewal's invoice is a draft at first, while the
   * subscription is still active.
   */
  unpaidInvoice: { id: string; isDraftRenewal: boolean } | null;
  /** The buyer's browser needs this secret to complete authentication. */
  clientSecret: string | null;
  /** The card that Stripe charges: the subscription's own or, if it has none, its customer's. */
  card: StripeCard | null;
  /** The total of the subscription's open invoices. 0 unless a payment is overdue. */
  owedCents: number;
}

export interface StripeCard {
  brand: string;
  last4: string;
  /** When the card expires (exclusive). */
  expiresAt: Date;
}

type StripeDeps = Pick<Deps, 'stripe'>;

const toInstant = (seconds: number) => new Date(seconds * 1000);
const toOptionalInstant = (seconds: number | null) => (seconds === null ? null : toInstant(seconds));

function toInvoice(invoice: Stripe.Invoice): StripeInvoice {
  const paidAt = toInstant(invoice.status_transitions.paid_at ?? invoice.created);
  const period = findPlanPeriod(invoice);
  return {
    id: invoice.id,
    paymentId: findPaidIntent(invoice),
    lines: toBilledLines(invoice.lines.data),
    totalCents: invoice.total,
    paidCents: invoice.amount_paid,
    paidAt: invoice.status === 'paid' ? paidAt : null,
    periodStart: period ? toInstant(period.start) : paidAt,
    periodEnd: period ? toInstant(period.end) : paidAt,
    isFirst: invoice.billing_reason === 'subscription_create',
    isRenewal: invoice.billing_reason === 'subscription_cycle',
  };
}

/**
 * Returns the period that an invoice pays for, which only its subscription lines have. The invoice's own
 * period is the previous one.
 */
function findPlanPeriod({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem.Period | undefined {
  const planLines = lines.data.filter(
    ({ parent }) =>
      parent?.type === 'subscription_item_details' && !parent.subscription_item_details?.proration,
  );
  return planLines.map(({ period }) => period).toSorted((a, b) => b.end - a.end)[0];
}

function findUnpaidInvoice(invoice: Stripe.Invoice): StripeSubscription['unpaidInvoice'] {
  const isDraft = invoice.status === 'draft';
  if (!isDraft && invoice.status !== 'open') return null;
  return { id: invoice.id, isDraftRenewal: isDraft && invoice.billing_reason === 'subscription_cycle' };
}

/**
 * Returns the latest period among the paid invoices (D26), or undefined if none of them pays for a period.
 */
export function findPaidPeriod(
  invoices: readonly StripeInvoice[],
): Pick<StripeInvoice, 'periodStart' | 'periodEnd'> | undefined {
  return invoices
    .filter(({ paidAt, periodStart, periodEnd }) => paidAt !== null && periodEnd > periodStart)
    .toSorted((a, b) => b.periodEnd.getTime() - a.periodEnd.getTime())[0];
}

function findPaidIntent({ payments }: Stripe.Invoice): string | null {
  const intentId = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return (typeof intentId === 'object' ? intentId.id : intentId) ?? null;
}

/** Returns undefined if Stripe has no such subscription. */
export async function readSubscription(
  { stripe }: StripeDeps,
  id: string,
): Promise<StripeSubscription | undefined> {
  try {
    const subscription = await retrieveSubscription(stripe, id);
    const owedCents = await sumOpenInvoices(stripe, subscription);
    // Overdue without an open invoice usually means that it was paid between the two requests.
    if (isOverdue(subscription) && owedCents === 0)
      return toSubscription(await retrieveSubscription(stripe, id), 0);
    return toSubscription(subscription, owedCents);
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

async function retrieveSubscription(stripe: Stripe, id: string): Promise<Stripe.Subscription> {
  return callStripe(() =>
    stripe.subscriptions.retrieve(id, {
      expand: [
        'latest_invoice.payments',
        'latest_invoice.confirmation_secret',
        'default_payment_method',
        'customer.invoice_settings.default_payment_method',
      ],
    }),
  );
}

const isOverdue = ({ status }: Stripe.Subscription): boolean => status === 'past_due' || status === 'unpaid';

async function sumOpenInvoices(stripe: Stripe, subscription: Stripe.Subscription): Promise<number> {
  if (!isOverdue(subscription)) return 0;
  const openInvoices = await listOpenInvoices({ stripe }, subscription.id);
  return openInvoices.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function toSubscription(subscription: Stripe.Subscription, owedCents: number): StripeSubscription {
  const item = subscription.items.data[0];
  if (!item) throw new Error(`Subscription ${subscription.id} has no item`);
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  const isEnding = subscription.cancel_at_period_end || subscription.canceled_at !== null;
  return {
    id: subscription.id,
    status: subscription.status,
    purchaseId: subscription.metadata.purchase,
    attempt: subscription.metadata.attempt ? Number(subscription.metadata.attempt) : undefined,
    periodStart: toInstant(period.start),
    periodEnd: toInstant(period.end),
    canceledAt: isEnding ? (toOptionalInstant(subscription.canceled_at) ?? toInstant(period.start)) : null,
    endedAt: toOptionalInstant(subscription.ended_at),
    isEndedByStripe: subscription.cancellation_details?.reason === 'payment_failed',
    latestInvoice: invoice ? toInvoice(invoice) : null,
    unpaidInvoice: invoice ? findUnpaidInvoice(invoice) : null,
    clientSecret: invoice?.confirmation_secret?.client_secret ?? null,
    card: findCard(subscription),
    owedCents,
  };
}

function findCard({ customer, default_payment_method }: Stripe.Subscription): StripeCard | null {
  const customersMethod =
    typeof customer === 'string' || customer.deleted
      ? null
      : customer.invoice_settings.default_payment_method;
  const method = default_payment_method ?? customersMethod;
  if (method === null || typeof method === 'string' || !method.card) return null;
  const { brand, last4, exp_month, exp_year } = method.card;
  // A card is valid through the last day of its month. Stripe counts months from 1, `Date.UTC` from 0.
  return { brand, last4, expiresAt: new Date(Date.UTC(exp_year, exp_month)) };
}

/** Returns a subscription's paid invoices. Doesn't send a request if there is only the first one. */
export async function findPaidInvoices(
  deps: StripeDeps,
  { id, latestInvoice }: StripeSubscription,
): Promise<StripeInvoice[]> {
  return latestInvoice?.isFirst && latestInvoice.paidAt ? [latestInvoice] : listPaidInvoices(deps, id);
}

/** Returns a subscription's paid invoices, oldest first. */
export async function listPaidInvoices(
  { stripe }: StripeDeps,
  subscription: string,
): Promise<StripeInvoice[]> {
  return callStripe(async () => {
    const paidInvoices: StripeInvoice[] = [];
    const invoices = stripe.invoices.list({
      subscription,
      status: 'paid',
      expand: ['data.payments'],
      limit: 100,
    });
    for await (const invoice of invoices) paidInvoices.push(toInvoice(invoice));
    return paidInvoices.reverse();
  });
}

/** Lists the ids of a customer's subscriptions that aren't canceled. */
export async function listRunningSubscriptions({ stripe }: StripeDeps, customer: string): Promise<string[]> {
  return callStripe(async () => {
    const ids: string[] = [];
    for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) ids.push(id);
    return ids;
  });
}

/** Finds out why the first payment is still open. 'confirm' means that the buyer must authenticate it. */
export async function readFirstPayment(
  { stripe }: StripeDeps,
  clientSecret: string,
): Promise<{ state: 'confirm' } | { state: 'declined'; message: string } | { state: 'processing' }> {
  const intentId = clientSecret.split('_secret_')[0] ?? '';
  const intent = await callStripe(() => stripe.paymentIntents.retrieve(intentId));
  if (intent.status === 'requires_action' || intent.status === 'requires_confirmation') {
    return { state: 'confirm' };
  }
  if (intent.status === 'requires_payment_method' || intent.status === 'canceled') {
    return { state: 'declined', message: intent.last_payment_error?.message ?? 'Your card was declined.' };
  }
  return { state: 'processing' };
}

/**
 * Sets whether a subscription renews after its paid period. Returns false if it has ended or doesn't exist,
 * in which case Stripe rejects the change.
 */
export async function setRenewal({ stripe }: StripeDeps, id: string, renews: boolean): Promise<boolean> {
  try {
    await callStripe(() => stripe.subscriptions.update(id, { cancel_at_period_end: !renews }));
    return true;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const subscription = await readSubscription({ stripe }, id);
    if (subscription && !subscription.endedAt) throw error;
    return false;
  }
}

/** Cancels a subscription immediately and voids its unpaid invoices. Safe to repeat. */
export async function endSubscriptionAndVoidInvoices(deps: StripeDeps, id: string): Promise<void> {
  await endSubscription(deps, id);
  await voidUnpaidInvoices(deps, id);
}

/** Cancels a subscription immediately. Does nothing if it no longer exists. */
export async function endSubscription({ stripe }: StripeDeps, id: string): Promise<void> {
  try {
    await callStripe(() => stripe.subscriptions.cancel(id));
  } catch (error) {
    if (!isResourceMissing(error)) throw error;
  }
}

/** Cancels a subscription and refunds everything that was paid for it. Safe to repeat. */
export async function unwindSubscription(deps: StripeDeps, id: string): Promise<void> {
  await endSubscription(deps, id);
  const invoices = await callStripe(() =>
    deps.stripe.invoices.list({ subscription: id, status: 'paid', expand: ['data.payments'], limit: 100 }),
  );
  for (const invoice of invoices.data) {
    for (const { payment } of invoice.payments?.data ?? []) {
      const intent = payment.payment_intent;
      if (!intent) continue;
      const intentId = typeof intent === 'string' ? intent : intent.id;
      await refundPayment(deps, intentId);
    }
  }
}
