import { sql } from 'kysely';
import { type Db, inTransaction } from '#db/client.ts';
import { seedPlaces } from '#db/seed/seed.ts';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { searchSavings } from '#server/domains/stores/search/savings-search.service.ts';
import { describeDifference } from './agreement.ts';
import { type GeneratedStore, generateStores } from './generate.ts';
import { loadStores } from './load.ts';
import { Oracle } from './oracle.ts';
import type { ZipCode } from './places.ts';
import { createRandom } from './random.ts';
import { randomSearch } from './searches.ts';

export interface OracleWorld {
  db: Db;
  /** The stores in the database, keyed by id. */
  stores: Map<string, GeneratedStore>;
  places: ZipCode[];
  oracle: Oracle;
}

/** Loads generated stores into the database and into the oracle. */
export async function makeOracleWorld(db: Db, count: number, seed: number): Promise<OracleWorld> {
  await inTransaction(db, seedPlaces);
  await sql`analyze places`.execute(db);
  const places = await db
    .selectFrom('places')
    .select(['zip', 'city', 'state', 'latitude', 'longitude'])
    .execute();
  const stores = new Map<string, GeneratedStore>();
  for (const store of generateStores({ count, seed })) stores.set(store.id, store);
  await loadStores(db, stores.values());
  return { db, stores, places, oracle: new Oracle(stores, places) };
}

export interface Comparison {
  differences: string[];
  /**
   * The number of compared searches. Not counted are searches for an unknown place, and those with a store at
   * the edge of the radius.
   */
  searchCount: number;
  /** The number of searches for a place that both sides reported as unknown. */
  unknown: number;
  matches: number;
  serverMs: number;
  oracleMs: number;
}

const viewer = { isMember: true, now: new Date() };

/** Runs random searches on the server and in the oracle, and compares the results. */
export async function compareSearches(
  { db, stores, places, oracle }: OracleWorld,
  searches: number,
  seed: number,
  onProgress?: (completedCount: number, differences: number) => void,
): Promise<Comparison> {
  const random = createRandom(seed);
  const list = [...stores.values()];
  const comparison: Comparison = {
    differences: [],
    searchCount: 0,
    unknown: 0,
    matches: 0,
    serverMs: 0,
    oracleMs: 0,
  };
  for (let number = 0; number < searches; number++) {
    if (number % 1_000 === 0) onProgress?.(number, comparison.differences.length);
    const search = savingsSearch.parse(randomSearch(random, list, places));
    const startedAt = performance.now();
    const oracleResult = oracle.search(search);
    const oracleDone = performance.now();
    comparison.oracleMs += oracleDone - startedAt;
    const serverResult = await searchSavings(db, search, viewer).catch((error: unknown) => String(error));
    comparison.serverMs += performance.now() - oracleDone;
    if (oracleResult === null || typeof serverResult === 'string') {
      if (oracleResult === null && String(serverResult).includes('We don’t recognize this'))
        comparison.unknown += 1;
      else
        comparison.differences.push(
          `${JSON.stringify(search)}: ${oracleResult ? serverResult : 'the place was found'}`,
        );
      continue;
    }
    if (oracleResult.isBorderline) continue;
    comparison.searchCount += 1;
    comparison.matches += serverResult.count;
    const problem = describeDifference(search, serverResult, oracleResult);
    if (problem) comparison.differences.push(`${JSON.stringify(search)}: ${problem}`);
  }
  return comparison;
}
