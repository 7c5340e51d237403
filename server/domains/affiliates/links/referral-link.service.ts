import { type Db, inTransaction } from '#db/client.ts';
import { addDays, toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { paths } from '../../../lib/pages.shared.ts';
import type { Referral } from '../../../lib/referral.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findOverviewAccount } from '../affiliate-overview.repository.ts';
import { findAffiliate } from '../referral.repository.ts';
import {
  countByWeek,
  countLinks,
  findLinkByCode,
  findLinks,
  insertLink,
  lockLinks,
  sumCommissionsByLink,
} from './referral-link.repository.ts';
import type { ReferralLink, ReferralWeek } from './referral-link.schema.ts';

const MAX_LINKS = 50;
const WEEK_COUNT = 12;

/** Returns the link that an affiliate shares. Without a code, it leads to the home page. */
export function buildReferralLink(
  publicUrl: string,
  code: string | null,
  name: string | null = null,
): string {
  if (code === null) return `${publicUrl}${paths.home()}`;
  const link = `${publicUrl}${paths.home()}?ref=${encodeURIComponent(code)}`;
  return name === null ? link : `${link}&c=${name}`;
}

/** Returns the newest links first, or an empty list if the account isn't an affiliate. */
export async function listLinks(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  accountId: string,
): Promise<ReferralLink[]> {
  const [account, links, centsByLink] = await Promise.all([
    findOverviewAccount(db, accountId),
    findLinks(db, accountId),
    sumCommissionsByLink(db, accountId),
  ]);
  const code = account?.referenceCode ?? null;
  return links.map((link) => ({
    ...link,
    url: buildReferralLink(config.publicUrl, code, link.name),
    commissionCents: centsByLink.get(link.name) ?? 0,
  }));
}

/**
 * Throws NOT_FOUND if the account isn't an affiliate, LINK_EXISTS, or TOO_MANY_LINKS. A removed link that is
 * added again keeps its earlier figures.
 */
export async function addLink(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  name: string,
): Promise<void> {
  if (!(await findAffiliate(db, accountId))) throw new AppError('NOT_FOUND');
  await inTransaction(db, async (trx) => {
    await lockLinks(trx, accountId);
    if (!(await insertLink(trx, { accountId, name, createdAt: now() })))
      throw new AppError('LINK_EXISTS', { field: 'name' });
    if ((await countLinks(trx, accountId)) > MAX_LINKS) throw new AppError('TOO_MANY_LINKS');
  });
}

/** Returns the last 12 weeks in the business time zone, oldest first. */
export async function readWeeks(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  affiliateId: string,
  link: string | null,
): Promise<ReferralWeek[]> {
  const today = toBusinessDate(now());
  const daysSinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const from = addDays(today, -daysSinceMonday - 7 * (WEEK_COUNT - 1));
  const weeks: ReferralWeek[] = Array.from({ length: WEEK_COUNT }, (_, index) => ({
    monday: addDays(from, 7 * index),
    visits: 0,
    sales: 0,
    commissionCents: 0,
  }));
  for (const { kind, monday, amount } of await countByWeek(db, { affiliateId, link, from })) {
    const week = weeks.find((candidate) => candidate.monday === monday);
    if (week) week[kind] = amount;
  }
  return weeks;
}

/**
 * Returns the name of the link that the buyer followed, if it belongs to the referrer. Returns null if the
 * buyer named another referrer.
 */
export async function findFollowedLink(
  db: Db,
  referrerId: string | null,
  referral: Referral | null,
): Promise<string | null> {
  if (referrerId === null || !referral?.link) return null;
  const link = await findLinkByCode(db, { code: referral.code, link: referral.link });
  return link?.accountId === referrerId ? link.name : null;
}
