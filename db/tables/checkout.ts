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
  providerCustomerId: string | null;
  providerSubscriptionId: string | null;
  paymentMethodId: string | null;
  cardBrand: string | null;
  cardLast4: string | null;
  failureMessage: string | null;
  createdAt: CreatedInstant;
  attemptStartedAt: Instant;
  attemptedAt: Instant;
  settledAt: NullableInstant;
}

export interface PromoHoldsTable {
  purchaseId: string;
  code: string;
  buyerKey: string;
  status: 'held' | 'consumed' | 'released';
  heldAt: Instant;
}
