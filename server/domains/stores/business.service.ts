import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { vacuum } from '#db/vacuum.ts';
import { newId } from '../../lib/ids.ts';
import { searchWords } from '../../lib/search-words.ts';
import {
  type BusinessRow,
  findBusinessIds,
  findChangedBusinesses,
  lockImportKeys,
  upsertBusinesses,
  type WrittenRow,
} from './business.repository.ts';
import type { BusinessDraft, LocationDraft, PromotionDraft } from './business-draft.schema.ts';
import type { WeekHours } from './hours.schema.ts';
import {
  findChangedPromotions,
  findPromotions,
  type PromotionRow,
  replacePromotions,
} from './promotion.repository.ts';
import { keepOfferTexts, sanitizePromotions } from './promotion.service.ts';
import {
  deleteOtherStores,
  findChangedStores,
  findStoreIds,
  type StoreRow,
  upsertStores,
} from './store.repository.ts';
import { locate, type Refusal } from './store.service.ts';

/** An existing row is found by its import key or by our id. Without either, the row is new. */
interface SaveKey {
  key?: string;
  id?: string;
}

export interface LocationToSave extends SaveKey {
  location: LocationDraft;
  /** Used only for a new location. An update keeps its hours. */
  hours?: WeekHours | null;
}

/** `business` must contain all promotions, because missing ones are deleted. */
export interface BusinessToSave extends SaveKey {
  business: BusinessDraft;
  /** Used only for a new business. An update keeps its description. */
  description?: string | null;
  locations: LocationToSave[];
}

/** The result for one location or, if a business has none, for the business. */
export type SaveOutcome = 'new' | 'updated' | 'unchanged' | Refusal;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Inserts or updates businesses with their promotions and locations in one transaction. Returns each
 * location's outcome in the order of the input. A location without coordinates gets the center of its ZIP
 * code. A rejected location doesn't affect the others, but a business whose locations are all rejected isn't
 * saved. A business's other locations are deleted only if `deleteMissing` is set. Pass at most a few thousand
 * locations, and no business or location twice.
 */
export async function saveBusinesses(
  db: Db,
  businesses: readonly BusinessToSave[],
  options: { deleteMissing?: boolean } = {},
): Promise<SaveOutcome[][]> {
  const prepared = await prepareBusinesses(db, businesses);
  return inTransaction(db, (trx) => writeBusinesses(trx, prepared, options));
}

/** Does the same as `saveBusinesses` in the caller's transaction. */
export async function writeBusinesses(
  trx: Trx,
  prepared: PreparedBusinesses,
  { deleteMissing = false }: { deleteMissing?: boolean } = {},
): Promise<SaveOutcome[][]> {
  if (prepared.acceptedBusinesses.some(({ key }) => key !== undefined)) await lockImportKeys(trx);
  return applyBusinesses(trx, prepared, {
    businesses: upsertBusinesses,
    promotions: replacePromotions,
    stores: async (handle, ids, stores) => {
      const keptIds = stores.map(({ id }) => id);
      if (deleteMissing) await deleteOtherStores(handle, ids, keptIds);
      return upsertStores(handle, stores);
    },
  });
}

/** Returns what `writeBusinesses` would return now, but writes nothing. */
export async function compareBusinesses(db: Db, prepared: PreparedBusinesses): Promise<SaveOutcome[][]> {
  return applyBusinesses(db, prepared, {
    businesses: findChangedBusinesses,
    promotions: findChangedPromotions,
    stores: (handle, _ids, stores) => findChangedStores(handle, stores),
  });
}

/** Returns those of the import keys that a business has. */
export async function listKnownKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  return (await findBusinessIds(db, keys, [])).map(({ key }) => key);
}

export async function isKnownBusiness(db: Db, key: string): Promise<boolean> {
  return (await findBusinessIds(db, [key], [])).length > 0;
}

/** After a large import, searches are slow until these tables are vacuumed. Takes seconds. */
export async function vacuumStores(db: Db): Promise<void> {
  await vacuum(db, [
    'businesses',
    'promotions',
    'stores',
    'storeWords',
    'searchWords',
    'squareCounts',
    'wordCounts',
    'partCounts',
  ]);
}

interface AcceptedBusiness extends BusinessToSave {
  /** The index in the input. */
  position: number;
  locations: Array<LocationToSave & { position: number }>;
}

/** Businesses that were validated before the transaction that writes them. */
export interface PreparedBusinesses {
  /** Contains only refusals. The other outcomes are set when the businesses are written. */
  outcomes: ReadonlyArray<readonly SaveOutcome[]>;
  acceptedBusinesses: readonly AcceptedBusiness[];
}

/** Sanitizes promotions and locates addresses before the transaction, to keep the transaction short. */
export async function prepareBusinesses(
  db: Db,
  businesses: readonly BusinessToSave[],
): Promise<PreparedBusinesses> {
  const locatedStores = await locate(db, businesses);
  const outcomes: SaveOutcome[][] = [];
  const acceptedBusinesses: AcceptedBusiness[] = [];
  for (const [position, business] of businesses.entries()) {
    const promotions = await sanitizePromotions(business.business.promotions);
    const locationResults = locatedStores[position] ?? [];
    const results = 'refusal' in promotions ? locationResults.map(() => promotions) : locationResults;
    outcomes.push(results.map((result): SaveOutcome => ('refusal' in result ? result : 'unchanged')));
    if ('refusal' in promotions) {
      if (locationResults.length === 0) outcomes[position] = [promotions];
      continue;
    }
    const locations = locationResults.flatMap((place, index) =>
      'refusal' in place ? [] : [{ ...place, position: index }],
    );
    if (locationResults.length > 0 && locations.length === 0) continue;
    acceptedBusinesses.push({
      ...business,
      position,
      business: { ...business.business, promotions },
      locations,
    });
  }
  return { outcomes, acceptedBusinesses };
}

/** How each table is written, or compared without writing. Each returns the rows that change. */
interface RowWriters<Handle extends Db> {
  businesses(handle: Handle, rows: readonly BusinessRow[]): Promise<WrittenRow[]>;
  /** Returns the ids of the businesses whose promotions change. */
  promotions(handle: Handle, ids: readonly string[], rows: readonly PromotionRow[]): Promise<string[]>;
  stores(handle: Handle, ids: readonly string[], rows: readonly StoreRow[]): Promise<WrittenRow[]>;
}

async function applyBusinesses<Handle extends Db>(
  handle: Handle,
  { outcomes, acceptedBusinesses }: PreparedBusinesses,
  write: RowWriters<Handle>,
): Promise<SaveOutcome[][]> {
  const ids = await findOrCreateIds(handle, acceptedBusinesses);
  const businessRows = acceptedBusinesses.map((business, index) =>
    toBusinessRow(business, ids[index] ?? newId()),
  );
  const businessChanges = toOutcomes(await write.businesses(handle, businessRows));
  const promotions = await buildPromotionRows(handle, acceptedBusinesses, ids);
  const businessesWithNewPromotions = new Set(await write.promotions(handle, ids, promotions));
  const stores = await buildStoreRows(handle, acceptedBusinesses, ids);
  const storeChanges = toOutcomes(await write.stores(handle, ids, stores.flat()));
  const results = outcomes.map((businessOutcomes) => [...businessOutcomes]);
  for (const [index, { position, locations }] of acceptedBusinesses.entries()) {
    const id = ids[index] ?? '';
    const businessOutcome =
      businessChanges.get(id) ?? (businessesWithNewPromotions.has(id) ? 'updated' : 'unchanged');
    // A location also counts as updated if its business changed.
    const defaultOutcome = businessOutcome === 'unchanged' ? 'unchanged' : 'updated';
    const businessResults = results[position] ?? [];
    if (locations.length === 0) businessResults[0] = businessOutcome;
    for (const [storeIndex, location] of locations.entries()) {
      const storeId = stores[index]?.[storeIndex]?.id ?? '';
      businessResults[location.position] = storeChanges.get(storeId) ?? defaultOutcome;
    }
  }
  return results;
}

function toOutcomes(writtenRows: readonly WrittenRow[]): Map<string, 'new' | 'updated'> {
  return new Map(writtenRows.map(({ id, isNew }) => [id, isNew ? 'new' : 'updated']));
}

async function findOrCreateIds(db: Db, acceptedBusinesses: readonly AcceptedBusiness[]): Promise<string[]> {
  const keys = acceptedBusinesses.flatMap(({ key }) => key ?? []);
  const existingKeys =
    keys.length > 0
      ? await findBusinessIds(
          db,
          keys,
          keys.filter((key) => UUID.test(key)),
        )
      : [];
  const idsByKey = new Map(existingKeys.map(({ key, id }) => [key, id]));
  return acceptedBusinesses.map(({ id, key }) => id ?? idsByKey.get(key ?? '') ?? newId());
}

async function buildStoreRows(
  db: Db,
  acceptedBusinesses: readonly AcceptedBusiness[],
  ids: readonly string[],
): Promise<StoreRow[][]> {
  const importKeys = acceptedBusinesses.flatMap(({ locations }, index) =>
    locations.flatMap(({ key }) => (key === undefined ? [] : [{ businessId: ids[index] ?? '', key }])),
  );
  const existingIds = importKeys.length > 0 ? await findStoreIds(db, importKeys) : [];
  const idsByKey = new Map(existingIds.map(({ businessId, key, id }) => [`${businessId} ${key}`, id]));
  return acceptedBusinesses.map(({ locations }, index) => {
    const businessId = ids[index] ?? '';
    return locations.map(({ id, key, location, hours = null }) => ({
      ...location,
      hours,
      id: id ?? idsByKey.get(`${businessId} ${key}`) ?? newId(),
      businessId,
      importKey: key ?? null,
    }));
  });
}

function toBusinessRow(
  { key, business: { promotions: _, ...columns }, description = null }: BusinessToSave,
  id: string,
): BusinessRow {
  return {
    ...columns,
    description,
    ...toSearchNames(columns.name),
    id,
    accountId: null,
    importKey: key ?? null,
  };
}

/** Returns the columns that searches sort and match by. */
export function toSearchNames(name: string): { nameKey: string; searchName: string } {
  return { nameKey: name.toLowerCase(), searchName: searchWords(name).join(' ') };
}

async function buildPromotionRows(
  db: Db,
  acceptedBusinesses: readonly AcceptedBusiness[],
  ids: readonly string[],
): Promise<PromotionRow[]> {
  const isIncomplete = acceptedBusinesses.some(({ business }) => business.promotions.some(lacksOfferTexts));
  const storedPromotions = Map.groupBy(
    isIncomplete ? await findPromotions(db, ids) : [],
    (row) => row.businessId,
  );
  return acceptedBusinesses.flatMap(({ business }, index) => {
    const id = ids[index] ?? '';
    return numberPromotions(business.promotions, id, storedPromotions.get(id));
  });
}

const lacksOfferTexts = ({ headline, savesCents }: PromotionDraft) =>
  headline === undefined || savesCents === undefined;

/** `storedPromotions` supply the headlines and savings that older clients don't send. */
export function numberPromotions(
  promotions: readonly PromotionDraft[],
  businessId: string,
  storedPromotions: Parameters<typeof keepOfferTexts>[1] = [],
): PromotionRow[] {
  return keepOfferTexts(promotions, storedPromotions).map((promotion, index) => ({
    ...promotion,
    id: newId(),
    businessId,
    position: index + 1,
  }));
}
