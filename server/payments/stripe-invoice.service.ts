import Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { CardDeclined, callStripe } from './stripe-errors.ts';
import { refundPayment } from './stripe-refund.service.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

/** Runs a change that Stripe rejects once the invoice's status has changed, for example because it was just paid. */
async function ignoreStatusConflict(change: () => Promise<unknown>): Promise<void> {
  try {
    await callStripe(change);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
  }
}

/**
 * Charges a renewal whose invoice is still a draft. Stripe would wait an hour, and the membership would be expired for
 * that time. If the charge is declined, Stripe retries it as usual.
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
 * Voids every unpaid invoice of a subscription that has ended, so that none of them is ever charged. Refunds one that
 * is paid at the same moment. Safe to repeat.
 */
export async function voidUnpaidInvoices({ stripe }: StripeDeps, subscription: string): Promise<void> {
  const unpaidIds: string[] = [];
  await callStripe(async () => {
    for await (const { id, status } of stripe.invoices.list({ subscription, limit: 100 })) {
      // Stripe voids only finalized invoices, and keeps the drafts of a subscription from being deleted.
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
