import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDb } from '#tests/helpers/database.ts';
import { compareSearches, makeOracleWorld, type OracleWorld } from '#tests/helpers/stores/oracle-world.ts';

// Issue 3, Truth: the search against one that looks at every store. `tests/bench/search-truth.ts` runs more of it.

const SEARCHES = Number(process.env.TRUTH_SEARCHES ?? 600);
const STORES = Number(process.env.TRUTH_STORES ?? 10_000);
const SEED = Number(process.env.TRUTH_SEED ?? 20_261_121);

const database = testDb();
let world: OracleWorld;
const notes: string[] = [];

beforeAll(async () => {
  const started = performance.now();
  world = await makeOracleWorld(database.db, STORES, SEED);
  notes.push(`${STORES} stores loaded in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}, 60_000 + STORES);

afterAll(() => {
  if (process.env.TRUTH_SEARCHES) console.log(notes.join('\n'));
});

describe('[3 truth] the search says what an oracle says that looks at every store', () => {
  test(`${SEARCHES} random searches over ${STORES} stores`, {
    timeout: 30_000 + SEARCHES * 300,
  }, async () => {
    const { differences, compared, ...sums } = await compareSearches(world, SEARCHES, SEED);
    notes.push(
      `${compared} searches compared, ${sums.unknown} of unknown places, ${differences.length} differences`,
      `${(sums.matches / compared).toFixed(0)} matches a search, ${(sums.serverMs / SEARCHES).toFixed(2)} ms by the server, ` +
        `${(sums.oracleMs / SEARCHES).toFixed(2)} ms by the oracle`,
    );
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(SEARCHES * 0.9);
    expect(sums.matches).toBeGreaterThan(compared);
  });
});
