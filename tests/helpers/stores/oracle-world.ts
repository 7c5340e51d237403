import { sql } from 'kysely';
import { type Db, inTransaction } from '#db/client.ts';
import { seedPlaces } from '#db/seed/places.ts';
import { savingsSearch } from '#server/stores/search/savings-search.schema.ts';
import { searchSavings } from '#server/stores/search/savings-search.service.ts';
import { difference } from './agreement.ts';
import { type GeneratedStore, generateStores } from './generate.ts';
import { loadStores } from './load.ts';
import { Oracle } from './oracle.ts';
import type { Zip } from './places.ts';
import { createRandom } from './random.ts';
import { randomSearch } from './searches.ts';

export interface OracleWorld {
  db: Db;
  /** The stores in the database, by id. */
  stores: Map<string, GeneratedStore>;
  places: Zip[];
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
  /** Searches that were compared. Those with a store on the search radius are skipped. */
  compared: number;
  /** Searches for a place that both sides report as unknown. */
  unknown: number;
  matches: number;
  serverMs: number;
  oracleMs: number;
}

const viewer = { isMember: true, now: new Date() };

/** Runs random searches on the server and in the oracle. */
export async function compareSearches(
  { db, stores, places, oracle }: OracleWorld,
  searches: number,
  seed: number,
  onProgress?: (done: number, differences: number) => void,
): Promise<Comparison> {
  const random = createRandom(seed);
  const list = [...stores.values()];
  const sum: Comparison = { differences: [], compared: 0, unknown: 0, matches: 0, serverMs: 0, oracleMs: 0 };
  for (let number = 0; number < searches; number++) {
    if (number % 1_000 === 0) onProgress?.(number, sum.differences.length);
    const search = savingsSearch.parse(randomSearch(random, list, places));
    const started = performance.now();
    const expected = oracle.search(search);
    const oracleDone = performance.now();
    sum.oracleMs += oracleDone - started;
    const actual = await searchSavings(db, search, viewer).catch((error: unknown) => String(error));
    sum.serverMs += performance.now() - oracleDone;
    if (expected === null || typeof actual === 'string') {
      if (expected === null && String(actual).includes('We do not know this')) sum.unknown += 1;
      else sum.differences.push(`${JSON.stringify(search)}: ${expected ? actual : 'the place was found'}`);
      continue;
    }
    if (expected.isBorderline) continue;
    sum.compared += 1;
    sum.matches += actual.count;
    const problem = difference(search, actual, expected);
    if (problem) sum.differences.push(`${JSON.stringify(search)}: ${problem}`);
  }
  return sum;
}
