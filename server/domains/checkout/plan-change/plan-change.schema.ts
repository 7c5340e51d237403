import { z } from 'zod';
import { quote } from '../../catalog/quote.schema.ts';

/** What a larger plan costs for the rest of the paid period. It is charged once. */
export const upgradeOffer = z.object({
  quote,
  /** Whole days from today to the end of the paid period. */
  days: z.int(),
  periodDays: z.int(),
  /** The card that pays for the renewals. Null if Stripe has none. */
  card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
});
export type UpgradeOffer = z.infer<typeof upgradeOffer>;

/** What changing a subscription to another plan would cost. */
export const planOffer = z.object({
  /** The other plan, such as 'Family'. */
  planName: z.string(),
  /** The first renewal at the other plan's price. */
  renewal: z.object({ amountCents: z.int(), interval: z.enum(['month', 'year']), on: z.date() }),
  /** What is charged now. Null for a smaller plan, which starts with the next renewal. */
  upgrade: upgradeOffer.nullable(),
});
export type PlanOffer = z.infer<typeof planOffer>;

/** What an upgrade's purchase needs besides the plan. */
export const upgradePayment = z.object({
  /** The total that the buyer saw. If it differs from ours, the purchase is refused (D2). */
  shownTotalCents: z.int(),
  /** Generated once per dialog. The same key never charges twice (D41). */
  idempotencyKey: z.uuid(),
});
export type UpgradePayment = z.infer<typeof upgradePayment>;

/** The fields of an upgrade's stored cart that identify the paid period. */
export const upgradePeriod = z.object({
  subscriptionId: z.uuid(),
  /** The end of the paid period for which the upgrade was priced. */
  periodEnd: z.iso.datetime(),
});
