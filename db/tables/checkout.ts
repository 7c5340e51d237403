import type { ColumnType } from 'kysely';
import type { Cents, CreatedInstant, Defaulted, Instant, Json, NullableInstant } from '../columns.ts';

export interface PurchasesTable {
  id: ColumnType<string, string, never>;
  kind: string;
  accountId: string | null;
  buyerKey: string;
  idempotencyKey: string;
  fingerprint: string;
  status: 'pending' | 'requires_action' | 'paid' | 'failed' | 'refunded';
  attempt: Defaulted<number>;
  cart: Json;
  quote: Json;
  totalCents: Cents;
  promoCode: string | null;
  email: string;
  referrerId: ColumnType<string | null, string | null | undefined, string | null>;
  /** The name of the referrer's link that the buyer had followed. */
  referralLink: ColumnType<string | null, string | null | undefined, never>;
  providerCustomerId: string | null;
  providerSubscriptionId: string | null;
  /** Stripe's payment intent, for a purchase that is charged once and has no subscription. */
  providerPaymentId: ColumnType<string | null, string | null | undefined, string | null>;
  paymentMethodId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  /** Identifies the payment card at Stripe. Null for purchases from before it was kept. */
  cardFingerprint: ColumnType<string | null, string | null | undefined, string | null>;
  failureCode: string | null;
  failureMessage: string | null;
  createdAt: CreatedInstant;
  attemptStartedAt: Instant;
  heartbeatAt: Instant;
  isConfirmable: Defaulted<boolean>;
  isOffSession: Defaulted<boolean>;
  isCharging: Defaulted<boolean>;
  sweptAt: NullableInstant;
  settledAt: NullableInstant;
}

export interface PurchaseKeysTable {
  buyerKey: string;
  idempotencyKey: string;
  purchaseId: string;
}

export interface PromoHoldsTable {
  purchaseId: string;
  code: string;
  buyerKey: string;
  status: 'held' | 'consumed' | 'released';
  heldAt: Instant;
  /** Identifies the payment card at Stripe. Null until a card is charged. */
  cardFingerprint: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface BusinessPlansTable {
  id: ColumnType<string, string, never>;
  accountId: string;
  kind: 'subscription' | 'trial';
  planId: number;
  /** Null for a trial, like `subscriptionId`. */
  purchaseId: string | null;
  subscriptionId: string | null;
  businessId: string;
  programs: Json;
  startedAt: Instant;
  /** Null if no end is set. A running trial or free period has an end in the future. */
  endedAt: NullableInstant;
  /** Null if the store listing ends with the plan. */
  listedUntil: NullableInstant;
}
