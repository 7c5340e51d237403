import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { compareBooks } from '#tests/helpers/crash/books.ts';
import { runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS } from '#tests/helpers/crash/steps.ts';
import { mixedSubmissions } from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

// Each step's turn comes before these are bought: in a round at most as many are as the pace and the buyers together.
// Ten thousand, and more kills at each step: tests/bench/crash.ts.
const COUNT = { plans: 16, companies: 8, cards: 56 };
const PURCHASES = COUNT.plans + COUNT.companies + COUNT.cards;

serverTest(
  `[D18] ${PURCHASES} purchases of cards, plans and companies’ cards with the server killed at every step and answers lost: none lost, none charged twice`,
  async () => {
    await seed(database.db);
    const { code } = await makePromoCode(database.db, { percentOff: 50, amountOff: null });
    const report = await runCrashes(
      {
        submissions: await mixedSubmissions(database.db, COUNT, code),
        buyers: 4,
        pace: 3,
        server: {
          databaseUrl: String(database.url),
          dataDir: folder(),
          sandboxUrl: sandbox.url,
          port: await freePort(),
        },
        sandbox: sandbox.control,
        random: seededRandom(20261121),
      },
      async () => {
        const open = database.db
          .selectFrom('purchases')
          .select('id')
          .where('status', 'in', ['pending', 'requires_action']);
        return (await open.execute()).length;
      },
    );
    expect(Object.keys(report.kills)).toEqual([...CRASH_STEPS]);
    expect(Math.min(...Object.values(report.kills)), JSON.stringify(report.kills)).toBeGreaterThan(0);
    expect(report.unanswered).toBeGreaterThan(10);
    expect(report.settledAfterMs).toBeLessThan(60_000);
    expect(await compareBooks(database.db, sandbox.control, code)).toEqual({
      purchases: PURCHASES,
      paid: PURCHASES,
      wrong: [],
      strayCharges: 0,
      codeUses: COUNT.cards / 4,
    });
  },
  600_000,
);
