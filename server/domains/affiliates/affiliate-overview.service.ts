import { toBusinessDate } from '../../lib/dates.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { Deps } from '../../platform/deps.ts';
import type { AffiliateOverview } from './affiliate.schema.ts';
import {
  findDownline,
  findMonths,
  findOverviewAccount,
  findReach,
  findTotals,
} from './affiliate-overview.repository.ts';
import { findEarner } from './commissions/commission.repository.ts';
import { buildReferralLink } from './links/referral-link.service.ts';

const MONTH_COUNT = 12;
const MAX_DOWNLINE_MEMBERS = 50;

/** Returns null if the account isn't an affiliate. */
export async function getAffiliateOverview(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  accountId: string,
): Promise<AffiliateOverview | null> {
  const account = await findOverviewAccount(db, accountId);
  const roles = account ? listRoleNames(account) : [];
  if (!account || roles.length === 0) return null;
  const months = listLastMonths(now());
  const [earner, reach, totals, centsByMonth, downline] = await Promise.all([
    findEarner(db, accountId),
    findReach(db, accountId),
    findTotals(db, accountId, now()),
    findMonths(db, accountId, months[0] ?? ''),
    findDownline(db, accountId, MAX_DOWNLINE_MEMBERS),
  ]);
  const { referenceCode, uplineFirstname, uplineLastname } = account;
  return {
    roles,
    referenceCode: referenceCode ?? '',
    link: buildReferralLink(config.publicUrl, referenceCode),
    donates: earner?.donates ?? false,
    ...reach,
    totals,
    months: months.map((month) => ({ month, earnedCents: centsByMonth.get(month) ?? 0 })),
    downline: downline.map(({ firstname, lastname, since, ...member }) => ({
      name: formatPersonName({ firstname, lastname }),
      role: listRoleNames(member)[0] ?? '',
      since,
    })),
    broughtInBy: uplineFirstname === null ? null : `${uplineFirstname} ${uplineLastname}`,
  };
}

/**
 * Returns the names of the affiliate's roles, the main one first. On screen, an influencer is a Service
 * Member.
 */
function listRoleNames(account: { accountType: number; isInfluencer: boolean; isFriend: boolean }): string[] {
  const { accountType, isInfluencer, isFriend } = account;
  return [
    ...(accountType === 3 ? ['Educator'] : []),
    ...(accountType === 1 || isInfluencer ? ['Service Member'] : []),
    ...(accountType === 2 ? ['Loyalty Affiliate'] : []),
    ...(isFriend ? ['Friend'] : []),
  ];
}

/** Returns months as YYYY-MM, oldest first, ending with the current month. */
function listLastMonths(now: Date): string[] {
  const [year = 0, month = 0] = toBusinessDate(now).split('-').map(Number);
  return Array.from({ length: MONTH_COUNT }, (_, index) =>
    new Date(Date.UTC(year, month - MONTH_COUNT + index, 1)).toISOString().slice(0, 7),
  );
}
