import { z } from 'zod';
import { existingPassword } from '../accounts/account.schema.ts';

const runningPlan = z.object({
  name: z.string(),
  /** The account page that shows the plan. */
  area: z.enum(['memberships', 'business', 'company']),
  until: z.date(),
  /** True if the plan renews, so that the owner must cancel it first. */
  renews: z.boolean(),
  /** True if its last payment failed. */
  isOverdue: z.boolean(),
});
export type RunningPlan = z.infer<typeof runningPlan>;

/** What still prevents the deletion of an account. */
export const deletionStanding = z.object({
  canDelete: z.boolean(),
  plans: z.array(runningPlan),
  hasOpenPurchase: z.boolean(),
  /** Commissions that haven't been paid out. */
  owedCents: z.int(),
  isRewardOwed: z.boolean(),
});
export type DeletionStanding = z.infer<typeof deletionStanding>;

export const deletionInput = z.object({ currentPassword: existingPassword });
