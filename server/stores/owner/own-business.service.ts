import { inTransaction } from '#db/client.ts';
import { isEmailVerified } from '../../accounts/email-verification.service.ts';
import type { AccountContext } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { PROMOTION_CHANGE_DAYS } from '../../lib/business-rules.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { numberPromotions } from '../business.service.ts';
import type { PromotionDraft } from '../business-draft.schema.ts';
import { findPromotions, replacePromotions } from '../promotion.repository.ts';
import { requireSafePromotions, requireTrialQuota } from '../promotion.service.ts';
import { clearLogo } from './logo.service.ts';
import {
  findOwnBusiness,
  findOwnFirstStore,
  findOwnPromotions,
  lockOwnBusiness,
  setPromotionsChanged,
} from './own-business.repository.ts';
import type { ListingInput, OwnBusiness } from './own-business.schema.ts';
import { requireLocatable, writeListing } from './owned-business.service.ts';

const DAY_MS = 86_400_000;
/** For this long after a change, another one may be a retry after a lost response. */
const RETRY_MS = 10 * 60_000;

/** Returns the account's business with its first location, even if it isn't listed. */
export async function getOwnBusiness(deps: Deps, accountId: string): Promise<OwnBusiness | null> {
  const { db } = deps;
  const business = await findOwnBusiness(db, accountId);
  if (!business) return null;
  const { id, name, categories, url, logo, isListed, staffListing, promotionsChangedAt } = business;
  const firstStore = await findOwnFirstStore(db, accountId);
  return {
    ...{ id, businessname: name, categories, url, logo, isListed },
    isHiddenByStaff: staffListing === 'hidden',
    isOwnerVerified: await isEmailVerified(db, accountId),
    phone: firstStore?.phone ?? null,
    street1: firstStore?.street1 ?? null,
    street2: firstStore?.street2 ?? null,
    city: firstStore?.city ?? null,
    state: firstStore?.state ?? null,
    zip: firstStore?.zip ?? null,
    country: firstStore?.country ?? 'US',
    promotions: await findOwnPromotions(db, accountId),
    promotionsChangeAt: findUnlockTime(promotionsChangedAt, deps.now()),
  };
}

/**
 * Updates the business and its first location. Throws BUSINESS_NOT_FOUND, or PLACE_NOT_FOUND for the field
 * `zip`.
 */
export async function changeListing(
  deps: Deps,
  accountId: string,
  { businessname, categories, url, phone, ...address }: ListingInput,
): Promise<OwnBusiness> {
  await inTransaction(deps.db, async (trx) => {
    const business = await lockOwnBusiness(trx, accountId);
    if (!business) throw new AppError('BUSINESS_NOT_FOUND');
    await requireLocatable(trx, address);
    await writeListing(trx, accountId, business, { businessname, categories, url, phone, address });
  });
  return requireOwnBusiness(deps, accountId);
}

/**
 * Replaces the business's promotions, at most once every 30 days. Sending the same ones again changes
 * nothing. Throws BUSINESS_NOT_FOUND, PROMOTIONS_LOCKED with the date of the next possible change, or
 * INVALID_INPUT if a sanitized description is empty or too long, if all of them together are too long, or if
 * a trial doesn't allow that many.
 */
export async function changePromotions(
  { deps, account, hasOnlyTrial }: AccountContext,
  promotions: readonly PromotionDraft[],
): Promise<OwnBusiness> {
  const accountId = account.id;
  await requireChangeable(deps, accountId, promotions);
  const safePromotions = await requireSafePromotions(promotions);
  if (await hasOnlyTrial()) requireTrialQuota(safePromotions);
  await inTransaction(deps.db, async (trx) => {
    // A second tab waits for this lock and then sees the first tab's change.
    const business = await lockOwnBusiness(trx, accountId);
    if (!business) throw new AppError('BUSINESS_NOT_FOUND');
    const { id, promotionsChangedAt } = business;
    if (hasSameContent(await findPromotions(trx, [id]), safePromotions)) return;
    const unlockTime = findUnlockTime(promotionsChangedAt, deps.now());
    if (unlockTime) throw createLockedError(unlockTime);
    await replacePromotions(trx, [id], numberPromotions(safePromotions, id));
    await setPromotionsChanged(trx, accountId, deps.now());
  });
  return requireOwnBusiness(deps, accountId);
}

/** Sanitizing is slow, so first refuse a change that the waiting period doesn't allow anyway. */
async function requireChangeable(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  promotions: readonly PromotionDraft[],
): Promise<void> {
  const business = await findOwnBusiness(db, accountId);
  if (!business) throw new AppError('BUSINESS_NOT_FOUND');
  const { id, promotionsChangedAt } = business;
  const unlockTime = findUnlockTime(promotionsChangedAt, now());
  if (!unlockTime || now().getTime() - (promotionsChangedAt?.getTime() ?? 0) < RETRY_MS) return;
  if (!hasSameContent(await findPromotions(db, [id]), promotions)) throw createLockedError(unlockTime);
}

/** Does nothing if there is no logo. Throws BUSINESS_NOT_FOUND. */
export async function removeLogo(deps: Deps, accountId: string): Promise<OwnBusiness> {
  await clearLogo(deps, accountId);
  return requireOwnBusiness(deps, accountId);
}

async function requireOwnBusiness(deps: Deps, accountId: string): Promise<OwnBusiness> {
  const business = await getOwnBusiness(deps, accountId);
  if (!business) throw new AppError('BUSINESS_NOT_FOUND');
  return business;
}

/** Returns when the promotions can next be changed, or null if they can be changed now. */
function findUnlockTime(changedAt: Date | null, now: Date): Date | null {
  if (!changedAt) return null;
  const unlockTime = new Date(changedAt.getTime() + PROMOTION_CHANGE_DAYS * DAY_MS);
  return unlockTime > now ? unlockTime : null;
}

function createLockedError(unlockTime: Date): AppError {
  const message = `Promotions can be changed every ${PROMOTION_CHANGE_DAYS} days. The next change is possible on ${formatLongDate(unlockTime)}.`;
  return new AppError('PROMOTIONS_LOCKED', { message });
}

function hasSameContent(stored: readonly PromotionDraft[], submitted: readonly PromotionDraft[]): boolean {
  const serialize = (promotions: readonly PromotionDraft[]) =>
    JSON.stringify(
      promotions.map((promotion) => [
        promotion.code,
        promotion.info,
        promotion.url,
        promotion.additionalUrl,
        promotion.validUntil,
        promotion.isOnline,
      ]),
    );
  return serialize(stored) === serialize(submitted);
}
