import { z } from 'zod';

/** How far ahead renewals are counted. */
export const RENEWAL_DAYS = 30;

const day = z.iso.date();

/** Both days (YYYY-MM-DD) are included. They are days in the business time zone. */
export const period = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'Choose the first day or a later one' });
export type Period = z.infer<typeof period>;

const count = z.int();

/** A figure of the period. */
const totals = z.object({
  /**
   * Memberships created in the period, except a company's own membership and imported ones. Employee cards
   * count.
   */
  newMembers: count,
  /**
   * Memberships whose owner, company, or staff canceled in the period, or that ended in it because a bill
   * stayed unpaid or the money was returned. They may still run until their paid period ends. A membership
   * that was resumed no longer counts, and neither does a free period that ran out.
   */
  canceledMembers: count,
  /** What was sold, less discounts, before refunds and fees: the ledger's revenue and discounts. */
  revenueCents: count,
  /** What was refunded, less refunds that failed: the ledger's refunds. */
  refundsCents: count,
  /** What banks withdrew because of disputes, less what they returned: the ledger's disputes. */
  disputesCents: count,
});

/** The state at the last count. */
const state = z.object({
  /**
   * Memberships whose card works: paid or free, not past due, not ended, and their period is not over.
   * Canceled memberships count until their period ends. A company's own membership doesn't count, but its
   * employees' cards do.
   */
  activeMembers: count,
  /**
   * Monthly recurring revenue, as Stripe defines it: the monthly price of every subscription that is paid or
   * past due, and not canceled. Includes business plans. A yearly price is divided by 12. A promo code is
   * subtracted only if it never ends.
   */
  mrrCents: count,
  /** Subscriptions with an unpaid bill that hasn't ended them yet, and what they owe. */
  pastDue: count,
  owedCents: count,
  /** Paid subscriptions that renew by the end of the 30th day from today, and what those renewals cost. */
  renewals: count,
  renewalsCents: count,
});

export const figures = z.object({
  /** Imported memberships that began in the period, in the system that they were imported from. */
  importedMembers: count,
  /** Null before the first count. */
  countedAt: z.date().nullable(),
  state,
  totals,
  /** Oldest first. The state of a day from before the first count is unknown. */
  days: z.array(
    totals.extend({
      day,
      activeMembers: count.nullable(),
      mrrCents: count.nullable(),
      pastDue: count.nullable(),
    }),
  ),
});
export type Figures = z.infer<typeof figures>;
export type DayFigures = Figures['days'][number];

/** Work that waits for staff, with the list where they do it. */
export const waitingItem = z.object({ label: z.string(), count, path: z.string() });
export type WaitingItem = z.infer<typeof waitingItem>;
