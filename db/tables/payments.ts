import type { ColumnType } from 'kysely';
import type { Cents, Defaulted, Instant, NullableInstant } from '../columns.ts';

export interface SubscriptionsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  accountId: string | null;
  /** The provider's id; null for a free period, which ends by itself. */
  providerId: string | null;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  periodStart: Instant;
  periodEnd: Instant;
  /** When the owner asked for the end; use continues until `periodEnd`. */
  canceledAt: NullableInstant;
  endedAt: NullableInstant;
  version: Defaulted<number>;
  pastDueSince: NullableInstant;
}

export interface PaymentsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  /** The provider's bill: an invoice, or the payment itself where it was charged once. */
  providerInvoiceId: string;
  amountCents: Cents;
  /** What was given back, or is held back while a dispute is open. */
  refundedCents: Defaulted<Cents>;
  refundVersion: Defaulted<number>;
  periodStart: Instant;
  periodEnd: Instant;
  paidAt: Instant;
}

/** One row: how far Stripe's event list has been read. */
export interface StripeEventPollsTable {
  id: number;
  readUntil: Instant;
  startedAt: Instant;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  objectId: string;
  receivedAt: Instant;
}
