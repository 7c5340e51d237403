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

/** Append-only: every column is `never` on update. */
export interface LedgerEntriesTable {
  id: ColumnType<string, string, never>;
  kind: ColumnType<LedgerEntryKind, LedgerEntryKind, never>;
  /** Stripe's id of what is posted, or the id of our commission or payout. Posted once per kind. */
  sourceId: ColumnType<string, string, never>;
  /** Null for money at Stripe that belongs to no purchase, or whose purchase was not settled when it was posted. */
  purchaseId: ColumnType<string | null, string | null, never>;
  paymentId: ColumnType<string | null, string | null, never>;
  /** Stripe's payment intent. */
  providerPaymentId: ColumnType<string | null, string | null, never>;
  occurredAt: ColumnType<Date, Date, never>;
}

/** The database refuses postings of an entry whose sum is not zero. */
export interface LedgerPostingsTable {
  id: ColumnType<string, string, never>;
  entryId: ColumnType<string, string, never>;
  account: ColumnType<LedgerAccount, LedgerAccount, never>;
  planId: ColumnType<number | null, number | null, never>;
  affiliateId: ColumnType<string | null, string | null, never>;
  /** A debit is positive, a credit negative. */
  amountCents: ColumnType<Cents, Cents, never>;
}
