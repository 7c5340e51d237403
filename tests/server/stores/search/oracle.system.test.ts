import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { changeStores } from '#tests/helpers/stores/changes.ts';
import { compareSearches, makeOracleWorld, type OracleWorld } from '#tests/helpers/stores/oracle-world.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

// Compares the SQL search with an oracle that filters every store in memory. tests/bench/search-truth.ts sets
// the environment variables to run more searches.

const SEARCHES = Number(process.env.TRUTH_SEARCHES ?? caseCount(150, 600));
const STORES = Number(process.env.TRUTH_STORES ?? caseCount(2_000, 10_000));
const SEED = Number(process.env.TRUTH_SEED ?? 20_261_121);
const TIMEOUT_MS = 180_000 + SEARCHES * 300;

const database = testDb();
const embedded = embeddedTestDb();
let world: OracleWorld;
const notes: string[] = [];

beforeAll(
  async () => {
    const startedAt = performance.now();
    world = await makeOracleWorld(database.db, STORES, SEED);
    notes.push(`${STORES} stores loaded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  },
  180_000 + STORES * 3,
);

afterAll(() => {
  if (process.env.TRUTH_SEARCHES) console.log(notes.join('\n'));
});

async function expectAgreement(
  label: string,
  world: OracleWorld,
  searches: number,
  seed: number,
): Promise<void> {
  const { differences, searchCount, ...sums } = await compareSearches(
    world,
    searches,
    seed,
    (doneCount, wrongCount) => {
      if (process.env.TRUTH_SEARCHES)
        console.log(`${label}: ${doneCount} of ${searches}, ${wrongCount} differences`);
    },
  );
  const [server, oracle] = [sums.serverMs, sums.oracleMs].map((ms) => (ms / searches).toFixed(2));
  notes.push(
    `${label}: ${searchCount} searches compared, ${sums.unknown} of unknown places, ${differences.length} differences;` +
      ` ${(sums.matches / searchCount).toFixed(0)} matches a search, ${server} ms by the server, ${oracle} ms by the oracle`,
  );
  expect(differences).toEqual([]);
  expect(searchCount).toBeGreaterThan(searches * 0.9);
  expect(sums.matches).toBeGreaterThan(searchCount);
}

describe('search results match an oracle that filters every store', () => {
  test(`in ${SEARCHES} random searches over ${STORES} stores`, { timeout: TIMEOUT_MS }, async () => {
    await expectAgreement('as loaded', world, SEARCHES, SEED);
  });

  test('after businesses were renamed, moved, unlisted, and deleted', { timeout: TIMEOUT_MS }, async () => {
    await changeStores(world, Math.ceil(STORES / 50), createRandom(SEED));
    await expectAgreement('after changes', world, Math.ceil(SEARCHES / 4), SEED + 1);
  });

  test('on the embedded database, as loaded and after changes', { timeout: TIMEOUT_MS }, async () => {
    const smallWorld = await makeOracleWorld(embedded.db, 1_000, SEED);
    await expectAgreement('embedded', smallWorld, Math.ceil(SEARCHES / 4), SEED + 2);
    await changeStores(smallWorld, 50, createRandom(SEED));
    await expectAgreement('embedded, after changes', smallWorld, Math.ceil(SEARCHES / 10), SEED + 3);
  });
});
