import { z } from 'zod';
import { isPrintable } from '../../../lib/line-rules.ts';
import { linkToken } from '../../../lib/text.ts';
import { quote } from '../../catalog/quote.schema.ts';

export const purchaseKindName = z.enum([
  'card',
  'business-plan',
  'affiliate-signup',
  'corporate',
  'company-seats',
  'card-replacement',
  'adopted-card',
  'granted-card',
  'family-upgrade',
  'business-plan-upgrade',
]);
export type PurchaseKindName = z.infer<typeof purchaseKindName>;

/** What staff call each kind. */
export const PURCHASE_KIND_LABELS = {
  card: 'Card',
  'business-plan': 'Business plan',
  'affiliate-signup': 'Affiliate signup',
  corporate: 'Corporate',
  'company-seats': 'Company cards',
  'card-replacement': 'Replacement card',
  'adopted-card': 'Adopted card',
  'family-upgrade': 'Family upgrade',
  'business-plan-upgrade': 'Business plan upgrade',
  'granted-card': 'Granted card',
} as const satisfies Record<PurchaseKindName, string>;

/** Why an attempt ended without a charge, or why its charge was returned at once. */
export const failureCode = z.enum([
  'CARD_DECLINED',
  'CARD_CHECK_NEEDED',
  'CARD_INVALID',
  'WRONG_PROMO_CODE',
  'PURCHASE_INTERRUPTED',
  'CHARGE_RETURNED',
]);
export type FailureCode = z.infer<typeof failureCode>;

/**
 * A purchase in our database. It is inserted before anything is sent to Stripe, unless staff adopt an
 * existing subscription. It is settled at most once.
 */
export const purchase = z.object({
  id: z.uuid(),
  kind: purchaseKindName,
  accountId: z.uuid().nullable(),
  /** `account:<id>`, `guest:<cookie key>`, `legacy:<digest>`, `granted:<digest>`, or `adopted:<subscription id at Stripe>`. */
  buyerKey: z.string(),
  fingerprint: z.string(),
  status: z.enum(['pending', 'requires_action', 'paid', 'failed', 'refunded']),
  /**
   * Incremented when the buyer retries after a failure or refund, and when the attempt needs new idempotency
   * keys at Stripe.
   */
  attempt: z.int(),
  /** The schema of the purchase's kind parses it. */
  cart: z.unknown(),
  quote,
  totalCents: z.int(),
  promoCode: z.string().nullable(),
  email: z.string(),
  /** The account of the affiliate who referred the buyer. */
  referrerId: z.uuid().nullable(),
  providerCustomerId: z.string().nullable(),
  providerSubscriptionId: z.string().nullable(),
  /** Set instead of `providerSubscriptionId` if the purchase is charged only once. */
  providerPaymentId: z.string().nullable(),
  paymentMethodId: z.string().nullable(),
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  /** Identifies the payment card at Stripe: all tokens and payment methods of one number have the same. */
  cardFingerprint: z.string().nullable(),
  failureCode: failureCode.nullable(),
  /** Stripe's reason for a decline, or our message for another failure. */
  failureMessage: z.string().nullable(),
  createdAt: z.date(),
  attemptStartedAt: z.date(),
  /**
   * Updated by the request that is charging, and when the purchase is settled. If it is old while the
   * purchase is open, no request is working on it.
   */
  heartbeatAt: z.date(),
  settledAt: z.date().nullable(),
  /** True if the buyer can confirm the payment with the bank in this browser. */
  isConfirmable: z.boolean(),
  /** True if a saved card is charged while the cardholder isn't present. */
  isOffSession: z.boolean(),
  /** True if no request has worked on it for 30 seconds. */
  isIdle: z.boolean(),
  /** True if the attempt is at least 30 minutes old. Nothing new may be charged for it then (D53). */
  isExpired: z.boolean(),
});
export type Purchase = z.infer<typeof purchase>;

/** True if the purchase has no outcome yet: it isn't paid, failed, or refunded. */
export function isOpen({ status }: Pick<Purchase, 'status'>): boolean {
  return status === 'pending' || status === 'requires_action';
}

/**
 * `providerCustomerId` is the Stripe customer that the card is attached to. If omitted, it is the buyer's
 * own.
 */
export type SavedCard = Pick<Purchase, 'paymentMethodId' | 'cardBrand' | 'cardLast4' | 'cardFingerprint'> &
  Partial<Pick<Purchase, 'providerCustomerId'>>;

/** 'requires_action' means that the buyer must confirm with the bank in the browser (3-D Secure). */
export const purchaseResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('paid'), purchaseId: z.uuid() }),
  z.object({ status: z.literal('requires_action'), purchaseId: z.uuid(), clientSecret: z.string() }),
]);
export type PurchaseResult = z.infer<typeof purchaseResult>;

/** The token is in the link of the email about a failed purchase. */
export const reopenInput = z.object({ token: linkToken('Receipt not found') });

const INVALID_CARD = 'The debit/credit card that was used is invalid.';

const tokenText = z
  .string({ error: INVALID_CARD })
  .trim()
  .max(255, INVALID_CARD)
  .refine(isPrintable, INVALID_CARD);

/** Stripe's payment token (`tok_…` or `pm_…`), or 'none' if nothing is due. */
export const paymentToken = tokenText.min(1, INVALID_CARD);

/** Like `paymentToken`, but may also be omitted or empty if nothing is due. */
export const optionalToken = tokenText.nullish().transform((value) => value || null);
