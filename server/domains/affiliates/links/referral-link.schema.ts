import { z } from 'zod';
import { LINK_NAME } from '../../../lib/referral.ts';

/** Letters, digits, and hyphens. Converted to lower case. */
export const linkName = z
  .string({ error: 'Required Field' })
  .trim()
  .min(1, 'Required Field')
  .regex(LINK_NAME, 'Please use up to 30 letters, digits, and hyphens')
  .toLowerCase();
export const linkInput = z.object({ name: linkName });

export const referralLink = z.object({
  name: z.string(),
  url: z.url(),
  visits: z.int(),
  sales: z.int(),
  /** Earnings less reversals. */
  commissionCents: z.int(),
});
export type ReferralLink = z.infer<typeof referralLink>;

/** The newest links first. */
export const referralLinks = z.array(referralLink);

/** If null, counts everything, with or without a named link. */
export const weeksInput = z.object({ link: linkName.nullable() });

/** A week in the business time zone, which begins on a Monday. */
export const referralWeek = z.object({
  /** The Monday, as YYYY-MM-DD. */
  monday: z.string(),
  visits: z.int(),
  sales: z.int(),
  commissionCents: z.int(),
});
export type ReferralWeek = z.infer<typeof referralWeek>;

/** The last 12 weeks, oldest first. */
export const referralWeeks = z.array(referralWeek);
