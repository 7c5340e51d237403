import type { ColumnType } from 'kysely';
import type { Cents, Instant, Json } from '../columns.ts';

export interface ReconciliationsTable {
  /** YYYY-MM-DD in UTC, or the instant at which staff requested the comparison. */
  night: ColumnType<string, string, never>;
  periodFrom: Instant;
  periodTo: Instant;
  findings: Json;
  finishedAt: Instant;
}

/**
 * What staff see on the overview, per day of the business time zone. `server/staff/overview/` defines each
 * figure.
 */
export interface DailyFiguresTable {
  /** YYYY-MM-DD. */
  day: ColumnType<string, string, never>;
  newMembers: number;
  canceledMembers: number;
  revenueCents: Cents;
  refundsCents: Cents;
  disputesCents: Cents;
  /** Like the columns below, the state at the day's last count. Null for days from before the first count. */
  activeMembers: number | null;
  mrrCents: Cents | null;
  pastDue: number | null;
  owedCents: Cents | null;
  /** Renewals due in the 30 days after the count. */
  renewals: number | null;
  renewalsCents: Cents | null;
  /** The number of affiliates with a tax form who are due a payout for a past month. */
  payoutsDue: number | null;
  /** The number of affiliates who reached the 1099 threshold without a tax form. */
  formsMissing: number | null;
  countedAt: Instant;
}
