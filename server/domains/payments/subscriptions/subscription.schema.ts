import { z } from 'zod';
import { OVERDUE_DAYS } from '../../../lib/business-rules.ts';
import { endOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';

export const storedSubscription = z.object({
  id: z.uuid(),
  purchaseId: z.uuid(),
  accountId: z.uuid().nullable(),
  /** The subscription's id at Stripe. Null for a free period. */
  providerId: z.string().nullable(),
  status: z.enum(['active', 'past_due', 'unpaid', 'canceled']),
  /** The last paid period, or the free one. */
  periodStart: z.date(),
  periodEnd: z.date(),
  grantedUntil: z.date().nullable(),
  /** The later of `periodEnd` and `grantedUntil`. */
  expiresAt: z.date(),
  /** When the subscription was canceled. Also set once it has ended. */
  canceledAt: z.date().nullable(),
  /** Why the owner canceled. Null if they didn't cancel or gave no reason. Shown to staff. */
  cancelReason: z.string().nullable(),
  /** In the future while a grant extends a subscription that has ended at Stripe. */
  endedAt: z.date().nullable(),
  pastDueSince: z.date().nullable(),
  /** The card that Stripe charges, as last read. Null before the first sync and if there is none. */
  cardBrand: z.string().nullable(),
  cardLast4: z.string().nullable(),
  /** When the card expires (exclusive). */
  cardExpiresAt: z.date().nullable(),
  /** The amount that must be paid before the subscription is active again; 0 unless a payment is overdue. */
  owedCents: z.int(),
  version: z.int(),
});
export type StoredSubscription = z.infer<typeof storedSubscription>;

/** How long an invoice may stay unpaid before the subscription ends (D26). */
export const OVERDUE_MS = OVERDUE_DAYS * 86_400_000;

/**
 * Returns the last moment at which a bill can be paid (D26). It is the end of a day, because pages and emails
 * name only the day.
 */
export function getPayUntil(failedAt: Date): Date {
  const lastDay = toBusinessDate(new Date(failedAt.getTime() + OVERDUE_MS));
  return new Date(endOfBusinessDate(lastDay).getTime() - 1);
}
