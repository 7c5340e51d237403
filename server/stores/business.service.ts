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
  type WrittenRow,
} from './business.repository.ts';
import type { BusinessDraft, LocationDraft, PromotionDraft } from './business-draft.schema.ts';
import { type PromotionRow, replacePromotions } from './promotion.repository.ts';
import { sanitizePromotions } from './promotion.service.ts';
import { deleteOtherStores, findStoreIds, type StoreRow, upsertStores } from './store.repository.ts';
import { locate, type Refusal } from './store.service.ts';

/** An import key chosen by the importer, or our id. Without either, the row is new. */
interface Identified {
  key?: string;
  id?: string;
}

export interface LocationToSave extends Identified {
  location: LocationDraft;
}

/** A business with all of its promotions. */
export interface BusinessToSave extends Identified {
  business: BusinessDraft;
  locations: LocationToSave[];
}

/** The result for one location, or for the business if no locations were given. */
export type Outcome = 'new' | 'updated' | 'unchanged' | Refusal;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Inserts or updates businesses with their promotions and locations in one transaction and returns each location's
 * outcome in the order given. Unchanged rows are not written. A location without coordinates gets the center of its ZIP
 * code. A refused location does not affect the others, but a business whose locations are all refused is not saved.
 * A business's other locations are deleted only if `complete` is set. Pass at most a few thousand locations, and no
 * business or location twice.
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

export async function isKnownBusiness(db: Db, key: string): Promise<boolean> {
  return (await findBusinessIds(db, [key], [])).length > 0;
}

/** Vacuums the search tables after a large import, so that searches are fast again. Takes seconds. */
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
  /** The index in the input. */
  position: number;
  locations: Array<LocationToSave & { position: number }>;
}

/** Sanitizes promotions and locates addresses outside the transaction, and refuses what is invalid. */
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
    // A location also counts as changed if its business changed.
    const defaultOutcome = businessOutcome === 'unchanged' ? 'unchanged' : 'updated';
    const outcomes = (stores[at] ?? []).map((row) => storeChanges.get(row.id) ?? defaultOutcome);
    return {
      position,
      businessOutcome,
      stores: locations.map((location, n) => ({
        position: location.position,
        outcome: outcomes[n] ?? defaultOutcome,
      })),
    };
  });
}

function outcomesOf(written: readonly WrittenRow[]): Map<string, 'new' | 'updated'> {
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

/** Builds the store rows of each business. */
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
    ...searchNames(columns.name),
    id,
    accountId: null,
    importKey: key ?? null,
  };
}

/** The columns that a business is sorted and searched by. */
export function searchNames(name: string): { nameKey: string; searchName: string } {
  return { nameKey: name.toLowerCase(), searchName: searchWords(name).join(' ') };
}

function promotionRows({ business }: BusinessToSave, businessId: string): PromotionRow[] {
  return numberedPromotions(business.promotions, businessId);
}

export function numberedPromotions(
  promotions: readonly PromotionDraft[],
  businessId: string,
): PromotionRow[] {
  return promotions.map((promotion, at) => ({ ...promotion, id: newId(), businessId, position: at + 1 }));
}
