import type { ColumnType } from 'kysely';
import type { Cents, Defaulted, Instant, NullableInstant } from '../columns.ts';

export interface SubscriptionsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  accountId: string | null;
  /** The Stripe id; null for a free period, which ends without billing. */
  providerId: string | null;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** The last paid period, or the free one. */
  periodStart: Instant;
  periodEnd: Instant;
  /** Granted by staff. */
  grantedUntil: NullableInstant;
  /** The later of `periodEnd` and `grantedUntil`. */
  expiresAt: ColumnType<Date, never, never>;
  /** When the owner canceled. The card works until `expiresAt`. */
  canceledAt: NullableInstant;
  /** May be in the future: a canceled membership runs until its grant ends. */
  endedAt: NullableInstant;
  version: Defaulted<number>;
  pastDueSince: NullableInstant;
}

export interface PaymentsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  /** The Stripe invoice, or the payment itself if it was charged once. */
  providerInvoiceId: string;
  /** Stripe's payment intent. Null for an invoice of 0, and for old rows until their balance transaction is read. */
  providerPaymentId: ColumnType<string | null, string | null | undefined, string | null>;
  amountCents: Cents;
  /** What was refunded, or is held back during a dispute. */
  refundedCents: Defaulted<Cents>;
  refundVersion: Defaulted<number>;
  periodStart: Instant;
  periodEnd: Instant;
  paidAt: Instant;
}

/** How far one of Stripe's lists has been read. */
export interface StripePollsTable {
  list: 'events' | 'balance transactions';
  readUntil: Instant;
  startedAt: Instant;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  objectId: string;
  receivedAt: Instant;
}
