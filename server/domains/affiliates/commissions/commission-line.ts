import { formatCents } from '../../../lib/money.ts';
import type { CommissionLine } from '../affiliate.schema.ts';
import type { CommissionRow } from './commission-line.repository.ts';

/** Formats the sale and the rate as text. */
export function presentLine(row: CommissionRow, now: Date): CommissionLine {
  return {
    id: row.id,
    at: row.createdAt,
    sale: row.ordinal > 1 ? `${row.sold}, renewal ${row.ordinal - 1}` : row.sold,
    rate: formatRate(row),
    baseCents: row.baseCents,
    amountCents: row.amountCents,
    reason: row.reason,
    status: getStatus(row, now),
    payableAt: row.payableAt,
  };
}

function formatRate({ rule, ratePercent, bonusCents }: CommissionRow): string {
  if (bonusCents !== null) return `${formatCents(bonusCents)} bonus`;
  return rule === 'downline' && ratePercent ? `${ratePercent}% of your downline` : `${ratePercent ?? 0}%`;
}

function getStatus(row: CommissionRow, now: Date): CommissionLine['status'] {
  const isFullyReversed = row.rootCents !== 0 && row.groupCents === 0;
  // If the commission was already paid out, the affiliate owes the reversed amount until a payout deducts it.
  if (isFullyReversed && (row.adjusts === null || row.payoutId === row.rootPayoutId)) return 'reversed';
  if (row.payoutId !== null) return 'paid';
  return row.payableAt <= now ? 'payable' : 'pending';
}
