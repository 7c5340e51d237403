import type { PurchaseFile } from '../../domains/checkout/repair/purchase-file.service.ts';
import { formatCents } from '../../lib/money.ts';
import { formatTable } from './text-table.ts';

/** Formats everything known about a purchase, one fact per row. */
export function formatPurchaseFile(file: PurchaseFile): string {
  return formatTable([
    ...listPurchaseRows(file),
    ...file.charges.flatMap(({ sale, charges }) => [
      [`Stripe ${sale.type}`, `${sale.id}  ${sale.status}${formatMetadata(sale.metadata)}`],
      ...charges.map((charge) => [
        'Stripe charge',
        `${charge.createdAt.toISOString()}  ${charge.id}  ${charge.status}  ${formatCents(charge.amountCents)}${
          charge.refundedCents > 0 ? `, ${formatCents(charge.refundedCents)} refunded` : ''
        }${charge.isDisputed ? ', disputed' : ''}`,
      ]),
    ]),
    ...file.payments.map((payment) => [
      'payment',
      `${payment.paidAt.toISOString()}  ${payment.providerInvoiceId}  ${formatCents(payment.amountCents)}${
        payment.refundedCents > 0 ? `, ${formatCents(payment.refundedCents)} returned` : ''
      }`,
    ]),
    ...file.memberships.map(({ number, status, periodEnd, endedAt }) => [
      'membership',
      `${number}  ${status}  ${endedAt ? `ended ${endedAt.toISOString()}` : `until ${periodEnd.toISOString()}`}`,
    ]),
    ...file.postings.map(({ occurredAt, kind, account, amountCents }) => [
      'posting',
      `${occurredAt.toISOString()}  ${kind}  ${account}  ${formatCents(amountCents)}`,
    ]),
    ...file.mails.map(({ mail, state, createdAt }) => [
      'mail',
      `${createdAt.toISOString()}  ${mail}  ${state}`,
    ]),
    ...file.repairs.map(({ at, action, actor, reason }) => [
      'repair',
      [at.toISOString(), action, actor, reason].filter((part) => part !== null).join('  '),
    ]),
  ]);
}

function listPurchaseRows({ purchase, hold }: PurchaseFile): string[][] {
  if (!purchase) return [['purchase', 'unknown here']];
  const {
    id,
    kind,
    status,
    attempt,
    totalCents,
    email,
    failureCode,
    failureMessage,
    attemptStartedAt,
    settledAt,
  } = purchase;
  return [
    ['purchase', id],
    ['kind', kind],
    ['status', failureMessage ? `${status}, ${failureCode}: ${failureMessage}` : status],
    ['attempt', `${attempt}, begun ${attemptStartedAt.toISOString()}`],
    ['settled', settledAt?.toISOString() ?? '-'],
    ['total', formatCents(totalCents)],
    ['email', email],
    ...(hold ? [['promo code', `${hold.code}  ${hold.status}`]] : []),
  ];
}

function formatMetadata(metadata: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}=${value}`);
  return pairs.length === 0 ? '' : `  ${pairs.join(' ')}`;
}
