import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { compareBooks } from '#tests/helpers/crash/books.ts';
import { runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { PAYMENT_STEPS, stepsOfRun } from '#tests/helpers/crash/steps.ts';
import { replacementSubmissions } from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

const STEPS = stepsOfRun(PAYMENT_STEPS);
// Enough for one kill at each step: a round uses up at most `maxOccurrence + buyers` purchases.
const [buyers, maxOccurrence] = [2, caseCount(1, 2)];
const REPLACEMENTS = caseCount(8, 50);

serverTest(
  `[D18] each of ${REPLACEMENTS} card replacements is charged and fulfilled once, even if the server is killed at ${STEPS.length} steps`,
  async () => {
    await seed(database.db);
    const report = await runCrashes({
      db: database.db,
      submissions: await replacementSubmissions(database.db, REPLACEMENTS),
      chargeBy: 'payment',
      steps: STEPS,
      buyers,
      maxOccurrence,
      killsPerStep: caseCount(1, Number.POSITIVE_INFINITY),
      server: {
        databaseUrl: String(database.url),
        dataDir: folder(),
        sandboxUrl: sandbox.url,
        port: await freePort(),
      },
      sandbox: sandbox.control,
      random: seededRandom(20261122),
    });
    expect(Object.keys(report.kills)).toEqual(STEPS);
    expect(Math.min(...Object.values(report.kills)), JSON.stringify(report.kills)).toBeGreaterThan(0);
    expect(report.unresolved).toBeGreaterThan(0);
    expect(report.settledAfterMs).toBeLessThan(30_000);
    expect(await compareBooks(database.db, sandbox.control, 'NONE')).toEqual({
      purchases: REPLACEMENTS,
      paidCount: REPLACEMENTS,
      mismatches: [],
      strayCharges: 0,
      codeUses: 0,
    });
  },
  600_000,
);
