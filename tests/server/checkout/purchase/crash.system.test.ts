import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { compareBooks } from '#tests/helpers/crash/books.ts';
import { runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS, stepsOfRun } from '#tests/helpers/crash/steps.ts';
import { mixedSubmissions } from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

const STEPS = stepsOfRun(CRASH_STEPS);
// Enough for one kill at each step: a round uses up at most `maxOccurrence + buyers` purchases.
const [buyers, maxOccurrence] = [2, caseCount(1, 3)];
const COUNT = { plans: caseCount(2, 32), companies: caseCount(2, 16), cards: caseCount(8, 112) };
const PURCHASES = COUNT.plans + COUNT.companies + COUNT.cards;

serverTest(
  `[D18] each of ${PURCHASES} purchases is charged and fulfilled once, even if the server is killed at ${STEPS.length} steps`,
  async () => {
    await seed(database.db);
    const { code } = await makePromoCode(database.db, { percentOff: 50, amountOff: null });
    const report = await runCrashes({
      db: database.db,
      submissions: await mixedSubmissions(database.db, COUNT, code),
      buyers,
      steps: STEPS,
      maxOccurrence,
      killsPerStep: caseCount(1, Number.POSITIVE_INFINITY),
      server: {
        databaseUrl: String(database.url),
        dataDir: folder(),
        sandboxUrl: sandbox.url,
        port: await freePort(),
      },
      sandbox: sandbox.control,
      random: seededRandom(20261121),
    });
    expect(Object.keys(report.kills)).toEqual(STEPS);
    expect(Math.min(...Object.values(report.kills)), JSON.stringify(report.kills)).toBeGreaterThan(0);
    expect(report.unresolved).toBeGreaterThanOrEqual(STEPS.length / 2);
    expect(report.settledAfterMs).toBeLessThan(30_000);
    expect(await compareBooks(database.db, sandbox.control, code)).toEqual({
      purchases: PURCHASES,
      paidCount: PURCHASES,
      mismatches: [],
      strayCharges: 0,
      codeUses: COUNT.cards / 4,
    });
  },
  600_000,
);
