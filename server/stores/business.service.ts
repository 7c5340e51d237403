import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { vacuum } from '#db/vacuum.ts';
import { newId } from '../lib/ids.ts';
import { searchWords } from '../lib/search-words.ts';
import {
  type BusinessRow,
  findBusinessIds,
  lockKeys,
  upsertBusinesses,
  type Written,
} from './business.repository.ts';
import type { BusinessDraft, LocationDraft, PromotionDraft } from './business-draft.schema.ts';
import { type PromotionRow, replacePromotions } from './promotion.repository.ts';
import { sanitizePromotions } from './promotion.service.ts';
import { deleteOtherStores, findStoreIds, type StoreRow, upsertStores } from './store.repository.ts';
import { locate, type Refusal } from './store.service.ts';

/** What it goes by: a key of its owner's own making, or our id. Neither: it is new. */
interface Named {
  key?: string;
  id?: string;
}

export interface LocationToSave extends Named {
  location: LocationDraft;
}

/** A business as it shall be, with all of its promotions. */
export interface BusinessToSave extends Named {
  business: BusinessDraft;
  locations: LocationToSave[];
}

/** What became of a location; of the business alone where it came without any. */
export type Outcome = 'new' | 'updated' | 'unchanged' | Refusal;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Adds or updates businesses with their promotions and locations, in one transaction; what is the same already is
 * not written. A location without degrees gets the centre of its ZIP code. Returns what became of each location, in
 * the order given; a refused one keeps no other from being saved, and a business whose locations were all refused is
 * left alone. Other locations of a business stay, unless `complete` says that these are all. At most some thousand
 * locations; no business and no location of it twice.
 */
export async function saveBusinesses(
  db: Db,
  businesses: readonly BusinessToSave[],
  { complete = false }: { complete?: boolean } = {},
): Promise<Outcome[][]> {
  const { outcomes, accepted } = await check(db, businesses);
  await inTransaction(db, async (trx) => {
    if (accepted.some(({ key }) => key !== undefined)) await lockKeys(trx);
    const written = await writeAll(trx, accepted, complete);
    for (const { position, stores, businessOutcome } of written) {
      const own = outcomes[position] ?? [];
      if (stores.length === 0) own[0] = businessOutcome;
      for (const { position: at, outcome } of stores) own[at] = outcome;
    }
  });
  return outcomes;
}

/** Is there a business with this key? */
export async function isKnownBusiness(db: Db, key: string): Promise<boolean> {
  return (await findBusinessIds(db, [key], [])).length > 0;
}

/** What `saveBusinesses` leaves to be done after many: the search then reads as fast as it can. Takes seconds. */
export async function tidyStores(db: Db): Promise<void> {
  await vacuum(db, [
    'businesses',
    'promotions',
    'stores',
    'storeWords',
    'searchWords',
    'squareCounts',
    'wordCounts',
  ]);
}

interface Accepted extends BusinessToSave {
  /** Among those given. */
  position: number;
  locations: Array<LocationToSave & { position: number }>;
}

/** Sanitises and places what is given, outside the transaction; what cannot be is refused here. */
async function check(db: Db, businesses: readonly BusinessToSave[]) {
  const located = await locate(db, businesses);
  const outcomes: Outcome[][] = [];
  const accepted: Accepted[] = [];
  for (const [position, given] of businesses.entries()) {
    const promotions = await sanitizePromotions(given.business.promotions);
    const places = located[position] ?? [];
    const refusals = 'refusal' in promotions ? places.map(() => promotions) : places;
    outcomes.push(refusals.map((one): Outcome => ('refusal' in one ? one : 'unchanged')));
    if ('refusal' in promotions) {
      if (places.length === 0) outcomes[position] = [promotions];
      continue;
    }
    const locations = places.flatMap((place, at) => ('refusal' in place ? [] : [{ ...place, position: at }]));
    if (places.length > 0 && locations.length === 0) continue;
    accepted.push({ ...given, position, business: { ...given.business, promotions }, locations });
  }
  return { outcomes, accepted };
}

interface Saved {
  position: number;
  businessOutcome: Outcome;
  stores: Array<{ position: number; outcome: Outcome }>;
}

async function writeAll(trx: Trx, accepted: readonly Accepted[], complete: boolean): Promise<Saved[]> {
  const ids = await businessIds(trx, accepted);
  const rows = accepted.map((given, at) => rowOf(given, ids[at] ?? newId()));
  const changes = outcomesOf(await upsertBusinesses(trx, rows));
  const promotions = accepted.flatMap((given, at) => promotionRows(given, ids[at] ?? ''));
  const promotionsChanged = new Set(await replacePromotions(trx, ids, promotions));
  const stores = await storeRows(trx, accepted, ids);
  const allStores = stores.flat();
  if (complete) {
    await deleteOtherStores(
      trx,
      ids,
      allStores.map(({ id }) => id),
    );
  }
  const storeChanges = outcomesOf(await upsertStores(trx, allStores));
  return accepted.map(({ position, locations }, at) => {
    const id = ids[at] ?? '';
    const businessOutcome = changes.get(id) ?? (promotionsChanged.has(id) ? 'updated' : 'unchanged');
    // A location whose business changed was changed, too.
    const whereSame = businessOutcome === 'unchanged' ? 'unchanged' : 'updated';
    const outcomes = (stores[at] ?? []).map((row) => storeChanges.get(row.id) ?? whereSame);
    return {
      position,
      businessOutcome,
      stores: locations.map((location, n) => ({
        position: location.position,
        outcome: outcomes[n] ?? whereSame,
      })),
    };
  });
}

function outcomesOf(written: readonly Written[]): Map<string, 'new' | 'updated'> {
  return new Map(written.map(({ id, inserted }) => [id, inserted ? 'new' : 'updated']));
}

async function businessIds(trx: Trx, accepted: readonly Accepted[]): Promise<string[]> {
  const keys = accepted.flatMap(({ key }) => key ?? []);
  const known =
    keys.length > 0
      ? await findBusinessIds(
          trx,
          keys,
          keys.filter((key) => UUID.test(key)),
        )
      : [];
  const idOf = new Map(known.map(({ key, id }) => [key, id]));
  return accepted.map(({ id, key }) => id ?? idOf.get(key ?? '') ?? newId());
}

/** The locations of each business, with their ids. */
async function storeRows(
  trx: Trx,
  accepted: readonly Accepted[],
  ids: readonly string[],
): Promise<StoreRow[][]> {
  const wanted = accepted.flatMap(({ locations }, at) =>
    locations.flatMap(({ key }) => (key === undefined ? [] : [{ businessId: ids[at] ?? '', key }])),
  );
  const known = wanted.length > 0 ? await findStoreIds(trx, wanted) : [];
  const idOf = new Map(known.map(({ businessId, key, id }) => [`${businessId} ${key}`, id]));
  return accepted.map(({ locations }, at) => {
    const businessId = ids[at] ?? '';
    return locations.map(({ id, key, location }) => ({
      ...location,
      id: id ?? idOf.get(`${businessId} ${key}`) ?? newId(),
      businessId,
      importKey: key ?? null,
    }));
  });
}

function rowOf({ key, business: { promotions: _, ...columns } }: BusinessToSave, id: string): BusinessRow {
  return {
    ...columns,
    ...searchedNames(columns.name),
    id,
    accountId: null,
    importKey: key ?? null,
  };
}

/** What a business is sorted and found by. */
export function searchedNames(name: string): { nameKey: string; searchName: string } {
  return { nameKey: name.toLowerCase(), searchName: searchWords(name).join(' ') };
}

function promotionRows({ business }: BusinessToSave, businessId: string): PromotionRow[] {
  return numberedPromotions(business.promotions, businessId);
}

/** A business's promotions in their order. */
export function numberedPromotions(
  promotions: readonly PromotionDraft[],
  businessId: string,
): PromotionRow[] {
  return promotions.map((promotion, at) => ({ ...promotion, id: newId(), businessId, position: at + 1 }));
}
