import type { Trx } from '#db/client.ts';
import { derivedId } from '../../../lib/ids.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MailLink } from '../../../platform/mails/mail-props.ts';
import type { QueuedMail } from '../../../platform/mails/mail-registry.ts';
import type { ReceiptRequest } from '../../../platform/mails/receipt/receipt-mail-props.ts';
import { formatQuoteLine } from '../../catalog/price.shared.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';
import { describeRenewal } from './renewal-price.ts';

/**
 * Emails the receipt that a `receipt` job requests. Safe to repeat, because the email's id is derived from the
 * job's.
 */
export async function enqueueReceipt(
  deps: Pick<Deps, 'jobs' | 'kinds'>,
  trx: Trx,
  { purchaseId, membershipNumber, membershipId, ...payload }: ReceiptRequest,
  jobId: string,
): Promise<void> {
  const purchase = await findPurchase(trx, purchaseId);
  if (!purchase) throw new Error(`A receipt is about purchase ${purchaseId}, which does not exist`);
  const paidAt = new Date(payload.paidAt);
  const periodEnd = payload.periodEnd === null ? null : new Date(payload.periodEnd);
  const { quote, cardBrand, cardLast4 } = purchase;
  const kind = deps.kinds[purchase.kind];
  const { subject, greetingName, shipping, renewsOn } = kind.summarize(purchase);
  const payer = await kind.findPayer(trx, purchase);
  const renewal = describeRenewal(quote, paidAt, periodEnd ?? renewsOn ?? null);
  // A guest's new membership has no account yet. Anyone who has this email may claim it.
  const isClaimable = subject === 'membership' && purchase.accountId === null;
  const mail: QueuedMail = {
    mail: 'receipt',
    to: purchase.email,
    props: {
      subject,
      firstname: payer?.name ?? greetingName,
      purchaseNumber: purchase.id,
      poNumber: payer?.poNumber ?? null,
      lines: quote.lines.map((line) => ({
        description: formatQuoteLine(line),
        amountCents: line.amountCents,
      })),
      discountCents: quote.discountCents,
      promoCode: quote.promo?.code ?? null,
      totalCents: quote.totalCents,
      paidAt: payload.paidAt,
      paidWith: cardBrand && cardLast4 ? { brand: cardBrand, last4: cardLast4 } : null,
      renewal: renewal && {
        ...renewal,
        on: renewal.on.toISOString(),
        regular: renewal.regular && { ...renewal.regular, from: renewal.regular.from.toISOString() },
      },
      endsOn: renewal ? null : payload.periodEnd,
      membershipNumber: membershipNumber && formatMembershipNumber(membershipNumber),
      receiptUrl: { kind: 'receipt', id: purchase.id },
      cancelUrl: renewal ? { kind: 'cancel', id: purchase.id } : null,
      printedCard: membershipNumber ? offerPrintedCard(purchase, membershipNumber, shipping !== null) : null,
      claimUrl: isClaimable && membershipId ? { kind: 'claim', id: membershipId } : null,
    },
  };
  await deps.jobs.enqueue(trx, 'mail', mail, { id: derivedId('receipt', jobId) });
}

/**
 * Returns null for an account that already ordered a card, because it can order another one on its own page.
 */
function offerPrintedCard({ accountId }: Purchase, number: string, isOrdered: boolean) {
  if (isOrdered && accountId) return null;
  const url: MailLink = { kind: 'request-card', id: number };
  return { url, isOrdered };
}
