import type { Db } from '#db/client.ts';
import { getHouseAccount } from '../accounts/provided-account.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { businessDay } from '../lib/dates.ts';
import { type AffiliateName, addVisit, findAffiliate, findAffiliateByCode } from './referral.repository.ts';

export interface ReferralOwner {
  id: string;
  /** 'first last'. */
  label: string;
}

const ownerOf = ({ id, firstname, lastname }: AffiliateName): ReferralOwner => ({
  id,
  label: `${firstname} ${lastname}`,
});

/**
 * The referrer that a buyer or a new affiliate names, as it is stored: null where nobody is named. REFERENCE_NOT_FOUND
 * or SELF_REFERENCE at `reference` (DESIGN D24: the house account may be named as well).
 */
export async function requireReferrer(
  db: Db,
  id: string | null,
  buyerAccountId: string | null,
): Promise<string | null> {
  if (id === null) return null;
  if (id.toLowerCase() === buyerAccountId) throw new AppError('SELF_REFERENCE', { field: 'reference' });
  const affiliate = await findAffiliate(db, id);
  if (!affiliate) throw new AppError('REFERENCE_NOT_FOUND', { field: 'reference' });
  return affiliate.id;
}

/** The company's own account: the reference of who knows nobody (DESIGN D24). */
export async function getHouseReference(db: Db): Promise<ReferralOwner> {
  const house = await getHouseAccount(db);
  if (!house) throw new AppError('NOT_FOUND');
  return ownerOf(house);
}

/** Whom a link's code leads to, without regard to case; null for a code that nobody has. */
export async function findReferralOwner(db: Db, code: string | null): Promise<ReferralOwner | null> {
  const affiliate = code === null ? undefined : await findAffiliateByCode(db, code);
  return affiliate ? ownerOf(affiliate) : null;
}

/** Counts somebody who came by an affiliate's link, on the day of the business zone. */
export async function countReferralVisit(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  code: string | null,
): Promise<ReferralOwner | null> {
  const owner = await findReferralOwner(db, code);
  if (owner) await addVisit(db, owner.id, businessDay(now()));
  return owner;
}
