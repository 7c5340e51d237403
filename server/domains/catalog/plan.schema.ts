import { z } from 'zod';
import { contractType } from '../content/content.schema.ts';

/**
 * What a business plan includes, which optional wizard pages it has, and the contracts that its buyer
 * accepts.
 */
export const businessTerms = z.object({
  loyalty: z.boolean(),
  socialMedia: z.boolean(),
  presentation: z.boolean(),
  asksPromotions: z.boolean(),
  asksOptIns: z.boolean(),
  /** The contract behind each checkbox on the Agreements page. Null hides the checkbox. */
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
  /** True for the card of an employee, which the company pays for. */
  isEmployeeCard: z.boolean(),
  /** True for the company's plan itself, which pays for the employees' cards but is not a card. */
  isCompanyPlan: z.boolean(),
  /** Text about the plan on web pages. */
  copy: z.object({
    title: z.string(),
    label: z.string(),
    summary: z.string(),
    points: z.array(z.string()),
  }),
  /** Null unless `kind` is 'business'. */
  business: businessTerms.nullable(),
});
export type Plan = z.infer<typeof plan>;
