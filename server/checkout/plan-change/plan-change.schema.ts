import { z } from 'zod';
import { upgradeOffer } from '../kinds/family-upgrade/family-upgrade.schema.ts';

/** What a membership's other plan would cost. */
export const planOffer = z.object({
  /** The other plan, such as 'Family'. */
  planName: z.string(),
  /** The first renewal at the other plan's price. */
  renewal: z.object({ amountCents: z.int(), interval: z.enum(['month', 'year']), on: z.date() }),
  /** What is charged now. Null for the individual plan, which starts with the next renewal. */
  upgrade: upgradeOffer.nullable(),
});
export type PlanOffer = z.infer<typeof planOffer>;
