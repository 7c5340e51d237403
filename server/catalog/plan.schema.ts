import { z } from 'zod';
import { contractType } from '../content/content.schema.ts';

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
export const EMPLOYEE_PERSONAL_PLAN = 3;
export const EMPLOYEE_FAMILY_PLAN = 4;
export const EMPLOYEE_PLANS: readonly number[] = [EMPLOYEE_PERSONAL_PLAN, EMPLOYEE_FAMILY_PLAN];
export const CORPORATE_GROUP_PLAN = 5;
export const CORPORATE_PLANS: readonly number[] = [...EMPLOYEE_PLANS, CORPORATE_GROUP_PLAN];

/** What a business plan bundles, which of the wizard's pages it has, and the contracts that it is agreed to by (D21). */
export const businessTerms = z.object({
  loyalty: z.boolean(),
  socialMedia: z.boolean(),
  presentation: z.boolean(),
  asksPromotions: z.boolean(),
  asksOptIns: z.boolean(),
  /** The contract behind each box of the Agreements page; null where the plan has no such box. */
  agreements: z.object({
    contractAgree: contractType,
    termsAgree: contractType.nullable(),
    privacyAgree: contractType.nullable(),
  }),
});
export type BusinessTerms = z.infer<typeof businessTerms>;

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
  /** Null for every other kind of plan. */
  business: businessTerms.nullable(),
});
export type Plan = z.infer<typeof plan>;
