import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import { SandboxControl } from '#server/integrations/stripe-sandbox/control.ts';
import { cardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure, median } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { measure, type Throughput } from './support/load.ts';
import { readProcessCpu, readServerCpu } from './support/processes.ts';
import { renewStatements, type Statement } from './support/replay.ts';
import type { Bench, Report } from './support/report.ts';
import { type BenchServer, type RequestCost, startBenchServer } from './support/server-process.ts';

const ROUNDS = 5;
const SECONDS = 4;
const MEASURED_PURCHASES = 100;
const WARM_UP_PURCHASES = 20;
const CLIENTS = [1, 16];
const MAX_CLIENTS = Math.max(...CLIENTS);

/** Creates clients that buy a card as the wizard does, each time as a new guest. */
function createBuyers(server: BenchServer) {
  const clients = Array.from({ length: MAX_CLIENTS }, () => new HttpClient(server.port));
  return {
    buy: async (client: number) => {
      const response = await clients[client]?.post('/trpc/checkout.buyCard', cardPurchase());
      if (response?.status !== 200 || !response.body.includes('"paid"')) {
        throw new Error(`A purchase returned ${response?.status}: ${response?.body}`);
      }
    },
    close: () => {
      for (const client of clients) client.close();
    },
  };
}

/** Waits for the webhooks, jobs, and emails of earlier purchases. */
async function settle(db: Db, dataDir: string): Promise<void> {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The sandbox is not running');
  await new SandboxControl(address).flushWebhooks(60_000);
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*) as open from pgboss.job where state in ('created', 'retry', 'active') and name in ('mail', 'sync-subscription')`.execute(
      db,
    );
    if (rows[0]?.open === 0) return;
    await sleep(100);
  }
}

/** Makes purchases one at a time and returns how each request spent its time. */
async function measureRequests(url: string, db: Db, dataDir: string): Promise<RequestCost[]> {
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    limits: false,
    sandbox: true,
    watch: true,
  });
  const { buy, close } = createBuyers(server);
  for (let i = 0; i < WARM_UP_PURCHASES; i += 1) await buy(0);
  await settle(db, dataDir);
  await server.takeCosts();
  for (let i = 0; i < MEASURED_PURCHASES; i += 1) await buy(0);
  const costs = await server.takeCosts();
  close();
  await settle(db, dataDir);
  await server.stop();
  return costs.filter(({ providerMs }) => providerMs > 0);
}

interface Candidate {
  name: string;
  call(client: number): Promise<void>;
  rounds: Map<number, Throughput[]>;
}

/** Runs a purchase's SQL statements directly, without Stripe and without our server. */
function runStatements(pool: pg.Pool, statements: readonly Statement[]) {
  return async () => {
    const client = await pool.connect();
    try {
      for (const [at, { text, values }] of renewStatements(statements).entries()) {
        await (values.length > 0 ? client.query({ name: `bare${at}`, text, values }) : client.query(text));
      }
    } finally {
      client.release();
    }
  };
}

interface Cost {
  server: number;
  sandbox: number;
  database: number;
}

async function readCost(server: BenchServer, db: Db): Promise<Cost> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return {
    server: await readProcessCpu(server.pid),
    sandbox: await readProcessCpu(server.sandboxPid ?? 0),
    database: await readServerCpu(rows[0]?.pid ?? 0),
  };
}

async function countPurchases(db: Db): Promise<number> {
  const { rows } = await sql<{ paidCount: number; fulfilledCount: number }>`
    select (select count(*) from purchases where status = 'paid') as paid_count,
      (select count(*) from memberships) as fulfilled_count`.execute(db);
  const { paidCount, fulfilledCount } = rows[0] ?? { paidCount: 0, fulfilledCount: 0 };
  if (paidCount === 0 || paidCount !== fulfilledCount) throw new Error('Some purchases were not fulfilled');
  return paidCount;
}

function costRows(costBefore: Cost, costAfter: Cost, purchases: number): string[][] {
  const parts = {
    'our server': costAfter.server - costBefore.server,
    'the Stripe sandbox': costAfter.sandbox - costBefore.sandbox,
    PostgreSQL: costAfter.database - costBefore.database,
  };
  const total = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  return Object.entries(parts).map(([name, ms]) => [
    name,
    formatFigure(ms / purchases),
    `${formatFigure((100 * ms) / total)} %`,
  ]);
}

function throughputRows(candidates: Candidate[]): string[][] {
  return CLIENTS.flatMap((clients) => {
    const [first] = candidates.map(({ rounds }) => rounds.get(clients) ?? []);
    return candidates.map(({ name, rounds }) => {
      const own = rounds.get(clients) ?? [];
      const ratios = own.map(({ perSecond }, round) => (first?.[round]?.perSecond ?? perSecond) / perSecond);
      return [
        name,
        String(clients),
        formatFigure(median(own.map(({ perSecond }) => perSecond))),
        `1/${formatFigure(median(ratios))}`,
        formatFigure(median(own.map(({ p50 }) => p50))),
        formatFigure(median(own.map(({ p99 }) => p99))),
      ];
    });
  });
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

async function compareThroughput(url: string, db: Db, dataDir: string, statements: readonly Statement[]) {
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    limits: false,
    sandbox: true,
    watch: false,
  });
  const { buy, close } = createBuyers(server);
  const pool = new pg.Pool({ connectionString: url, max: MAX_CLIENTS });
  const candidates: Candidate[] = [
    { name: 'the same SQL through a bare pg pool', call: runStatements(pool, statements), rounds: new Map() },
    { name: 'checkout.buyCard over HTTP', call: buy, rounds: new Map() },
  ];
  for (const { call } of candidates) await measure(MAX_CLIENTS, 1, call);
  await settle(db, dataDir);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const clients of CLIENTS) {
      for (const candidate of candidates) {
        const throughput = await measure(clients, SECONDS, candidate.call);
        candidate.rounds.set(clients, [...(candidate.rounds.get(clients) ?? []), throughput]);
        // Wait for the background work, so that it doesn't slow the next measurement.
        await settle(db, dataDir);
      }
    }
  }
  // Measure processor time separately, for purchases including their background work.
  const [countBefore, costBefore] = [await countPurchases(db), await readCost(server, db)];
  await measure(MAX_CLIENTS, SECONDS, buy);
  await settle(db, dataDir);
  const cost = await readCost(server, db);
  const purchaseCount = (await countPurchases(db)) - countBefore;
  close();
  await pool.end();
  await server.stop();
  return { candidates, cost: costRows(costBefore, cost, purchaseCount) };
}

async function run(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  try {
    return await withDatabase(async ({ url, client: { db } }) => {
      const requestCosts = await measureRequests(url, db, dataDir);
      const statements = requestCosts.at(-1)?.statements ?? [];
      const { candidates, cost } = await compareThroughput(url, db, dataDir, statements);
      return {
        title: 'Purchases: an individual card bought by a guest',
        tables: [
          {
            columns: ['candidate', 'clients', 'per second', 'relative to bare SQL', 'median ms', 'p99 ms'],
            rows: throughputRows(candidates),
          },
          {
            caption: `Where the time of one purchase goes, one client (median of ${requestCosts.length}):`,
            columns: ['part', 'ms', 'share'],
            rows: requestCostRows(requestCosts),
          },
          {
            caption: 'Processor time of a purchase, including its webhooks, jobs and mails, 16 clients:',
            columns: ['process', 'ms', 'share'],
            rows: cost,
          },
        ],
        notes: [
          `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s; the ratio is taken within each round.`,
          `The bare SQL is the ${statements.length} statements of one purchase, recorded from our server and replayed with new keys.`,
          'Webhooks, jobs and mails run at the same time as the purchases, as they do in the product.',
        ],
      };
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const purchasesBench: Bench = { name: 'purchases', run };
