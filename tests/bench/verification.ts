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
import { formatFigure, median } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { type ClientCall, measure, type Throughput } from './support/load.ts';
import { fillMemberships } from './support/memberships.ts';
import type { Bench, Report } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

const MEMBERSHIPS = 1_000_000;
const ROUNDS = 5;
const SECONDS = 3;
const WARM_UP_SECONDS = 2;
const CLIENTS = [1, 16];
const MAX_CLIENTS = Math.max(...CLIENTS);

interface Candidate {
  name: string;
  call: ClientCall;
  close(): Promise<void>;
}

/** Returns the SELECT statement that our repository sends for a lookup. */
async function captureSelect(url: string, number: string): Promise<string> {
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

async function explainPlan(url: string, text: string, number: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client
    .query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers, costs off) ${text}`, [number])
    .finally(() => client.end());
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

function createBarePool(url: string, text: string, nextNumber: () => string): Candidate {
  const pool = new pg.Pool({ connectionString: url, max: MAX_CLIENTS });
  const call = async () => {
    const { rows } = await pool.query({ name: 'bare', text, values: [nextNumber()] });
    if (rows.length !== 1) throw new Error('Membership not found');
  };
  return { name: 'the SELECT through a bare pg pool', call, close: () => pool.end() };
}

function connections(port: number): HttpClient[] {
  return Array.from({ length: MAX_CLIENTS }, () => new HttpClient(port));
}

async function createBareHttp(url: string, text: string, nextNumber: () => string): Promise<Candidate> {
  const program = fileURLToPath(new URL('./support/bare-server.ts', import.meta.url));
  const child = fork(program, [JSON.stringify({ databaseUrl: url, text })]);
  const [ready] = await once(child, 'message');
  const clients = connections(z.object({ port: z.int() }).parse(ready).port);
  return {
    name: 'the SELECT behind a bare Fastify route',
    call: async (client) => {
      const { status } = (await clients[client]?.get(`/?number=${nextNumber()}`)) ?? {};
      if (status !== 200) throw new Error(`The bare route returned ${status}`);
    },
    close: async () => {
      for (const client of clients) client.close();
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Calls `verification.find` like the web app, with a formatted number. */
async function createProcedureCandidate(
  url: string,
  limits: boolean,
  nextNumber: () => string,
): Promise<Candidate> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({ databaseUrl: url, dataDir, limits, sandbox: false, watch: false });
  const clients = connections(server.port);
  let count = 0;
  const nextAddress = () => {
    count += 1;
    return `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  };
  return {
    name: limits
      ? 'verification.find with rate limits, each request from a new address'
      : 'verification.find over HTTP',
    call: async (client) => {
      const input = encodeURIComponent(
        JSON.stringify({ 0: { number: formatMembershipNumber(nextNumber()) } }),
      );
      const headers: Record<string, string> = limits ? { 'x-forwarded-for': nextAddress() } : {};
      const response = await clients[client]?.get(`/trpc/verification.find?batch=1&input=${input}`, headers);
      if (response?.status !== 200 || !response.body.includes('"state":"active"')) {
        throw new Error(`A lookup returned ${response?.status}: ${response?.body}`);
      }
    },
    close: async () => {
      for (const client of clients) client.close();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface CandidateResult {
  candidate: Candidate;
  clients: number;
  rounds: Throughput[];
  /** Per round, the bare pool's throughput divided by this candidate's. */
  ratios: number[];
}

/** Interleaves the candidates in each round, so that other load on the machine affects all of them. */
async function compareCandidates(candidates: Candidate[]): Promise<CandidateResult[]> {
  const measured = CLIENTS.flatMap((clients) =>
    candidates.map((candidate): CandidateResult => ({ candidate, clients, rounds: [], ratios: [] })),
  );
  for (const { call } of candidates) await measure(MAX_CLIENTS, WARM_UP_SECONDS, call);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const entry of measured) {
      const throughput = await measure(entry.clients, SECONDS, entry.candidate.call);
      entry.rounds.push(throughput);
      const barePoolRound = measured.find((otherResult) => otherResult.clients === entry.clients)?.rounds[
        round
      ];
      entry.ratios.push((barePoolRound ?? throughput).perSecond / throughput.perSecond);
    }
  }
  return measured;
}

function report(measured: CandidateResult[], plan: string): Report {
  const row = ({ candidate, clients, rounds, ratios }: CandidateResult) => [
    candidate.name,
    String(clients),
    formatFigure(median(rounds.map(({ perSecond }) => perSecond))),
    `1/${formatFigure(median(ratios))}`,
    formatFigure(median(rounds.map(({ p50 }) => p50))),
    formatFigure(median(rounds.map(({ p99 }) => p99))),
  ];
  return {
    title: `Verification: lookups among ${MEMBERSHIPS.toLocaleString('en-US')} memberships`,
    tables: [
      {
        columns: ['candidate', 'clients', 'per second', 'relative to bare pool', 'median ms', 'p99 ms'],
        rows: measured.map(row),
      },
    ],
    notes: [
      `Medians of ${ROUNDS} interleaved rounds of ${SECONDS} s; the ratio is taken within each round.`,
      `The client, server and database share the machine, so over HTTP the client and the server compete for the same cores.`,
      `The plan of the SELECT:\n\n${plan.replace(/^/gm, '      ')}`,
    ],
  };
}

async function run(): Promise<Report> {
  return withDatabase(async ({ url }) => {
    const numbers = await fillMemberships(url, MEMBERSHIPS);
    const nextNumber = () => numbers[Math.floor(Math.random() * numbers.length)] ?? '';
    const text = await captureSelect(url, nextNumber());
    const plan = await explainPlan(url, text, nextNumber());
    const candidates: Candidate[] = [];
    try {
      candidates.push(createBarePool(url, text, nextNumber));
      candidates.push(await createBareHttp(url, text, nextNumber));
      candidates.push(await createProcedureCandidate(url, false, nextNumber));
      candidates.push(await createProcedureCandidate(url, true, nextNumber));
      return report(await compareCandidates(candidates), plan);
    } finally {
      for (const candidate of candidates) await candidate.close();
    }
  });
}

export const verificationBench: Bench = { name: 'verification', run };
