import type { Db } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { categoryName } from '../category.shared.ts';
import { parseHours } from '../hours.schema.ts';
import {
  type BusinessPageRow,
  estimateBusinesses,
  findListedBusiness,
  findPageLocations,
  findPageNames,
  findPhotos,
  findValidPromotions,
} from './business-page.repository.ts';
import type { BusinessPage, Photo } from './business-page.schema.ts';
import { parsePageSlug, toPageSlug } from './page-slug.shared.ts';

/** How many locations a page shows. */
const MAX_PAGE_LOCATIONS = 50;

interface PageViewer {
  isMember: boolean;
  now: Date;
}

type PageRequest = { slug: string; locationId?: string | null | undefined };

/**
 * Returns a listed business's page, or null. Only the key in the slug matters. Only members receive
 * members-only promotions (D32).
 */
export async function getBusinessPage(
  db: Db,
  { slug, locationId = null }: PageRequest,
  { isMember, now }: PageViewer,
): Promise<Omit<BusinessPage, 'isFavorite'> | null> {
  const key = parsePageSlug(slug);
  const business = key === null ? undefined : await findListedBusiness(db, key);
  if (!business) return null;
  const { id, isMembersOnly, ...row } = business;
  const [photos, locations, promotions] = await Promise.all([
    findPhotos(db, id),
    findPageLocations(db, id, { firstId: locationId, limit: MAX_PAGE_LOCATIONS }),
    findValidPromotions(db, id, toBusinessDate(now)),
  ]);
  const promotionsDisabled = isMembersOnly && !isMember;
  return {
    id,
    slug: toPageSlug(business),
    ...presentBusiness(row),
    photos,
    locations: locations.map(({ count: _, hours, ...location }) => ({
      ...location,
      hours: parseHours(hours),
    })),
    locationsCount: locations[0]?.count ?? 0,
    promotions: promotionsDisabled ? [] : promotions,
    promotionsCount: promotions.length,
    promotionsDisabled,
  };
}

export async function listPhotos(db: Db, businessId: string): Promise<Photo[]> {
  return findPhotos(db, businessId);
}

function presentBusiness({ searchName: _, ...business }: Omit<BusinessPageRow, 'id' | 'isMembersOnly'>) {
  const [type = 0] = business.categories;
  return { ...business, type: categoryName(type) };
}

/** Sitemaps may have at most 50,000 URLs. The keys are random, so the parts are about equal. */
const URLS_PER_PART = 25_000;
const MAX_URLS = 50_000;
/** The limits of a part are the first three hexadecimal digits of a key. */
const MAX_PARTS = 4_096;
const BATCH_SIZE = 500;

/** Returns the number of parts of the sitemap of all businesses. It is a power of two. */
export async function countSitemapParts(db: Db): Promise<number> {
  const estimate = await estimateBusinesses(db);
  let partCount = 1;
  while (partCount < MAX_PARTS && estimate > partCount * URLS_PER_PART) partCount *= 2;
  return partCount;
}

/** Yields the slugs of the listed businesses in one part, in batches. `part` counts from 0. */
export async function* streamSitemapPart(
  db: Db,
  { part, parts }: { part: number; parts: number },
): AsyncGenerator<string[]> {
  const toBound = (index: number) => ((index * MAX_PARTS) / parts).toString(16).padStart(3, '0');
  const range = { from: toBound(part), to: part + 1 === parts ? 'g' : toBound(part + 1) };
  let after = '';
  for (let count = 0; count < MAX_URLS; count += BATCH_SIZE) {
    const rows = await findPageNames(db, { ...range, after, limit: BATCH_SIZE });
    yield rows.map(toPageSlug);
    const lastRow = rows.at(-1);
    if (rows.length < BATCH_SIZE || !lastRow) return;
    after = lastRow.key;
  }
}

/** Returns true if `countSitemapParts` could have returned `parts`, and `part` is one of them. */
export function isSitemapPart({ part, parts }: { part: number; parts: number }): boolean {
  const isPowerOfTwo = Number.isInteger(Math.log2(parts));
  return isPowerOfTwo && parts <= MAX_PARTS && part >= 0 && part < parts;
}
