import { z } from 'zod';
import { quote } from '../../../catalog/quote.schema.ts';
import { familyNames } from '../../../memberships/family.schema.ts';
import { numberInput } from '../../../memberships/membership.schema.ts';

/** The stored cart: the membership, and the people whom its card will name. */
export const upgradeCart = z.object({
  membershipId: z.uuid(),
  subscriptionId: z.uuid(),
  /** 12 characters, without hyphens. */
  number: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** The end of the paid period for which the upgrade was priced. */
  periodEnd: z.iso.datetime(),
  ...familyNames.shape,
});
export type UpgradeCart = z.infer<typeof upgradeCart>;

/** What changing to the family plan costs for the rest of the paid period. It is charged once. */
export const upgradeOffer = z.object({
  quote,
  /** Whole days from today to the end of the paid period. */
  days: z.int(),
  periodDays: z.int(),
  /** The card that pays for the renewals. Null if Stripe has none. */
  card: z.object({ brand: z.string().nullable(), last4: z.string().nullable() }).nullable(),
});
export type UpgradeOffer = z.infer<typeof upgradeOffer>;

export const upgradeInput = z.object({
  ...numberInput.shape,
  ...familyNames.shape,
  /** The total that the buyer saw. If it differs from ours, the purchase is refused (D2). */
  shownTotalCents: z.int(),
  /** Generated once per dialog. The same key never charges twice (D41). */
  idempotencyKey: z.uuid(),
});
export type UpgradeInput = z.output<typeof upgradeInput>;
