import { z } from 'zod';
import { contractType } from '../content/content.schema.ts';

/** What a business plan includes, which optional wizard pages it has, and the contracts that its buyer agrees to. */
export const businessTerms = z.object({
  loyalty: z.boolean(),
  socialMedia: z.boolean(),
  presentation: z.boolean(),
  asksPromotions: z.boolean(),
  asksOptIns: z.boolean(),
  /** The contract behind each checkbox of the Agreements page; null if the plan has no such checkbox. */
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
  /** Paid by a company for one of its employees. */
  isEmployeeCard: z.boolean(),
  /** A company's own plan, which bills its employees' cards. It is not a card. */
  isCompanyPlan: z.boolean(),
  /** Texts that pages show beside the plan. */
  copy: z.object({
    title: z.string(),
    label: z.string(),
    summary: z.string(),
    points: z.array(z.string()),
  }),
  /** Null unless the kind is 'business'. */
  business: businessTerms.nullable(),
});
export type Plan = z.infer<typeof plan>;
