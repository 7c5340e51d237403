import { z } from 'zod';

/** How an owner can change a membership between the individual and the family plan. */
export const planChange = z.object({
  /** The other plan, such as 'Family'. */
  planName: z.string(),
  isUpgrade: z.boolean(),
  /** When a requested change to the individual plan happens. Null if none was requested. */
  scheduledFor: z.date().nullable(),
  /** Why the plan can't be changed now, as a sentence. Null if it can. */
  obstacle: z.string().nullable(),
});
export type PlanChange = z.infer<typeof planChange>;
