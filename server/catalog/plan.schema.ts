import { z } from 'zod';

/** The plan numbers of the specification (section 3); 2 is 'Unknown' and is never sold. */
export const PLAN_NAMES: Record<number, string> = {
  0: 'Individual',
  1: 'Family',
  2: 'Unknown',
  3: 'Individual',
  4: 'Family',
  5: 'Corporate Group',
};

/** Plans that carry a spouse and family members (SPEC section 2, Verify card). */
export const FAMILY_PLANS: readonly number[] = [1, 4];

/** A company's employees' cards, and the plan by which the company pays for them (SPEC section 3). */
export const EMPLOYEE_PLANS: readonly number[] = [3, 4];
export const CORPORATE_GROUP_PLAN = 5;
export const CORPORATE_PLANS: readonly number[] = [...EMPLOYEE_PLANS, CORPORATE_GROUP_PLAN];

export const plan = z.object({
  id: z.int(),
  kind: z.enum(['consumer', 'corporate', 'business', 'addon']),
  name: z.string(),
  orderSummaryName: z.string(),
  slug: z.string().nullable(),
  priceCents: z.int(),
  billingInterval: z.enum(['month', 'year', 'once']),
  isFamily: z.boolean(),
  /** Words and figures that pages show beside the plan. */
  copy: z.object({
    title: z.string(),
    label: z.string(),
    summary: z.string(),
    points: z.array(z.string()),
  }),
});
export type Plan = z.infer<typeof plan>;

/** The slug of the line that a physical card costs (DESIGN D29). */
export const PHYSICAL_CARD_SLUG = 'physical-card';
