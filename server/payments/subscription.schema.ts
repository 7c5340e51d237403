import { z } from 'zod';
import { OVERDUE_DAYS } from '../lib/figures.ts';

/** How a membership or plan is billed, as we have it on record. */
export const storedSubscription = z.object({
  id: z.uuid(),
  purchaseId: z.uuid(),
  accountId: z.uuid().nullable(),
  /** The provider's id; null for a free period. */
  providerId: z.string().nullable(),
  status: z.enum(['active', 'past_due', 'unpaid', 'canceled']),
  periodStart: z.date(),
  periodEnd: z.date(),
  /** When its end was asked for; use continues until `periodEnd`. */
  canceledAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  pastDueSince: z.date().nullable(),
  /** Raised with every change. */
  version: z.int(),
});
export type StoredSubscription = z.infer<typeof storedSubscription>;

/** An unpaid bill stays open this long, then the subscription ends (DESIGN D26). */
export const OVERDUE_MS = OVERDUE_DAYS * 86_400_000;
