import { expect } from 'vitest';
import { seed } from '#db/seed/seed.ts';
import { compareBooks } from '#tests/helpers/crash/books.ts';
import { runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS } from '#tests/helpers/crash/steps.ts';
import {
  cardSubmissions,
  corporateSubmissions,
  planSubmissions,
  type Submission,
} from '#tests/helpers/crash/submissions.ts';
import { serverTest, testDb } from '#tests/helpers/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

function mixed(plans: Submission[], cards: Submission[]): Submission[] {
  const every = Math.ceil((plans.length + cards.length) / plans.length);
  return plans.flatMap((plan, i) => [plan, ...cards.slice(i * (every - 1), (i + 1) * (every - 1))]);
}

serverTest(
  '[D18] 220 purchases of cards, plans and companies’ cards with the server killed at every step and answers lost: none lost, none charged twice',
  async () => {
    await seed(database.db);
    const { code } = await makePromoCode(database.db, { percentOff: 50, amountOff: null });
    const report = await runCrashes(
      {
        // Accounts' purchases and guests' cards in turns, so that each meets every step.
        submissions: mixed(
          [...(await planSubmissions(database.db, 60)), ...(await corporateSubmissions(database.db, 20, 30))],
          cardSubmissions(140, code),
        ),
        buyers: 4,
        pace: 6,
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
      purchases: 220,
      paid: 220,
      wrong: [],
      strayCharges: 0,
      codeUses: 35,
    });
  },
  600_000,
);
