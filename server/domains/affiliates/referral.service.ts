import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { getHouseAccount } from '../accounts/provided-account.service.ts';
import { findFollowedLink } from './links/referral-link.service.ts';
import { getVisitKey } from './links/visit-counts.service.ts';
import { type AffiliateName, findAffiliate, findAffiliateByCode } from './referral.repository.ts';

export interface ReferralOwner {
  id: string;
  label: string;
}

const toReferralOwner = ({ id, firstname, lastname }: AffiliateName): ReferralOwner => ({
  id,
  label: formatPersonName({ firstname, lastname }),
});

/**
 * Validates the referrer that a buyer or a new affiliate named by id or reference code. Returns null if none
 * was named. Throws REFERENCE_NOT_FOUND or SELF_REFERENCE for the field `reference`.
 */
export async function requireReferrer(
  db: Db,
  reference: string | null,
  buyerAccountId: string | null,
): Promise<string | null> {
  const id = await resolveReference(db, reference);
  if (id === null) return null;
  if (id.toLowerCase() === buyerAccountId) throw new AppError('SELF_REFERENCE', { field: 'reference' });
  const affiliate = await findAffiliate(db, id);
  if (!affiliate) throw new AppError('REFERENCE_NOT_FOUND', { field: 'reference' });
  return affiliate.id;
}

/** Who is credited for a purchase, and the named link of theirs that the buyer had followed. */
export interface PurchaseReferral {
  referrerId: string | null;
  referralLink: string | null;
}

/**
 * Validates the referrer that a buyer named, like `requireReferrer`, and finds their link if the buyer
 * followed one.
 */
export async function requireReferral(
  ctx: Pick<Context, 'deps' | 'referral'>,
  reference: string | null,
  buyerAccountId: string | null,
): Promise<PurchaseReferral> {
  return findReferral(ctx, await requireReferrer(ctx.deps.db, reference, buyerAccountId));
}

/** Finds the followed link of a referrer who was validated earlier. */
export async function findReferral(
  { deps: { db }, referral }: Pick<Context, 'deps' | 'referral'>,
  referrerId: string | null,
): Promise<PurchaseReferral> {
  return { referrerId, referralLink: await findFollowedLink(db, referrerId, referral) };
}

/**
 * Returns the account id for a reference code. Returns an id or null unchanged. Throws REFERENCE_NOT_FOUND
 * for an unknown code.
 */
export async function resolveReference(db: Db, reference: string | null): Promise<string | null> {
  if (reference === null || z.uuid().safeParse(reference).success) return reference;
  const affiliate = await findAffiliateByCode(db, reference);
  if (!affiliate) throw new AppError('REFERENCE_NOT_FOUND', { field: 'reference' });
  return affiliate.id;
}

/** Returns the house account, which people name if they have no referrer. */
export async function getHouseReference(db: Db): Promise<ReferralOwner> {
  const house = await getHouseAccount(db);
  if (!house) throw new AppError('NOT_FOUND');
  return toReferralOwner(house);
}

/** Returns null if the account can't be named as a referrer. */
export async function findReferralOwnerById(db: Db, id: string | null): Promise<ReferralOwner | null> {
  const affiliate = id === null ? undefined : await findAffiliate(db, id);
  return affiliate ? toReferralOwner(affiliate) : null;
}

/** Finds the affiliate of a referral link by its code, ignoring case. */
export async function findReferralOwner(db: Db, code: string | null): Promise<ReferralOwner | null> {
  const affiliate = code === null ? undefined : await findAffiliateByCode(db, code);
  return affiliate ? toReferralOwner(affiliate) : null;
}

/** Counts a visit for its day in the business time zone. A link that the affiliate doesn't have is ignored. */
export async function countReferralVisit(
  { db, now, visitCounts }: Pick<Deps, 'db' | 'now' | 'visitCounts'>,
  { code, link }: { code: string | null; link: string | null },
): Promise<ReferralOwner | null> {
  const owner = await findReferralOwner(db, code);
  if (code === null || !owner) return null;
  const followedLink = await findFollowedLink(db, owner.id, { code, link });
  visitCounts.add(getVisitKey({ affiliateId: owner.id, day: toBusinessDate(now()), link: followedLink }));
  return owner;
}
