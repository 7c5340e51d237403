import { sql } from 'kysely';

/** Ages are measured by the database's clock, because the clocks of several servers may differ. */
export const databaseNow = sql<Date>`database_now()`;
export const isIdle = sql<boolean>`heartbeat_at < database_now() - interval '30 seconds'`;
const isExpired = sql<boolean>`attempt_started_at <= database_now() - interval '30 minutes'`;
/** False from 3 minutes before the attempt expires, which is enough time for the slowest call to Stripe. */
export const isYoung = sql<boolean>`attempt_started_at > database_now() - interval '27 minutes'`;

/** `heartbeat_at` is when a request last worked on the purchase. Settling it counts too. */
export const isRecent = sql<boolean>`heartbeat_at > database_now() - interval '30 minutes'`;

export const COLUMNS = [
  'id',
  'kind',
  'accountId',
  'buyerKey',
  'fingerprint',
  'status',
  'attempt',
  'cart',
  'quote',
  'totalCents',
  'promoCode',
  'email',
  'referrerId',
  'providerCustomerId',
  'providerSubscriptionId',
  'providerPaymentId',
  'paymentMethodId',
  'cardBrand',
  'cardLast4',
  'cardFingerprint',
  'failureCode',
  'failureMessage',
  'createdAt',
  'attemptStartedAt',
  'heartbeatAt',
  'settledAt',
  'isConfirmable',
  'isOffSession',
  isIdle.as('isIdle'),
  isExpired.as('isExpired'),
] as const;
