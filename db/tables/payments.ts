import type { ColumnType } from 'kysely';
import type { Cents, CreatedInstant, Defaulted, Instant, NullableInstant, NullableJson } from '../columns.ts';

export interface SubscriptionsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  accountId: string | null;
  /** Stripe's subscription id. Null for a free period, which ends without billing. */
  providerId: string | null;
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** The start of the first period. */
  startedAt: CreatedInstant;
  /** The start of the last paid or free period. */
  periodStart: Instant;
  periodEnd: Instant;
  /** The date until which staff extended the membership. */
  grantedUntil: NullableInstant;
  /** The later of `periodEnd` and `grantedUntil`. */
  expiresAt: ColumnType<Date, never, never>;
  /**
   * When the owner canceled, or when the subscription ended. Unless it ended early, the card works until
   * `expiresAt`.
   */
  canceledAt: NullableInstant;
  /** Why the owner canceled, if they said. */
  cancelReason: ColumnType<string | null, string | null | undefined, string | null>;
  /** May be in the future: a canceled membership that staff extended runs until `grantedUntil`. */
  endedAt: NullableInstant;
  version: Defaulted<number>;
  pastDueSince: NullableInstant;
  /** The quote at which the subscription renews, if its plan has changed since the purchase. */
  planQuote: NullableJson;
  /** The quote of the plan that starts with the first paid period at or after `nextPlanFrom`. */
  nextPlanQuote: NullableJson;
  nextPlanFrom: NullableInstant;
  /** Incremented when the price of the next renewal changes. */
  planRevision: Defaulted<number>;
  /** The last `planRevision` that was applied to the subscription at Stripe. */
  syncedPlanRevision: Defaulted<number>;
  /** The card that is charged, as last read from Stripe. Null before the first sync, or if there is none. */
  cardBrand: ColumnType<string | null, string | null | undefined, string | null>;
  cardLast4: ColumnType<string | null, string | null | undefined, string | null>;
  /** When the card expires (exclusive). */
  cardExpiresAt: NullableInstant;
  /** The amount that must be paid before the subscription is active again; 0 unless it is past due. */
  owedCents: Defaulted<Cents>;
}

export interface PaymentsTable {
  id: ColumnType<string, string, never>;
  purchaseId: string;
  /** The account of the purchase, copied here so that an index can order an account's payments by date. */
  accountId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The card that was charged. Null if there was none, or for old payments, which the purchase's card paid. */
  cardBrand: ColumnType<string | null, string | null | undefined, never>;
  cardLast4: ColumnType<string | null, string | null | undefined, never>;
  /** Stripe's invoice id, or its payment intent id for a one-time charge. */
  providerInvoiceId: string;
  /**
   * Stripe's payment intent. Null for an invoice of 0, and for old rows until their balance transaction is
   * read.
   */
  providerPaymentId: ColumnType<string | null, string | null | undefined, string | null>;
  amountCents: Cents;
  /** Refunded, or withdrawn by Stripe because of a dispute. */
  refundedCents: Defaulted<Cents>;
  /** The part of `refundedCents` that disputes withdrew. */
  disputedCents: Defaulted<Cents>;
  /** False while a dispute awaits its decision. Null if there was none, and for disputes of older releases. */
  isDisputeLost: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  refundVersion: Defaulted<number>;
  periodStart: Instant;
  periodEnd: Instant;
  paidAt: Instant;
  /** The plan's quote when the payment was charged, if the plan had changed since the purchase. */
  planQuote: NullableJson;
  /** The invoice's lines. Null for payments of older releases. */
  lines: NullableJson;
  /** The company's name and PO number when it paid. Null for other payers, and for old payments. */
  payerName: ColumnType<string | null, string | null | undefined, string | null>;
  poNumber: ColumnType<string | null, string | null | undefined, string | null>;
}

/** A change to a more expensive plan. The owner paid the difference for the rest of the period. */
export interface PlanUpgradesTable {
  purchaseId: ColumnType<string, string, never>;
  subscriptionId: ColumnType<string, string, never>;
  previousPlanId: ColumnType<number, number, never>;
  /** The subscription's `planQuote` before the change. */
  previousQuote: NullableJson;
  /** When the purchase was refunded, which undid the change. */
  returnedAt: NullableInstant;
}

/** A dispute about a payment, as last read from Stripe. */
export interface DisputesTable {
  /** The dispute's id at Stripe. */
  id: ColumnType<string, string, never>;
  paymentId: ColumnType<string, string, never>;
  amountCents: Cents;
  /** Stripe's code for the cardholder's claim, such as 'fraudulent'. */
  reason: string;
  evidenceDueAt: NullableInstant;
  openedAt: ColumnType<Date, Date, never>;
  /** When the dispute stopped awaiting our evidence. */
  closedAt: NullableInstant;
}

/** How far we have read each of Stripe's lists. */
export interface StripePollsTable {
  list: 'events' | 'balance transactions';
  readUntil: Instant;
  startedAt: Instant;
}

export interface StripeEventsTable {
  id: string;
  type: string;
  /** The object whose state the event makes us read, or the event's own object if it is ignored. */
  objectId: string;
  receivedAt: Instant;
  /** Null for the events of earlier releases. */
  outcome: ColumnType<EventOutcome | null, EventOutcome, EventOutcome>;
  /** Why the event was ignored, or the last error. */
  reason: string | null;
  /** The number of failed attempts to apply the event. */
  failures: Defaulted<number>;
  /** When the outcome was recorded. */
  settledAt: NullableInstant;
  /** The job that applies the event. */
  jobId: string | null;
}

/** `pending` until its job has run. `failed` as long as the job's last attempt failed. */
export type EventOutcome = 'pending' | 'applied' | 'ignored' | 'failed';

/** A mail about a subscription's bill, renewal, or card. */
export interface BillingNoticesTable {
  subscriptionId: string;
  /**
   * Sent while a bill is unpaid, after an unpaid bill ended the subscription, before the renewal with which a year
   * begins, or before a card expires.
   */
  notice: 'unpaid' | 'ended' | 'renewal' | 'card';
  /** When the bill became overdue, or when the subscription renews. */
  about: Instant;
  /**
   * Identifies the notice among those with the same `about`: the number of days before or after, or the
   * expiring card.
   */
  detail: string;
  sentAt: Instant;
}
