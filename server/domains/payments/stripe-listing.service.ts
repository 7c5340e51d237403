import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { type BalanceChange, listBalanceChanges } from './balance-transaction.service.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { readReturns } from './stripe-refund.service.ts';

// Reads what happened at Stripe in a period, so that we can compare it with our own rows.

/** `to` is exclusive. */
export interface Period {
  from: Date;
  to: Date;
}

/** A successful charge and the bill that it paid. */
export interface ListedCharge {
  id: string;
  /**
   * Our payments are recorded under this id: the invoice's or, if there is none, the payment intent's. A
   * charge without either has its own id.
   */
  billId: string;
  subscription: ListedSubscription | null;
  /** From Stripe's metadata. */
  purchaseId: string | undefined;
  amountCents: number;
  /** How much was refunded or is withheld because of disputes. */
  returnedCents: number;
  chargedAt: Date;
}

export interface ListedSubscription {
  id: string;
  purchaseId: string | undefined;
  /**
   * True until the subscription has ended, even while a payment is overdue or its first payment is
   * incomplete.
   */
  isAlive: boolean;
  /** True if Stripe will charge for the next period. */
  isRenewing: boolean;
}

type StripeDeps = Pick<Deps, 'stripe'>;

const ENDED_STATUSES: ReadonlySet<Stripe.Subscription.Status> = new Set(['canceled', 'incomplete_expired']);
/**
 * How long before a period to start listing invoices. Stripe charges an invoice about an hour after creating
 * it, so a day leaves a margin.
 */
const INVOICE_LEAD_MS = 86_400_000;
const PAGE_SIZE = 100;
const EXPAND = ['data.payments', 'data.parent.subscription_details.subscription'];

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;
/**
 * Stripe's timestamps are whole seconds. Round up, so that a period that ends now includes the current
 * second.
 */
const toUnixSeconds = (instant: Date) => Math.ceil(instant.getTime() / 1000);

function createdIn({ from, to }: Period): { gte: number; lt: number } {
  return { gte: toUnixSeconds(from), lt: toUnixSeconds(to) };
}

async function readAll<T>(list: () => AsyncIterable<T>): Promise<T[]> {
  return callStripe(async () => {
    const rows: T[] = [];
    for await (const row of list()) rows.push(row);
    return rows;
  });
}

/** Returns the successful charges of a period, and earlier ones that were refunded or disputed in it. */
export async function listCharges(deps: StripeDeps, period: Period): Promise<ListedCharge[]> {
  const { stripe } = deps;
  const created = createdIn(period);
  const page = { created, limit: PAGE_SIZE };
  const charges = new Map<string, Stripe.Charge>();
  for (const charge of await readAll(() => stripe.charges.list(page))) charges.set(charge.id, charge);
  const returns = [
    ...(await readAll<Stripe.Refund | Stripe.Dispute>(() => stripe.refunds.list(page))),
    ...(await readAll<Stripe.Refund | Stripe.Dispute>(() => stripe.disputes.list(page))),
  ];
  for (const id of new Set(returns.flatMap(({ charge }) => toId(charge) ?? []))) {
    if (!charges.has(id)) charges.set(id, await callStripe(() => stripe.charges.retrieve(id)));
  }
  const invoices = await listInvoicesByIntent(deps, period);
  const listedCharges: ListedCharge[] = [];
  for (const charge of charges.values()) {
    if (charge.paid) listedCharges.push(await toListedCharge(deps, charge, invoices));
  }
  return listedCharges;
}

async function listInvoicesByIntent(
  { stripe }: StripeDeps,
  { from, to }: Period,
): Promise<Map<string, Stripe.Invoice>> {
  const created = createdIn({ from: new Date(from.getTime() - INVOICE_LEAD_MS), to });
  const invoices = await readAll(() =>
    stripe.invoices.list({ created, status: 'paid', limit: PAGE_SIZE, expand: EXPAND }),
  );
  const entries = invoices.flatMap((invoice) =>
    (invoice.payments?.data ?? []).flatMap(({ payment }): Array<[string, Stripe.Invoice]> => {
      const intentId = toId(payment.payment_intent);
      return intentId ? [[intentId, invoice]] : [];
    }),
  );
  return new Map(entries);
}

async function toListedCharge(
  deps: StripeDeps,
  charge: Stripe.Charge,
  invoices: ReadonlyMap<string, Stripe.Invoice>,
): Promise<ListedCharge> {
  const intent = toId(charge.payment_intent);
  // A one-time payment carries its purchase's id. Any other charge may have paid an invoice that is too old
  // to be in the list.
  const isOneTime = charge.metadata.purchase !== undefined || !intent;
  const invoice = intent
    ? (invoices.get(intent) ?? (isOneTime ? undefined : await findInvoice(deps, intent)))
    : undefined;
  const billId = invoice?.id ?? intent ?? charge.id;
  const subscription = toListedSubscription(invoice?.parent?.subscription_details?.subscription);
  return {
    id: charge.id,
    billId,
    subscription,
    purchaseId: subscription?.purchaseId ?? charge.metadata.purchase,
    amountCents: charge.amount_captured,
    returnedCents:
      charge.disputed || charge.amount_refunded > 0
        ? (await readReturns(deps, { id: billId, isInvoice: invoice !== undefined })).returnedCents
        : 0,
    chargedAt: new Date(charge.created * 1000),
  };
}

async function findInvoice({ stripe }: StripeDeps, intent: string): Promise<Stripe.Invoice | undefined> {
  const payments = await callStripe(() =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 }),
  );
  const id = toId(payments.data[0]?.invoice);
  if (!id) return undefined;
  return callStripe(() =>
    stripe.invoices.retrieve(id, { expand: ['parent.subscription_details.subscription'] }),
  );
}

export function listBalance(deps: StripeDeps, period: Period): Promise<BalanceChange[]> {
  return listBalanceChanges(deps, { created: createdIn(period) });
}

/** Returns all subscriptions that were created in the period, including ended ones. */
export async function listSubscriptions(
  { stripe }: StripeDeps,
  period: Period,
): Promise<ListedSubscription[]> {
  const subscriptions = await readAll(() =>
    stripe.subscriptions.list({ created: createdIn(period), status: 'all', limit: PAGE_SIZE }),
  );
  return subscriptions.flatMap((subscription) => toListedSubscription(subscription) ?? []);
}

/** Returns undefined if Stripe has no such subscription. */
export async function findListedSubscription(
  { stripe }: StripeDeps,
  id: string,
): Promise<ListedSubscription | undefined> {
  const subscription = await undefinedIfMissing(() => stripe.subscriptions.retrieve(id));
  return toListedSubscription(subscription) ?? undefined;
}

function toListedSubscription(
  subscription: string | Stripe.Subscription | undefined,
): ListedSubscription | null {
  if (typeof subscription !== 'object') return null;
  const isAlive = !ENDED_STATUSES.has(subscription.status);
  return {
    id: subscription.id,
    purchaseId: subscription.metadata.purchase,
    isAlive,
    isRenewing: isAlive && !subscription.cancel_at_period_end && subscription.canceled_at === null,
  };
}

/** Returns how much Stripe received for a bill, or undefined if it has no such bill. */
export async function findReceivedCents({ stripe }: StripeDeps, billId: string): Promise<number | undefined> {
  if (billId.startsWith('pi_')) {
    return (await undefinedIfMissing(() => stripe.paymentIntents.retrieve(billId)))?.amount_received;
  }
  return (await undefinedIfMissing(() => stripe.invoices.retrieve(billId)))?.amount_paid;
}

async function undefinedIfMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await callStripe(request);
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}
