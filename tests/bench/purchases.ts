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
import { median, rounded } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { measure, type Throughput } from './support/load.ts';
import { cpuOf, cpuOfServer } from './support/processes.ts';
import { renewed, type Statement } from './support/replay.ts';
import type { Bench, Report } from './support/report.ts';
import { type BenchServer, type Spent, startBenchServer } from './support/server-process.ts';

const ROUNDS = 5;
const SECONDS = 4;
const WATCHED = 100;
const WARM_UP = 20;
const CLIENTS = [1, 16];
const MOST_CLIENTS = Math.max(...CLIENTS);

/** A guest's purchase through our procedure, as the wizard sends it, each by another buyer. */
function buyers(server: BenchServer) {
  const clients = Array.from({ length: MOST_CLIENTS }, () => new HttpClient(server.port));
  return {
    buy: async (client: number) => {
      const answer = await clients[client]?.post('/trpc/checkout.buyCard', cardPurchase());
      if (answer?.status !== 200 || !answer.body.includes('"paid"')) {
        throw new Error(`A purchase was answered ${answer?.status}: ${answer?.body}`);
      }
    },
    close: () => {
      for (const client of clients) client.close();
    },
  };
}

/** Resolves when webhooks, jobs and mails that purchases have caused are done. */
async function settle(db: Db, dataDir: string): Promise<void> {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The sandbox is gone');
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

/** Buys one after the other and tells what each request spent its time on. */
async function watch(url: string, db: Db, dataDir: string): Promise<Spent[]> {
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    limits: false,
    sandbox: true,
    watch: true,
  });
  const { buy, close } = buyers(server);
  for (let bought = 0; bought < WARM_UP; bought += 1) await buy(0);
  await settle(db, dataDir);
  await server.spent();
  for (let bought = 0; bought < WATCHED; bought += 1) await buy(0);
  const all = await server.spent();
  close();
  await settle(db, dataDir);
  await server.stop();
  return all.filter(({ providerMs }) => providerMs > 0);
}

interface Way {
  name: string;
  call(client: number): Promise<void>;
  rounds: Map<number, Throughput[]>;
}

/** The same statements with no card network and no server of ours between. */
function bare(pool: pg.Pool, statements: readonly Statement[]) {
  return async () => {
    const client = await pool.connect();
    try {
      for (const [at, { text, values }] of renewed(statements).entries()) {
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

async function costSoFar(server: BenchServer, db: Db): Promise<Cost> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  return {
    server: await cpuOf(server.pid),
    sandbox: await cpuOf(server.sandboxPid ?? 0),
    database: await cpuOfServer(rows[0]?.pid ?? 0),
  };
}

async function countPurchases(db: Db): Promise<number> {
  const { rows } = await sql<{ bought: number; delivered: number }>`
    select (select count(*) from purchases where status = 'paid') as bought,
      (select count(*) from memberships) as delivered`.execute(db);
  const { bought, delivered } = rows[0] ?? { bought: 0, delivered: 0 };
  if (bought === 0 || bought !== delivered) throw new Error('What was measured were no whole purchases');
  return bought;
}

function costOf(before: Cost, after: Cost, purchases: number): string[][] {
  const parts = {
    'our server': after.server - before.server,
    'the sandbox of the card network': after.sandbox - before.sandbox,
    PostgreSQL: after.database - before.database,
  };
  const total = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  return Object.entries(parts).map(([name, ms]) => [
    name,
    rounded(ms / purchases),
    `${rounded((100 * ms) / total)} %`,
  ]);
}

function throughputRows(ways: Way[]): string[][] {
  return CLIENTS.flatMap((clients) => {
    const [first] = ways.map(({ rounds }) => rounds.get(clients) ?? []);
    return ways.map(({ name, rounds }) => {
      const own = rounds.get(clients) ?? [];
      const ratios = own.map(({ perSecond }, round) => (first?.[round]?.perSecond ?? perSecond) / perSecond);
      return [
        name,
        String(clients),
        rounded(median(own.map(({ perSecond }) => perSecond))),
        `1/${rounded(median(ratios))}`,
        rounded(median(own.map(({ p50 }) => p50))),
        rounded(median(own.map(({ p99 }) => p99))),
      ];
    });
  });
}

function spentRows(watched: Spent[]): string[][] {
  const parts: Record<string, (spent: Spent) => number> = {
    'waiting for the card network': ({ providerMs }) => providerMs,
    'waiting for the database': ({ databaseMs }) => databaseMs,
    'our own work': ({ totalMs, providerMs, databaseMs }) => totalMs - providerMs - databaseMs,
    'in all': ({ totalMs }) => totalMs,
  };
  return Object.entries(parts).map(([name, of]) => [
    name,
    rounded(median(watched.map(of))),
    `${rounded(100 * median(watched.map((spent) => of(spent) / spent.totalMs)))} %`,
  ]);
}

async function compare(url: string, db: Db, dataDir: string, statements: readonly Statement[]) {
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    limits: false,
    sandbox: true,
    watch: false,
  });
  const { buy, close } = buyers(server);
  const pool = new pg.Pool({ connectionString: url, max: MOST_CLIENTS });
  const ways: Way[] = [
    { name: 'the same SQL through a bare pg pool', call: bare(pool, statements), rounds: new Map() },
    { name: 'checkout.buyCard over HTTP', call: buy, rounds: new Map() },
  ];
  for (const { call } of ways) await measure(MOST_CLIENTS, 1, call);
  await settle(db, dataDir);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const clients of CLIENTS) {
      for (const way of ways) {
        const throughput = await measure(clients, SECONDS, way.call);
        way.rounds.set(clients, [...(way.rounds.get(clients) ?? []), throughput]);
        // What a purchase causes afterwards belongs to it, not to whoever is measured next.
        await settle(db, dataDir);
      }
    }
  }
  // Purchases alone, with everything that they cause.
  const [counted, began] = [await countPurchases(db), await costSoFar(server, db)];
  await measure(MOST_CLIENTS, SECONDS, buy);
  await settle(db, dataDir);
  const cost = await costSoFar(server, db);
  const bought = (await countPurchases(db)) - counted;
  close();
  await pool.end();
  await server.stop();
  return { ways, cost: costOf(began, cost, bought) };
}

async function run(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  try {
    return await withDatabase(async ({ url, client: { db } }) => {
      const watched = await watch(url, db, dataDir);
      const statements = watched.at(-1)?.statements ?? [];
      const { ways, cost } = await compare(url, db, dataDir, statements);
      return {
        title: 'Purchases: an individual card bought by a guest',
        tables: [
          {
            columns: ['way', 'clients', 'a second', 'of the bare SQL', 'median ms', '99 % ms'],
            rows: throughputRows(ways),
          },
          {
            caption: `Where the time of one purchase goes, one client (median of ${watched.length}):`,
            columns: ['what', 'ms', 'share'],
            rows: spentRows(watched),
          },
          {
            caption:
              'Processor time of a purchase with all that it causes (webhooks, jobs, mails), 16 clients:',
            columns: ['who', 'ms', 'share'],
            rows: cost,
          },
        ],
        notes: [
          `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s; the ratio is taken within each round.`,
          `The bare SQL is what one purchase sends, ${statements.length} statements recorded from our server and sent again with new keys.`,
          'Webhooks, jobs and mails run beside the purchases, as they do in the product.',
        ],
      };
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const purchasesBench: Bench = { name: 'purchases', run };
