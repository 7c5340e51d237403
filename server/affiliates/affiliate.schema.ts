import { z } from 'zod';
import { optionalLine } from '../lib/text.ts';

/** What somebody can sign up as; a service member is an influencer (SPEC section 1, DESIGN D12). */
export const affiliateRole = z.enum(['friend', 'influencer', 'loyalty', 'educator']);
export type AffiliateRole = z.infer<typeof affiliateRole>;

/** The account type that a role brings; a friend is a flag beside whatever the type is (D12). */
export const ROLE_TYPES = { friend: null, influencer: 1, loyalty: 2, educator: 3 } as const satisfies Record<
  AffiliateRole,
  number | null
>;

export function isAffiliateType(type: number): boolean {
  return Object.values(ROLE_TYPES).some((one) => one === type);
}

/** What may be asked for: older clients can also name the basic account, which everybody has (SPEC section 6). */
export const requestedRole = z.enum(['basic', ...affiliateRole.options], {
  error: 'Please choose what to sign up as',
});
export type RequestedRole = z.infer<typeof requestedRole>;

/** Whoever a link or a code leads to, as a buyer sees them. */
export const referralOwner = z.object({ id: z.uuid(), label: z.string() });

export const referralCodeInput = z.object({ code: optionalLine(100) });

/** A sale's commission with its reason, as its affiliate reads it (DESIGN D13). Amounts in cents. */
export const commissionLine = z.object({
  id: z.uuid(),
  at: z.date(),
  /** What was sold: 'Individual Membership', 'renewal 3'. */
  sale: z.string(),
  /** '20%', '$5.00 bonus', '5% of your downline'. */
  rate: z.string(),
  baseCents: z.int(),
  /** Negative where a refund took it back. */
  amountCents: z.int(),
  reason: z.string(),
  status: z.enum(['pending', 'payable', 'paid', 'reversed']),
  payableAt: z.date(),
});
export type CommissionLine = z.infer<typeof commissionLine>;

export const commissionTotals = z.object({
  pendingCents: z.int(),
  payableCents: z.int(),
  paidCents: z.int(),
});

/** The affiliate's own page. */
export const affiliateOverview = z.object({
  /** In words: 'Service Member', 'Educator'. */
  roles: z.array(z.string()),
  referenceCode: z.string(),
  /** The link to share. */
  link: z.url(),
  /** Whether what is earned goes to the community fund. */
  donates: z.boolean(),
  visits: z.int(),
  signups: z.int(),
  sales: z.int(),
  totals: commissionTotals,
  /** Earned less reversed, by month YYYY-MM of the business zone, the last 12, oldest first. */
  months: z.array(z.object({ month: z.string(), earnedCents: z.int() })),
  /** Whom they brought in, newest first; at most 50. */
  downline: z.array(z.object({ name: z.string(), role: z.string(), since: z.date() })),
  broughtInBy: z.string().nullable(),
});
export type AffiliateOverview = z.infer<typeof affiliateOverview>;

export const commissionPageInput = z.object({ page: z.int().min(1).max(10_000).default(1) });
export const COMMISSIONS_A_PAGE = 20;
export const commissionPage = z.object({ count: z.int(), lines: z.array(commissionLine) });
