import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { callProvider, isMissing } from './provider-errors.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;

/** The bill that a charge has paid, with its subscription; undefined for a charge of another kind. */
export async function findInvoiceOfCharge(
  { stripe }: StripeDeps,
  chargeId: string,
): Promise<{ invoiceId: string; subscriptionId: string | undefined } | undefined> {
  const charge = await readCharge(stripe, chargeId);
  const intent = idOf(charge?.payment_intent);
  if (!intent) return undefined;
  const paid = await callProvider(() =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent }, limit: 1 }),
  );
  const invoiceId = idOf(paid.data[0]?.invoice);
  if (!invoiceId) return undefined;
  const invoice = await callProvider(() => stripe.invoices.retrieve(invoiceId));
  return { invoiceId, subscriptionId: idOf(invoice.parent?.subscription_details?.subscription) };
}

async function readCharge(stripe: Stripe, id: string): Promise<Stripe.Charge | undefined> {
  try {
    return await callProvider(() => stripe.charges.retrieve(id));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** What of a paid bill is not ours any more at this moment, in cents: refunded, or held back by a dispute. */
export async function readTakenBack({ stripe }: StripeDeps, invoiceId: string): Promise<number> {
  let cents = 0;
  const payments = await callProvider(() => stripe.invoicePayments.list({ invoice: invoiceId, limit: 100 }));
  for (const { payment } of payments.data) {
    const intent = idOf(payment.payment_intent);
    if (!intent) continue;
    const charges = await callProvider(() => stripe.charges.list({ payment_intent: intent, limit: 100 }));
    for (const charge of charges.data.filter(({ paid }) => paid)) {
      cents += charge.amount_refunded + (charge.disputed ? await heldBack(stripe, charge.id) : 0);
    }
  }
  return cents;
}

/** In these the bank has taken the money; an inquiry takes none, and what is won comes back. */
const HOLDING: ReadonlySet<Stripe.Dispute.Status> = new Set(['needs_response', 'under_review', 'lost']);

async function heldBack(stripe: Stripe, charge: string): Promise<number> {
  const disputes = await callProvider(() => stripe.disputes.list({ charge, limit: 100 }));
  return disputes.data
    .filter(({ status }) => HOLDING.has(status))
    .reduce((sum, { amount }) => sum + amount, 0);
}
