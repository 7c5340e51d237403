import type { Trx } from '#db/client.ts';
import { recordCommissions } from '../../affiliates/commission.service.ts';
import type { Deps } from '../../deps.ts';
import { recordPayment } from '../../payments/payment.service.ts';
import type { StripeInvoice } from '../../payments/stripe-subscription.service.ts';
import { findPurchase } from './purchase.repository.ts';
import type { Purchase } from './purchase.schema.ts';

/** Writes a purchase's paid bills into our books, oldest first, each once, with what it earns whom (DESIGN D13). */
export async function bookPayments(
  deps: Pick<Deps, 'now' | 'log'>,
  trx: Trx,
  purchaseId: string,
  invoices: readonly StripeInvoice[],
): Promise<void> {
  let purchase: Purchase | undefined;
  for (const invoice of invoices) {
    const payment = await recordPayment(trx, purchaseId, invoice);
    if (!payment) continue;
    purchase ??= await findPurchase(trx, purchaseId);
    if (!purchase) continue;
    const netCents = payment.amountCents - (invoice.isFirst ? feeCents(purchase) : 0);
    await recordCommissions(deps, trx, { purchase, payment: { ...payment, netCents } });
  }
}

/** The physical card and its like: no commission is paid on them. Cards that a company adds are a sale. */
function feeCents({ kind, quote }: Purchase): number {
  if (kind === 'company-seats') return 0;
  return quote.lines.filter((line) => !line.recurring).reduce((sum, line) => sum + line.amountCents, 0);
}
