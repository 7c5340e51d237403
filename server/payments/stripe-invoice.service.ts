import Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { CardDeclined, callStripe } from './stripe-errors.ts';
import { refundPayment } from './stripe-refund.service.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Ignores Stripe's error if the invoice's status no longer allows the change, for example because it was just
 * paid.
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
