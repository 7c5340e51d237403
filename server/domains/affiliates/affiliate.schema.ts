import { z } from 'zod';
import { optionalLine } from '../../lib/text.ts';

/** The roles that people can sign up for. On screen, an influencer is a Service Member (D12). */
export const affiliateRole = z.enum(['friend', 'influencer', 'loyalty', 'educator']);
export type AffiliateRole = z.infer<typeof affiliateRole>;

/** The account type of each role. Friend isn't a type but a flag on the account. */
export const ROLE_TYPES = { friend: null, influencer: 1, loyalty: 2, educator: 3 } as const satisfies Record<
  AffiliateRole,
  number | null
>;

export function isAffiliateType(type: number): boolean {
  return Object.values(ROLE_TYPES).some((roleType) => roleType === type);
}

/** Older clients may also request the basic account, which everyone has. */
export const requestedRole = z.enum(['basic', ...affiliateRole.options], {
  error: 'Please choose what to sign up as',
});
export type RequestedRole = z.infer<typeof requestedRole>;

/** The fields of an affiliate that buyers see. */
export const referralOwner = z.object({ id: z.uuid(), label: z.string() });

export const referralCodeInput = z.object({ code: optionalLine(100) });
/** `link` is the name of one of the affiliate's links. */
export const referralVisitInput = referralCodeInput.extend({ link: optionalLine(100) });

/** A commission line, with the sale and the rate as text. */
export const commissionLine = z.object({
  id: z.uuid(),
  at: z.date(),
  /** For example, 'Individual Membership, renewal 3'. */
  sale: z.string(),
  /** For example, '20%', '$5.00 bonus', or '5% of your downline'. */
  rate: z.string(),
  baseCents: z.int(),
  /** Negative if the line reverses a commission after a refund or dispute. */
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

export const affiliateOverview = z.object({
  /** For example, 'Service Member' or 'Educator'. */
  roles: z.array(z.string()),
  referenceCode: z.string(),
  /** The link that the affiliate shares. */
  link: z.url(),
  /** True if commissions are donated to the community fund. */
  donates: z.boolean(),
  visits: z.int(),
  signups: z.int(),
  sales: z.int(),
  totals: commissionTotals,
  /** Earnings less reversals of the last 12 months (YYYY-MM) in the business time zone, oldest first. */
  months: z.array(z.object({ month: z.string(), earnedCents: z.int() })),
  /** The people whom the affiliate recruited, newest first, at most 50. */
  downline: z.array(z.object({ name: z.string(), role: z.string(), since: z.date() })),
  broughtInBy: z.string().nullable(),
});
export type AffiliateOverview = z.infer<typeof affiliateOverview>;

export const commissionPageInput = z.object({ page: z.int().min(1).max(10_000).default(1) });
export const COMMISSIONS_PER_PAGE = 20;
export const commissionPage = z.object({ count: z.int(), lines: z.array(commissionLine) });
