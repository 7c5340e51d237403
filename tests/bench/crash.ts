import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from '#db/client.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/config/secrets.ts';
import { spawnSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import { type BooksReport, compareBooks } from '#tests/helpers/crash/books.ts';
import { type CrashReport, runCrashes } from '#tests/helpers/crash/crash-run.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import {
  cardSubmissions,
  mixedSubmissions,
  replacementSubmissions,
  type Submission,
} from '#tests/helpers/crash/submissions.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { type BenchDatabase, withDatabase } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { publish, type Report } from './support/report.ts';

// Submits purchases to a server that is killed repeatedly, with Stripe webhooks enabled. A longer version of
// tests/server/checkout/crash*.test.ts. Usage:
//   node tests/bench/crash.ts [purchases: 10000] [average purchases between kills: 40] [seed] [kind: cards]
// Kinds: cards; mixed (plans, company cards, cards); replacements of printed cards. Fails if any purchase is lost,
// charged twice or charged the wrong amount.

/** For each kind, how many purchases are guest cards. Every fourth guest card uses the promo code. */
const KINDS = {
  cards: { chargeBy: 'subscription', cards: (count: number) => count },
  mixed: { chargeBy: 'subscription', cards: (count: number) => count - 2 * Math.floor(count / 4) },
  replacements: { chargeBy: 'payment', cards: () => 0 },
} as const;

const [purchases = 10_000, pace = 40, seed = 20_261_121] = process.argv.slice(2, 5).map(Number);
const kind = process.argv[5] ?? 'cards';
if (kind !== 'cards' && kind !== 'mixed' && kind !== 'replacements')
  throw new Error('Unknown kind of purchase');
const { chargeBy } = KINDS[kind];
const cards = KINDS[kind].cards(purchases);
if (!(purchases >= 1 && pace >= 1))
  throw new Error('Give the number of purchases and the average number between kills');
const BUYERS = 4;
const MAX_SETTLE_MS = 60_000;

interface CrashOutcome {
  report: CrashReport;
  books: BooksReport;
  seconds: number;
}

function submissions(db: Db, code: string): Promise<Submission[]> | Submission[] {
  if (kind === 'replacements') return replacementSubmissions(db, purchases);
  const businessPlanCount = (purchases - cards) / 2;
  if (kind === 'mixed')
    return mixedSubmissions(db, { plans: businessPlanCount, companies: businessPlanCount, cards }, code);
  return cardSubmissions(purchases, code);
}

async function crash({ url, client }: BenchDatabase, dataDir: string): Promise<CrashOutcome> {
  const { code } = await makePromoCode(client.db, { percentOff: 50, amountOff: null });
  const port = await freePort();
  const { webhookSecret } = await loadSecrets(loadConfig({ DATA_DIR: dataDir }));
  const sandbox = await spawnSandbox({
    dataDir,
    secretKey: 'sk_test_crash',
    webhookUrl: `http://127.0.0.1:${port}/api/stripe/webhook`,
    webhookSecret,
  });
  try {
    const startedAt = performance.now();
    const report = await runCrashes(
      {
        submissions: await submissions(client.db, code),
        chargeBy,
        buyers: BUYERS,
        // The server is killed the n-th time it reaches a step, with n uniform between 1 and this.
        pace: 2 * pace,
        server: { databaseUrl: url, dataDir, sandboxUrl: sandbox.url, port },
        sandbox: sandbox.control,
        random: seededRandom(seed),
      },
      async () => {
        const open = client.db
          .selectFrom('purchases')
          .select('id')
          .where('status', 'in', ['pending', 'requires_action']);
        return (await open.execute()).length;
      },
    );
    const books = await compareBooks(client.db, sandbox.control, code);
    return { report, books, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await sandbox.close();
  }
}

function hasPassed({ report, books }: CrashOutcome): boolean {
  return (
    books.purchases === purchases &&
    books.paidCount === purchases &&
    books.mismatches.length === 0 &&
    books.strayCharges === 0 &&
    books.codeUses === Math.ceil(cards / 4) &&
    report.settledAfterMs < MAX_SETTLE_MS
  );
}

function createReport({ report, books, seconds }: CrashOutcome): Report {
  const kills = Object.values(report.kills).reduce((sum, count) => sum + count, 0);
  return {
    title: `Crashes: ${purchases} purchases (${kind}), ${BUYERS} buyers at once, a kill about every ${pace} purchases`,
    tables: [
      {
        columns: ['measure', 'count'],
        rows: [
          ['purchases submitted', String(purchases)],
          ['purchases in our books', String(books.purchases)],
          ['paid', String(books.paidCount)],
          ['kills', String(kills)],
          ['responses lost with the server', String(report.unresolved)],
          ['not charged, fulfilled and mailed exactly once', String(books.mismatches.length)],
          ['charges without a purchase', String(books.strayCharges)],
          ['uses of the promo code (a quarter of guests’ cards)', String(books.codeUses)],
          ['settled after the last start, s', (report.settledAfterMs / 1000).toFixed(1)],
          ['whole run, s', seconds.toFixed(0)],
        ],
      },
      {
        columns: ['killed at', 'times'],
        rows: Object.entries(report.kills).map(([step, count]) => [step, String(count)]),
      },
    ],
    notes: [
      `Seed ${seed}. Real PostgreSQL, real HTTP, webhooks on; every third cart has a physical card.`,
      ...books.mismatches,
    ],
  };
}

const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-crash-'));
// The server starts hundreds of times, so cache its compiled code.
process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compiled');
try {
  await withDatabase(async (database) => {
    const machine = describeMachine(database.description);
    const outcome = await crash(database, dataDir);
    await publish('crash', machine, createReport(outcome));
    process.exitCode = hasPassed(outcome) ? 0 : 1;
  });
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
