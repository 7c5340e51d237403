import { z } from 'zod';
import { OVERDUE_DAYS } from '../lib/business-rules.ts';

export const storedSubscription = z.object({
  id: z.uuid(),
  purchaseId: z.uuid(),
  accountId: z.uuid().nullable(),
  /** Stripe's id; null for a free period. */
  providerId: z.string().nullable(),
  status: z.enum(['active', 'past_due', 'unpaid', 'canceled']),
  /** The last paid period, or the free one. */
  periodStart: z.date(),
  periodEnd: z.date(),
  grantedUntil: z.date().nullable(),
  /** The later of `periodEnd` and `grantedUntil`. */
  expiresAt: z.date(),
  /** When cancellation was requested; the membership works until `expiresAt`. */
  canceledAt: z.date().nullable(),
  /** In the future if staff extended a canceled membership and its paid period has ended. */
  endedAt: z.date().nullable(),
  pastDueSince: z.date().nullable(),
  /** Incremented with every change. */
  version: z.int(),
});
export type StoredSubscription = z.infer<typeof storedSubscription>;

/** How long an unpaid invoice stays open before the subscription ends (D26). */
export const OVERDUE_MS = OVERDUE_DAYS * 86_400_000;
