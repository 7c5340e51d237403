import type { ColumnType } from 'kysely';
import type { Cents } from '../columns.ts';

export type LedgerEntryKind =
  | 'payment'
  | 'refund'
  | 'refund failure'
  | 'dispute'
  | 'returns'
  | 'returns reversal'
  | 'balance transaction'
  | 'commission'
  | 'payout'
  | 'payment correction'
  | 'balance correction';

export type LedgerAccount =
  | 'stripe cash'
  | 'in transit'
  | 'bank'
  | 'revenue'
  | 'discounts'
  | 'refunds'
  | 'disputes'
  | 'stripe fees'
  | 'stripe adjustments'
  | 'commissions'
  | 'commissions owed'
  | 'payouts';

/** Append-only: columns are `never` on update. */
export interface LedgerEntriesTable {
  id: ColumnType<string, string, never>;
  kind: ColumnType<LedgerEntryKind, LedgerEntryKind, never>;
  /** The id of the posted Stripe object, or of our commission or payout. Unique per kind. */
  sourceId: ColumnType<string, string, never>;
  /** Null if the entry has no `paymentId`. */
  purchaseId: ColumnType<string | null, string | null, never>;
  /** Null for a payout, and for money at Stripe that belonged to no recorded payment when it was posted. */
  paymentId: ColumnType<string | null, string | null, never>;
  /** Stripe's payment intent. */
  providerPaymentId: ColumnType<string | null, string | null, never>;
  occurredAt: ColumnType<Date, Date, never>;
}

/** The database rejects an entry whose postings don't add up to zero. */
export interface LedgerPostingsTable {
  id: ColumnType<string, string, never>;
  entryId: ColumnType<string, string, never>;
  account: ColumnType<LedgerAccount, LedgerAccount, never>;
  planId: ColumnType<number | null, number | null, never>;
  affiliateId: ColumnType<string | null, string | null, never>;
  /** Positive for a debit, negative for a credit. */
  amountCents: ColumnType<Cents, Cents, never>;
}
