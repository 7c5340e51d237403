import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '#db/client.ts';
import { PROMOTION_CHANGE_DAYS } from '../../../lib/business-rules.ts';
import { formatLongDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { hashJson } from '../../../platform/hash-json.ts';
import { isEmailVerified } from '../../accounts/email-verification.service.ts';
import { numberPromotions } from '../business.service.ts';
import type { PromotionDraft } from '../business-draft.schema.ts';
import { toPageSlug } from '../page/page-slug.shared.ts';
import { findPromotions, replacePromotions } from '../promotion.repository.ts';
import { keepOfferTexts, requireSafePromotions, requireTrialQuota } from '../promotion.service.ts';
import { clearLogo } from './logo.service.ts';
import {
  findOwnBusiness,
  findOwnFirstStore,
  findOwnPromotions,
  lockOwnBusiness,
  type OwnBusinessRow,
  type OwnStoreRow,
  setOwnDescription,
  setPromotionsChanged,
} from './own-business.repository.ts';
import type { ListingChange, ListingInput, OwnBusiness, PromotionsChange } from './own-business.schema.ts';
import { listOwnLocations } from './own-location.service.ts';
import { requireLocatable, writeListing } from './owned-business.service.ts';
import { listOwnPhotos } from './photo.service.ts';

const DAY_MS = 86_400_000;
/** Within this time after a change, a second change may be a retry after a lost response. */
const RETRY_MS = 10 * 60_000;

/** Returns the account's business with its first location, even if it isn't listed. */
export async function getOwnBusiness(deps: Deps, accountId: string): Promise<OwnBusiness | null> {
  const { db } = deps;
  const business = await findOwnBusiness(db, accountId);
  if (!business) return null;
  const { id, logo, description, isListed, staffListing, promotionsChangedAt } = business;
  const listing = toListing(business, await findOwnFirstStore(db, accountId));
  const promotions = await findOwnPromotions(db, accountId);
  return {
    ...{ id, logo, description, isListed },
    slug: toPageSlug(business),
    ...listing,
    version: hashJson(listing),
    photos: await listOwnPhotos(db, accountId),
    locations: await listOwnLocations(db, accountId),
    isHiddenByStaff: staffListing === 'hidden',
    isOwnerVerified: await isEmailVerified(db, accountId),
    promotions,
    promotionsVersion: hashJson(listContent(promotions)),
    promotionsChangeAt: findUnlockTime(promotionsChangedAt, deps.now()),
  };
}

/** Returns the fields that the owner can change with `changeListing`. */
function toListing({ name, categories, url }: OwnBusinessRow, firstStore: OwnStoreRow | undefined) {
  return {
    businessname: name,
    categories,
    url,
    phone: firstStore?.phone ?? null,
    street1: firstStore?.street1 ?? null,
    street2: firstStore?.street2 ?? null,
    city: firstStore?.city ?? null,
    state: firstStore?.state ?? null,
    zip: firstStore?.zip ?? null,
    country: firstStore?.country ?? 'US',
  } satisfies Record<keyof ListingInput, unknown>;
}

/**
 * Updates the business and its first location. Throws BUSINESS_NOT_FOUND, CHANGED_SINCE if someone else
 * changed it, or PLACE_NOT_FOUND for the field `zip`.
 */
export async function changeListing(
  deps: Deps,
  accountId: string,
  { version, ...listing }: ListingChange,
): Promise<OwnBusiness> {
  const { businessname, categories, url, phone, ...address } = listing;
  await inTransaction(deps.db, async (trx) => {
    const business = await lockOwnBusiness(trx, accountId);
    if (!business) throw new AppError('BUSINESS_NOT_FOUND');
    const storedListing = toListing(business, await findOwnFirstStore(trx, accountId));
    // This is a retry after a lost response.
    if (isDeepStrictEqual(storedListing, listing)) return;
    if (version !== undefined && version !== hashJson(storedListing)) throw new AppError('CHANGED_SINCE');
    await requireLocatable(trx, address);
    await writeListing(trx, accountId, business, { businessname, categories, url, phone, address });
  });
  return requireOwnBusiness(deps, accountId);
}

/**
 * Replaces the business's promotions, at most once every 30 days. Sending the same ones again changes
 * nothing. Throws BUSINESS_NOT_FOUND, PROMOTIONS_LOCKED with the date of the next possible change, or
 * CHANGED_SINCE if staff changed them. Throws INVALID_INPUT if a sanitized description is empty or too long,
 * if all of them together are too long, or if a trial doesn't allow that many.
 */
export async function changePromotions(
  { deps, account, hasOnlyTrial }: AccountContext,
  { promotions, version }: PromotionsChange,
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
    const storedPromotions = await findPromotions(trx, [id]);
    if (hasSameContent(storedPromotions, safePromotions)) return;
    const unlockTime = findUnlockTime(promotionsChangedAt, deps.now());
    if (unlockTime) throw createLockedError(unlockTime);
    if (version !== undefined && version !== hashJson(listContent(storedPromotions)))
      throw new AppError('CHANGED_SINCE');
    await replacePromotions(trx, [id], numberPromotions(safePromotions, id, storedPromotions));
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

/** Throws BUSINESS_NOT_FOUND. */
export async function changeDescription(
  deps: Deps,
  accountId: string,
  description: string | null,
): Promise<OwnBusiness> {
  await setOwnDescription(deps.db, accountId, description);
  return requireOwnBusiness(deps, accountId);
}

/** Does nothing if there is no logo. Throws BUSINESS_NOT_FOUND. */
export async function removeLogo(deps: Deps, accountId: string): Promise<OwnBusiness> {
  await clearLogo(deps, accountId);
  return requireOwnBusiness(deps, accountId);
}

/** Throws BUSINESS_NOT_FOUND. */
export async function requireOwnBusiness(deps: Deps, accountId: string): Promise<OwnBusiness> {
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
  const message = `You can change promotions every ${PROMOTION_CHANGE_DAYS} days. You can change them again on ${formatLongDate(unlockTime)}.`;
  return new AppError('PROMOTIONS_LOCKED', { message });
}

type StoredPromotions = Awaited<ReturnType<typeof findPromotions>>;

const hasSameContent = (storedPromotions: StoredPromotions, submittedPromotions: readonly PromotionDraft[]) =>
  isDeepStrictEqual(
    listContent(storedPromotions),
    listContent(keepOfferTexts(submittedPromotions, storedPromotions)),
  );

const listContent = (promotions: readonly PromotionDraft[]) =>
  promotions.map(({ code, info, url, additionalUrl, validUntil, isOnline, headline, savesCents }) => {
    return { code, info, url, additionalUrl, validUntil, isOnline, headline, savesCents };
  });
