import type { Db, Trx } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import { vacuum } from '#db/vacuum.ts';
import { newId } from '../lib/ids.ts';
import { searchWords } from '../lib/search-words.ts';
import {
  type BusinessRow,
  findBusinessIds,
  lockImportKeys,
  upsertBusinesses,
  type WrittenRow,
} from './business.repository.ts';
import type { BusinessDraft, LocationDraft, PromotionDraft } from './business-draft.schema.ts';
import { type PromotionRow, replacePromotions } from './promotion.repository.ts';
import { sanitizePromotions } from './promotion.service.ts';
import { deleteOtherStores, findStoreIds, type StoreRow, upsertStores } from './store.repository.ts';
import { locate, type Refusal } from './store.service.ts';

/** An existing row is found by its import key or by our id. Without either, the row is new. */
interface SaveKey {
  key?: string;
  id?: string;
}

export interface LocationToSave extends SaveKey {
  location: LocationDraft;
}

/** `business` must contain all promotions, because missing ones are deleted. */
export interface BusinessToSave extends SaveKey {
  business: BusinessDraft;
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
  { deleteMissing = false }: { deleteMissing?: boolean } = {},
): Promise<SaveOutcome[][]> {
  const { outcomes, acceptedBusinesses } = await validateBusinesses(db, businesses);
  await inTransaction(db, async (trx) => {
    if (acceptedBusinesses.some(({ key }) => key !== undefined)) await lockImportKeys(trx);
    const savedBusinesses = await writeAll(trx, acceptedBusinesses, deleteMissing);
    for (const { position, stores, businessOutcome } of savedBusinesses) {
      const businessOutcomes = outcomes[position] ?? [];
      if (stores.length === 0) businessOutcomes[0] = businessOutcome;
      for (const { position: storeIndex, outcome } of stores) businessOutcomes[storeIndex] = outcome;
    }
  });
  return outcomes;
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

/** Sanitizes promotions and locates addresses before the transaction, to keep the transaction short. */
async function validateBusinesses(db: Db, businesses: readonly BusinessToSave[]) {
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

interface SavedBusiness {
  position: number;
  businessOutcome: SaveOutcome;
  stores: Array<{ position: number; outcome: SaveOutcome }>;
}

async function writeAll(
  trx: Trx,
  acceptedBusinesses: readonly AcceptedBusiness[],
  deleteMissing: boolean,
): Promise<SavedBusiness[]> {
  const ids = await findOrCreateIds(trx, acceptedBusinesses);
  const rows = acceptedBusinesses.map((business, index) => toBusinessRow(business, ids[index] ?? newId()));
  const changes = toOutcomes(await upsertBusinesses(trx, rows));
  const promotions = acceptedBusinesses.flatMap((business, index) =>
    toPromotionRows(business, ids[index] ?? ''),
  );
  const businessesWithNewPromotions = new Set(await replacePromotions(trx, ids, promotions));
  const stores = await buildStoreRows(trx, acceptedBusinesses, ids);
  const allStores = stores.flat();
  if (deleteMissing) {
    await deleteOtherStores(
      trx,
      ids,
      allStores.map(({ id }) => id),
    );
  }
  const storeChanges = toOutcomes(await upsertStores(trx, allStores));
  return acceptedBusinesses.map(({ position, locations }, index) => {
    const id = ids[index] ?? '';
    const businessOutcome =
      changes.get(id) ?? (businessesWithNewPromotions.has(id) ? 'updated' : 'unchanged');
    // A location also counts as updated if its business changed.
    const defaultOutcome = businessOutcome === 'unchanged' ? 'unchanged' : 'updated';
    const outcomes = (stores[index] ?? []).map((row) => storeChanges.get(row.id) ?? defaultOutcome);
    return {
      position,
      businessOutcome,
      stores: locations.map((location, storeIndex) => ({
        position: location.position,
        outcome: outcomes[storeIndex] ?? defaultOutcome,
      })),
    };
  });
}

function toOutcomes(savedBusinesses: readonly WrittenRow[]): Map<string, 'new' | 'updated'> {
  return new Map(savedBusinesses.map(({ id, isNew }) => [id, isNew ? 'new' : 'updated']));
}

async function findOrCreateIds(trx: Trx, acceptedBusinesses: readonly AcceptedBusiness[]): Promise<string[]> {
  const keys = acceptedBusinesses.flatMap(({ key }) => key ?? []);
  const existing =
    keys.length > 0
      ? await findBusinessIds(
          trx,
          keys,
          keys.filter((key) => UUID.test(key)),
        )
      : [];
  const idsByKey = new Map(existing.map(({ key, id }) => [key, id]));
  return acceptedBusinesses.map(({ id, key }) => id ?? idsByKey.get(key ?? '') ?? newId());
}

async function buildStoreRows(
  trx: Trx,
  acceptedBusinesses: readonly AcceptedBusiness[],
  ids: readonly string[],
): Promise<StoreRow[][]> {
  const importKeys = acceptedBusinesses.flatMap(({ locations }, index) =>
    locations.flatMap(({ key }) => (key === undefined ? [] : [{ businessId: ids[index] ?? '', key }])),
  );
  const existing = importKeys.length > 0 ? await findStoreIds(trx, importKeys) : [];
  const idsByKey = new Map(existing.map(({ businessId, key, id }) => [`${businessId} ${key}`, id]));
  return acceptedBusinesses.map(({ locations }, index) => {
    const businessId = ids[index] ?? '';
    return locations.map(({ id, key, location }) => ({
      ...location,
      id: id ?? idsByKey.get(`${businessId} ${key}`) ?? newId(),
      businessId,
      importKey: key ?? null,
    }));
  });
}

function toBusinessRow(
  { key, business: { promotions: _, ...columns } }: BusinessToSave,
  id: string,
): BusinessRow {
  return {
    ...columns,
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

function toPromotionRows({ business }: BusinessToSave, businessId: string): PromotionRow[] {
  return numberPromotions(business.promotions, businessId);
}

export function numberPromotions(promotions: readonly PromotionDraft[], businessId: string): PromotionRow[] {
  return promotions.map((promotion, index) => ({
    ...promotion,
    id: newId(),
    businessId,
    position: index + 1,
  }));
}
