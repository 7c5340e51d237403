import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Database } from '#db/database.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { findMembershipByNumber } from '#server/memberships/membership.repository.ts';
import { withDatabase } from './support/database.ts';
import { median, rounded } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { type Call, measure, type Throughput } from './support/load.ts';
import { fillMemberships } from './support/memberships.ts';
import type { Bench, Report } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

const MEMBERSHIPS = 1_000_000;
const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const CLIENTS = [1, 16];
const MOST_CLIENTS = Math.max(...CLIENTS);

interface Way {
  name: string;
  call: Call;
  close(): Promise<void>;
}

/** The text of the SELECT that a look-up sends, as our repository writes it. */
async function selectOf(url: string, number: string): Promise<string> {
  let text = '';
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 1 }) }),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      text = query.sql;
    },
  });
  await findMembershipByNumber(db, number).finally(() => db.destroy());
  return text;
}

async function planOf(url: string, text: string, number: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, [number])
    .finally(() => client.end());
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function barePool(url: string, text: string, next: () => string): Way {
  const pool = new pg.Pool({ connectionString: url, max: MOST_CLIENTS });
  const call = async () => {
    const { rows } = await pool.query({ name: 'bare', text, values: [next()] });
    if (rows.length !== 1) throw new Error('A membership was not found');
  };
  return { name: 'the SELECT through a bare pg pool', call, close: () => pool.end() };
}

function connections(port: number): HttpClient[] {
  return Array.from({ length: MOST_CLIENTS }, () => new HttpClient(port));
}

async function bareHttp(url: string, text: string, next: () => string): Promise<Way> {
  const program = fileURLToPath(new URL('./support/bare-server.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ databaseUrl: url, text })]);
  const [ready] = await once(child, 'message');
  const clients = connections(z.object({ port: z.int() }).parse(ready).port);
  return {
    name: 'the SELECT behind a bare Fastify route',
    call: async (client) => {
      const { status } = (await clients[client]?.get(`/?number=${next()}`)) ?? {};
      if (status !== 200) throw new Error(`The bare route answered ${status}`);
    },
    close: async () => {
      for (const client of clients) client.close();
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

/** `verification.find` as the web app calls it, by a number as people write it. */
async function ours(url: string, limits: boolean, next: () => string): Promise<Way> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({ databaseUrl: url, dataDir, limits, sandbox: false, watch: false });
  const clients = connections(server.port);
  let till = 0;
  const address = () => {
    till += 1;
    return `10.${(till >> 16) & 255}.${(till >> 8) & 255}.${till & 255}`;
  };
  return {
    name: limits
      ? 'verification.find, its limit counted, each from an address of its own'
      : 'verification.find over HTTP',
    call: async (client) => {
      const input = encodeURIComponent(JSON.stringify({ 0: { number: formatMembershipNumber(next()) } }));
      const headers: Record<string, string> = limits ? { 'x-forwarded-for': address() } : {};
      const answer = await clients[client]?.get(`/trpc/verification.find?batch=1&input=${input}`, headers);
      if (answer?.status !== 200 || !answer.body.includes('"state":"active"')) {
        throw new Error(`A look-up was answered ${answer?.status}: ${answer?.body}`);
      }
    },
    close: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Measured {
  way: Way;
  clients: number;
  rounds: Throughput[];
  /** Of each round: how many times as many the bare pool did. */
  ratios: number[];
}

/** Every way in every round, so that what others do on the machine meets all of them. */
async function compare(ways: Way[]): Promise<Measured[]> {
  const measured = CLIENTS.flatMap((clients) =>
    ways.map((way): Measured => ({ way, clients, rounds: [], ratios: [] })),
  );
  for (const { call } of ways) await measure(MOST_CLIENTS, WARM_UP_SECONDS, call);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of measured) {
      const throughput = await measure(one.clients, SECONDS, one.way.call);
      one.rounds.push(throughput);
      const bare = measured.find((other) => other.clients === one.clients)?.rounds[round];
      one.ratios.push((bare ?? throughput).perSecond / throughput.perSecond);
    }
  }
  return measured;
}

function report(measured: Measured[], plan: string): Report {
  const row = ({ way, clients, rounds, ratios }: Measured) => [
    way.name,
    String(clients),
    rounded(median(rounds.map(({ perSecond }) => perSecond))),
    `1/${rounded(median(ratios))}`,
    rounded(median(rounds.map(({ p50 }) => p50))),
    rounded(median(rounds.map(({ p99 }) => p99))),
  ];
  return {
    title: `Verification: look-ups among ${MEMBERSHIPS.toLocaleString('en-US')} memberships`,
    tables: [
      {
        columns: ['way', 'clients', 'a second', 'of the bare pool', 'median ms', '99 % ms'],
        rows: measured.map(row),
      },
    ],
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s; the ratio is taken within each round.`,
      `Caller, server and database share the machine: over HTTP the caller and the server take of the same cores.`,
      `The plan of the SELECT:\n\n${plan.replace(/^/gm, '      ')}`,
    ],
  };
}

async function run(): Promise<Report> {
  return withDatabase(async ({ url }) => {
    const numbers = await fillMemberships(url, MEMBERSHIPS);
    const next = () => numbers[Math.floor(Math.random() * numbers.length)] ?? '';
    const text = await selectOf(url, next());
    const plan = await planOf(url, text, next());
    const ways: Way[] = [];
    try {
      ways.push(barePool(url, text, next));
      ways.push(await bareHttp(url, text, next));
      ways.push(await ours(url, false, next));
      ways.push(await ours(url, true, next));
      return report(await compare(ways), plan);
    } finally {
      for (const way of ways) await way.close();
    }
  });
}

export const verificationBench: Bench = { name: 'verification', run };
