import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from '#server/sandbox/control.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { startBareServer } from './support/bare.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure, median } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import {
  checkResponse,
  createVisitors,
  openClients,
  startMeasuredProduct,
} from './support/product-server.ts';
import type { Statement } from './support/replay.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import { type RequestCost, startBenchServer } from './support/server-process.ts';
import { type SlicePlan, takeTurns } from './support/take-turns.ts';

/** Longer slices than for other calls, because a purchase is slow. */
const FULL_SLICES: SlicePlan = { count: 10, seconds: 3 };
const QUICK_SLICES: SlicePlan = { count: 2, seconds: 1.5 };
const RECORDED_PURCHASES = 100;
const QUICK_RECORDED_PURCHASES = 10;
const WARM_UP_PURCHASES = 20;

/** Buys a card as the wizard does, each time as a new guest. */
export async function buyCard(
  client: HttpClient | undefined,
  headers: Record<string, string>,
): Promise<void> {
  checkResponse(await client?.post('/trpc/checkout.buyCard', makeCardPurchase(), headers), '"paid"');
}

/** Waits for the webhooks, jobs, and emails of earlier purchases. */
async function settleJobs(db: Db, dataDir: string): Promise<void> {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The sandbox is not running');
  await new SandboxControl(address).flushWebhooks(60_000);
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pgboss.job where state in ('created', 'retry', 'active') and name in ('mail', 'receipt', 'sync-subscription')`.execute(
      db,
    );
    if (rows[0]?.open === 0) return;
    await sleep(50);
  }
}

/** Makes purchases one at a time and returns how each request spent its time. */
async function recordPurchases(url: string, db: Db, count: number): Promise<RequestCost[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    hasRateLimits: false,
    hasSandbox: true,
    recordsCosts: true,
  });
  const client = new HttpClient(server.port);
  try {
    for (let i = 0; i < WARM_UP_PURCHASES; i += 1) await buyCard(client, {});
    await settleJobs(db, dataDir);
    await server.takeCosts();
    for (let i = 0; i < count; i += 1) await buyCard(client, {});
    const costs = await server.takeCosts();
    await settleJobs(db, dataDir);
    return costs.filter(({ providerMs }) => providerMs > 0);
  } finally {
    client.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

const isWrite = ({ text }: Statement) => /^\s*(begin|start|commit|insert|update|delete|with)\b/i.test(text);

async function requireFulfilled(db: Db): Promise<void> {
  const { rows } = await sql<{ paid: number; unfulfilled: number }>`
    select count(*) as paid, count(*) filter (where m.id is null) as unfulfilled
    from purchases p left join subscriptions s on s.purchase_id = p.id left join memberships m on m.subscription_id = s.id
    where p.status = 'paid'`.execute(db);
  const [{ paid, unfulfilled } = { paid: 0, unfulfilled: 0 }] = rows;
  if (paid === 0 || unfulfilled > 0)
    throw new Error(`${unfulfilled} of ${paid} purchases were not fulfilled`);
}

function requestCostRows(requestCosts: RequestCost[]): string[][] {
  const parts: Record<string, (cost: RequestCost) => number> = {
    'waiting for Stripe': ({ providerMs }) => providerMs,
    'waiting for the database': ({ databaseMs }) => databaseMs,
    'our own work': ({ totalMs, providerMs, databaseMs }) => totalMs - providerMs - databaseMs,
    total: ({ totalMs }) => totalMs,
  };
  return Object.entries(parts).map(([name, of]) => [
    name,
    formatFigure(median(requestCosts.map(of))),
    `${formatFigure(100 * median(requestCosts.map((cost) => of(cost) / cost.totalMs)))} %`,
  ]);
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  return withDatabase(async ({ url, client: { db }, processId }) => {
    const costs = await recordPurchases(url, db, isQuick ? QUICK_RECORDED_PURCHASES : RECORDED_PURCHASES);
    const statements = costs.at(-1)?.statements ?? [];
    const writes = statements.filter(isWrite);
    const product = await startMeasuredProduct(url);
    const bare = await startBareServer({ databaseUrl: url, requests: [writes] });
    const bareClients = openClients(bare.port);
    const headers = createVisitors();
    try {
      const comparisons = [];
      for (const clients of [1, 16]) {
        comparisons.push(
          ...(await takeTurns({
            row: 'purchase',
            comparedWith: 'the same rows inserted bare',
            ours: {
              call: (client) => buyCard(product.clients[client], headers()),
              serverPid: product.pid,
              settle: () => settleJobs(db, product.dataDir),
            },
            theirs: {
              call: async (client) => checkResponse(await bareClients[client]?.post('/write', {})),
              serverPid: bare.pid,
            },
            clients,
            plan: isQuick ? QUICK_SLICES : FULL_SLICES,
            databasePid: processId,
            goals: { throughput: { atLeast: clients === 1 ? 0.4 : 0.25 } },
          })),
        );
      }
      await requireFulfilled(db);
      return {
        title: 'Purchases: an individual card bought by a guest',
        comparisons,
        tables: [
          {
            caption: `Where the time of one purchase goes, one client (median of ${costs.length}):`,
            columns: ['part', 'ms', 'share'],
            rows: requestCostRows(costs),
          },
        ],
        notes: [
          `A purchase sends ${statements.length} SQL statements. The bare handler runs the ${writes.length} that write or
            begin and end a transaction, with new keys; it reads nothing and pays nobody.`.replace(
            /\s+/g,
            ' ',
          ),
          `Webhooks, jobs and mails run at the same time as the purchases, as they do in the product. The processor time
            includes them; the throughput doesn't count the wait for them.`.replace(/\s+/g, ' '),
        ],
      };
    } finally {
      for (const client of bareClients) client.close();
      await bare.stop();
      await product.stop();
    }
  });
}

export const purchasesBench: Bench = { name: 'purchases', run };
