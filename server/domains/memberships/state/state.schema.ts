import { z } from 'zod';

/** What a membership or business plan is now. `RULES` in `state-summary.shared.ts` decides. */
export const stateKind = z.enum([
  /** The next period will be charged. */
  'renewing',
  /** Renews, but as a smaller plan. */
  'changing',
  /** Renews, but staff extended it beyond the paid period. */
  'extended',
  /** The paid period is over, and we don't know yet whether the renewal was paid. */
  'late',
  /** Ends on its own, because nothing was going to renew. */
  'finite',
  /** An employee card that is in nobody's account. */
  'unclaimed',
  /** An employee card that the company took out of the renewal. */
  'removed',
  /** Canceled, but it can still be used. */
  'canceled',
  /** Stripe collects the payment again. */
  'past-due',
  /** Stripe has given up, but the payment can still be made. */
  'unpaid',
  /** The payer disputes a payment at their bank, which hasn't decided. */
  'disputed',
  /** Ended with its period. */
  'ended',
  /** Ended before its period, such as a replaced card. */
  'ended-early',
  'ended-unpaid',
  'refunded',
  'dispute-lost',
  'trial',
  'trial-ended',
  /** A company's own plan, read as if it were a card (D61). */
  'not-a-card',
]);
export type StateKind = z.infer<typeof stateKind>;

export const stateSummary = z.object({
  kind: stateKind,
  /** When this state began. Null if we don't know. */
  since: z.date().nullable(),
  /** When the membership stops working unless it is paid again, or when it ended. */
  until: z.date(),
  /** What happens next without anyone doing anything. Null if nothing will, or if its day has passed. */
  next: z.object({ event: z.enum(['renews', 'changes', 'ends']), at: z.date() }).nullable(),
  /** What the reader can do about it. */
  actions: z.array(z.enum(['pay', 'cancel', 'resume', 'choose-plan'])),
  /** A word or two, such as 'Past due'. */
  label: z.string(),
  title: z.string().nullable(),
  /** Null if there is nothing to say. */
  text: z.string().nullable(),
  /** The day that matters most, such as 'Ended on'. Null while a renewal is late. */
  day: z.object({ label: z.string(), at: z.date() }).nullable(),
});
export type StateSummary = z.infer<typeof stateSummary>;
