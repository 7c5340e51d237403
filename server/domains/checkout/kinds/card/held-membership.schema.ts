import { z } from 'zod';
import { planOffer } from '../../plan-change/plan-change.schema.ts';
import { cardPlan } from './card-purchase.schema.ts';

export const heldMembershipInput = z.object({ plan: cardPlan });

/** A membership that the buyer of another one already has (D71). */
export const heldMembership = z.object({
  number: z.string(),
  /** Names the membership, such as 'You already have an Individual membership, valid until …'. */
  sentence: z.string(),
  /** Why it can't be changed to the chosen plan, as a sentence. Null if it can, or if it has that plan. */
  obstacle: z.string().nullable(),
  /** What changing it to the chosen plan costs. Null if that isn't possible. */
  change: planOffer
    .pick({ planName: true, renewal: true })
    .extend({
      /** The price of a larger plan today. Null for a smaller plan, which starts with the next renewal. */
      todayCents: z.int().nullable(),
    })
    .nullable(),
});
export type HeldMembership = z.infer<typeof heldMembership>;
