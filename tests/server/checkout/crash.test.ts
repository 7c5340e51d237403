import { expect } from 'vitest';
import { compareBooks } from '#tests/helpers/crash/books.ts';
import { runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { CRASH_STEPS } from '#tests/helpers/crash/steps.ts';
import { serverTest, testDb } from '#tests/helpers/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const sandbox = testSandbox();
const folder = temporaryFolder();

serverTest(
  '[D18] 200 purchases with the server killed at every step and answers lost: none lost, none charged twice',
  async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 50, amountOff: null });
    const report = await runCrashes(
      {
        purchases: 200,
        buyers: 4,
        pace: 6,
        server: {
          databaseUrl: String(database.url),
          dataDir: folder(),
          sandboxUrl: sandbox.url,
          port: await freePort(),
        },
        sandbox: sandbox.control,
        discountCode: code,
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
      purchases: 200,
      paid: 200,
      wrong: [],
      strayCharges: 0,
      codeUses: 50,
    });
  },
  600_000,
);
