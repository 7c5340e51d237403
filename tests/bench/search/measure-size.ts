import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withDatabase } from '../support/database.ts';
import type { Throughput } from '../support/load.ts';
import { type BenchServer, startBenchServer } from '../support/server-process.ts';
import { createBox } from './bounding-box.ts';
import type { Candidate } from './candidate.ts';
import { RARE_WORD, type SearchCase, type SearchInput, searchCases } from './cases.ts';
import { fillStores } from './fill-stores.ts';
import { type CaseTimes, loadMix, type MixTimes, timeCase, timeMix } from './measure.ts';
import { createSearchMix } from './mix.ts';
import { gateway, procedure } from './over-http.ts';
import { describePlans } from './plans.ts';
import { createPrototype } from './prototype.ts';
import { createSqlReplay, type Recording, recordSearches, selectOne } from './recording.ts';

/** Applied if the benchmark starts its own PostgreSQL. Production servers have at least as much memory. */
export const SETTINGS = { shared_buffers: '2GB', work_mem: '16MB', max_parallel_workers_per_gather: '0' };
const MIX_SEARCHES = 1_000;
const SINGLE_CLIENT_SEARCHES = 200;

export interface SizeResult {
  stores: number;
  cases: SearchCase[];
  timed: Map<string, CaseTimes>;
  /** The mix's times with one client, by candidate name. */
  singleClient: Map<string, MixTimes>;
  /** The mix's throughput with 16 clients, by candidate name. */
  concurrent: Map<string, Throughput[]>;
  plans: string;
  seconds: { loading: number; all: number };
}

const secondsSince = (since: number) => (performance.now() - since) / 1000;

async function withServer<T>(url: string, recordsCosts: boolean, work: (server: BenchServer) => Promise<T>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({
    databaseUrl: url,
    dataDir,
    limits: false,
    sandbox: false,
    watch: recordsCosts,
  });
  try {
    return await work(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Returns the statement that reads the rows of a page, which is the last one of a search. */
function findDetailsStatement(recording: Recording): string {
  const [first] = recording.values();
  return first?.statements.at(-1)?.text ?? '';
}

interface PreparedData {
  url: string;
  cases: SearchCase[];
  mix: SearchInput[];
  total: number;
  recording: Recording;
}

async function prepareData(url: string): Promise<PreparedData> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rareWord = await client.query<{ word: string }>(RARE_WORD);
    const cases = searchCases(rareWord.rows[0]?.word ?? '');
    const mix = await createSearchMix(client, MIX_SEARCHES);
    const { rows } = await client.query<{ total: string }>(
      'select count(*) as total from stores where is_listed',
    );
    const searches = [...cases.map(({ search }) => search), ...mix];
    const recording = await withServer(url, true, (server) => recordSearches(server, searches));
    return { url, cases, mix, total: Number(rows[0]?.total), recording };
  } finally {
    await client.end();
  }
}

/** Runs all measurements for one number of stores, in its own database. */
export async function measureSize(stores: number, log: (text: string) => void): Promise<SizeResult> {
  const startedAt = performance.now();
  return withDatabase(async ({ url }) => {
    await fillStores(url, stores);
    const loading = secondsSince(startedAt);
    log(`${stores} stores: loaded in ${loading.toFixed(0)} s`);
    const prepared = await prepareData(url);
    log(`recorded ${prepared.recording.size} searches`);
    const measured = await withServer(url, false, ({ port }) => compareCandidates(prepared, port, log));
    const plans = await describePlans(url, prepared.cases, prepared.recording);
    return {
      stores,
      cases: prepared.cases,
      ...measured,
      plans,
      seconds: { loading, all: secondsSince(startedAt) },
    };
  }, SETTINGS);
}

async function compareCandidates(
  { url, cases, mix, total, recording }: PreparedData,
  port: number,
  log: (text: string) => void,
) {
  const detailsStatement = findDetailsStatement(recording);
  const candidates: Candidate[] = [];
  try {
    candidates.push(procedure(port), gateway(port), createSqlReplay(url, recording), selectOne(url));
    candidates.push(
      await createBox(url, detailsStatement),
      await createPrototype(url, detailsStatement, total),
    );
    const [first, second, third, , , last] = candidates;
    if (!first || !second || !third || !last) throw new Error('A candidate is missing');
    const timed = new Map<string, CaseTimes>();
    for (const searchCase of cases) {
      timed.set(searchCase.name, await timeCase(searchCase, candidates));
      log(
        `${searchCase.name}: ${[...(timed.get(searchCase.name)?.rounds ?? [])].map(([, t]) => t[3]?.toFixed(2)).join(' ')}`,
      );
    }
    const mixCandidates = [first, second, third, last];
    const singleClient = await timeMix(mix.slice(0, SINGLE_CLIENT_SEARCHES), mixCandidates);
    const concurrent = await loadMix(mix, mixCandidates);
    return { timed, singleClient, concurrent };
  } finally {
    for (const candidate of candidates) await candidate.close();
  }
}
