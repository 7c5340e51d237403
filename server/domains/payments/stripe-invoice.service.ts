import Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import type { BilledLine } from './billed-line.schema.ts';
import { CardDeclined, callStripe } from './stripe-errors.ts';
import { parsePlanId } from './stripe-order.service.ts';
import { refundPayment } from './stripe-refund.service.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Ignores Stripe's error about an invalid request: the invoice's status may no longer allow the change, for
 * example because it was just paid.
 */
async function ignoreStatusConflict(change: () => Promise<unknown>): Promise<void> {
  try {
    await callStripe(change);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/**
 * Charges a renewal whose invoice is still a draft. Stripe would wait an hour, and the membership would be
 * expired during that time. If the charge is declined, Stripe retries it as usual.
 */
export async function collectDraft({ stripe }: StripeDeps, invoiceId: string): Promise<void> {
  await ignoreStatusConflict(() => stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: true }));
  try {
    await ignoreStatusConflict(() => stripe.invoices.pay(invoiceId));
  } catch (error) {
    if (!(error instanceof CardDeclined)) throw error;
  }
}

export interface OpenInvoice {
  id: string;
  amountCents: number;
}

/** Returns a subscription's open invoices, oldest first. Excludes drafts. */
export async function listOpenInvoices({ stripe }: StripeDeps, subscription: string): Promise<OpenInvoice[]> {
  const { data } = await callStripe(() => stripe.invoices.list({ subscription, status: 'open', limit: 100 }));
  return data.map(({ id, amount_remaining }) => ({ id, amountCents: amount_remaining })).reverse();
}

export type InvoicePayment =
  | { state: 'paid' }
  | { state: 'closed' }
  | { state: 'confirm'; clientSecret: string };

/**
 * Pays an open invoice with a saved card while the cardholder is present. 'confirm' means that the bank
 * requires authentication in the browser, and 'closed' that the invoice can no longer be paid. Stripe pays an
 * invoice at most once, so this is safe to repeat, even with another card. Throws `CardDeclined` if the card
 * is declined.
 */
export async function payInvoice(
  { stripe }: StripeDeps,
  { id, paymentMethodId, key }: { id: string; paymentMethodId: string; key: string },
): Promise<InvoicePayment> {
  try {
    await callStripe(() =>
      stripe.invoices.pay(
        id,
        { payment_method: paymentMethodId, off_session: false },
        { idempotencyKey: `bill:${id}:${key}` },
      ),
    );
    return { state: 'paid' };
  } catch (error) {
    if (error instanceof CardDeclined && error.needsAction) return readConfirmation(stripe, id);
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    const { status } = await callStripe(() => stripe.invoices.retrieve(id));
    if (status === 'paid') return { state: 'paid' };
    if (status === 'open') throw error;
    return { state: 'closed' };
  }
}

/** Throws `CardDeclined` if the bank confirmed the payment and then declined it. */
async function readConfirmation(stripe: Stripe, id: string): Promise<InvoicePayment> {
  const { status, confirmation_secret } = await callStripe(() =>
    stripe.invoices.retrieve(id, { expand: ['confirmation_secret'] }),
  );
  if (status === 'paid') return { state: 'paid' };
  if (!confirmation_secret) throw new Error(`Invoice ${id} cannot be confirmed`);
  const clientSecret = confirmation_secret.client_secret;
  const { last_payment_error: refusal } = await retrieveIntent(stripe, clientSecret);
  if (refusal && refusal.code !== 'payment_intent_authentication_failure')
    throw new CardDeclined(refusal.message ?? 'Your card was declined.');
  return { state: 'confirm', clientSecret };
}

const retrieveIntent = (stripe: Stripe, clientSecret: string) =>
  callStripe(() => stripe.paymentIntents.retrieve(clientSecret.split('_secret_')[0] ?? ''));

/**
 * True if an unpaid invoice isn't declined: the bank only asks the cardholder to confirm its payment. Stripe's
 * own retries then end the same way.
 */
export async function needsConfirmation({ stripe }: StripeDeps, clientSecret: string): Promise<boolean> {
  const { status, last_payment_error: refusal } = await retrieveIntent(stripe, clientSecret);
  return status === 'requires_action' || refusal?.code === 'authentication_required';
}

/**
 * Voids all unpaid invoices of an ended subscription, so that none of them is ever charged. Refunds an
 * invoice that is paid at the same moment. Safe to repeat.
 */
export async function voidUnpaidInvoices({ stripe }: StripeDeps, subscription: string): Promise<void> {
  const unpaidIds: string[] = [];
  await callStripe(async () => {
    for await (const { id, status } of stripe.invoices.list({ subscription, limit: 100 })) {
      // Stripe voids only finalized invoices, and it doesn't allow us to delete a subscription's drafts.
      if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
      if (status === 'draft' || status === 'open') unpaidIds.push(id);
    }
  });
  for (const id of unpaidIds) {
    await ignoreStatusConflict(() => stripe.invoices.voidInvoice(id));
    await refundIfPaid({ stripe }, id);
  }
}

async function refundIfPaid(deps: StripeDeps, invoiceId: string): Promise<void> {
  const { status, payments } = await callStripe(() =>
    deps.stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
  );
  if (status !== 'paid') return;
  for (const { payment } of payments?.data ?? []) {
    const intent = payment.payment_intent;
    if (intent) await refundPayment(deps, typeof intent === 'string' ? intent : intent.id);
  }
}

/** Converts an invoice's lines: first the plan's, in the order of the price list. */
export function toBilledLines(lines: readonly Stripe.InvoiceLineItem[]): BilledLine[] {
  return lines
    .map(toBilledLine)
    .toSorted((a, b) => Number(b.recurring) - Number(a.recurring) || (a.planId ?? 0) - (b.planId ?? 0));
}

function toBilledLine(line: Stripe.InvoiceLineItem): BilledLine {
  const { amount, discount_amounts, parent, pricing, quantity } = line;
  const details = parent?.subscription_item_details;
  return {
    planId: parsePlanId(pricing?.price_details?.product),
    description: readProductName(line.description ?? 'Other charges'),
    quantity: quantity ?? 1,
    amountCents: amount,
    discountCents: (discount_amounts ?? []).reduce((sum, discount) => sum + discount.amount, 0),
    recurring: details != null && !details.proration,
  };
}

/** Stripe describes a plan's line as `5 × Corporate Family Card (at $99.90 / year)`. */
function readProductName(description: string): string {
  return /^\d+ × (.+) \(at [^()]+\)$/.exec(description)?.[1] ?? description;
}
