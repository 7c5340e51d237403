import type { Trx } from '#db/client.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { recordCommissions } from '../../../affiliates/commissions/commission.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { recordPayment, savePayer } from '../../../payments/payment.service.ts';
import type { StripeInvoice } from '../../../payments/stripe-subscription.service.ts';
import {
  findChargedQuote,
  type SubscriptionPlan,
} from '../../../payments/subscriptions/subscription-plan.service.ts';
import { findPurchase } from '../purchase.repository.ts';
import type { Purchase } from '../purchase.schema.ts';

/**
 * Records a purchase's paid invoices, in the given order, and their commissions. Skips invoices that are
 * already recorded. Pass `plan` if the subscription's plan may have changed since the purchase. Returns the
 * ids of the renewals among the payments that it recorded.
 */
export async function recordPayments(
  deps: Pick<Deps, 'jobs' | 'kinds' | 'log' | 'now'>,
  trx: Trx,
  purchaseOrId: Purchase | string,
  invoices: readonly StripeInvoice[],
  plan: SubscriptionPlan | null = null,
): Promise<string[]> {
  const renewalIds: string[] = [];
  let purchase = typeof purchaseOrId === 'string' ? undefined : purchaseOrId;
  const purchaseId = typeof purchaseOrId === 'string' ? purchaseOrId : purchaseOrId.id;
  for (const invoice of invoices) {
    const payment = await recordPayment(trx, purchaseId, invoice, plan && findChargedQuote(plan, invoice));
    if (!payment) continue;
    if (invoice.isRenewal && payment.amountCents > 0) renewalIds.push(payment.id);
    purchase ??= await findPurchase(trx, purchaseId);
    if (!purchase) continue;
    const payer = await deps.kinds[purchase.kind].findPayer(trx, purchase);
    if (payer) await savePayer(trx, payment.id, payer);
    // Later invoices contain only the recurring lines, so they have no one-time fees.
    const netCents = payment.amountCents - (invoice.isFirst ? sumOneTimeFeeCents(purchase.quote) : 0);
    await recordCommissions(deps, trx, { purchase, payment: { ...payment, netCents } });
  }
  return renewalIds;
}

/** Sums the lines that earn no commission, such as the fee for a physical card. */
export function sumOneTimeFeeCents({ lines }: Quote): number {
  return lines.filter((line) => !line.commissionable).reduce((sum, line) => sum + line.amountCents, 0);
}
