import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { withDatabase } from '../support/database.ts';
import type { Throughput } from '../support/load.ts';
import { type BenchServer, startBenchServer } from '../support/server-process.ts';
import { box } from './box.ts';
import { RARE_WORD, type SearchCase, type SearchInput, searchCases } from './cases.ts';
import { fillStores } from './fill.ts';
import { loadMix, type MixTimes, type Timed, timeCase, timeMix } from './measure.ts';
import { mixOfSearches } from './mix.ts';
import { gateway, procedure } from './over-http.ts';
import { plansOf } from './plans.ts';
import { bareSql, type Recording, record, selectOne } from './recorded.ts';
import { trial } from './trial.ts';
import type { Way } from './way.ts';

/** Of a server that is started for this; a real one has as much or more. */
export const SETTINGS = { shared_buffers: '2GB', work_mem: '16MB', max_parallel_workers_per_gather: '0' };
const MIX_SEARCHES = 1_000;
const MIX_SEARCHES_OF_ONE = 200;

export interface SizeResult {
  stores: number;
  cases: SearchCase[];
  timed: Map<string, Timed>;
  /** The mix, by way: with one client, and with 16. */
  alone: Map<string, MixTimes>;
  together: Map<string, Throughput[]>;
  plans: string;
  seconds: { loading: number; all: number };
}

const seconds = (since: number) => (performance.now() - since) / 1000;

async function withServer<T>(url: string, watch: boolean, work: (server: BenchServer) => Promise<T>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  const server = await startBenchServer({ databaseUrl: url, dataDir, limits: false, sandbox: false, watch });
  try {
    return await work(server);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What the details of a page are read with: the last statement of a search. */
function detailsOf(recording: Recording): string {
  const [first] = recording.values();
  return first?.statements.at(-1)?.text ?? '';
}

interface Prepared {
  url: string;
  cases: SearchCase[];
  mix: SearchInput[];
  total: number;
  recording: Recording;
}

async function prepare(url: string): Promise<Prepared> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rare = await client.query<{ word: string }>(RARE_WORD);
    const cases = searchCases(rare.rows[0]?.word ?? '');
    const mix = await mixOfSearches(client, MIX_SEARCHES);
    const { rows } = await client.query<{ total: string }>(
      'select count(*) as total from stores where is_listed',
    );
    const searches = [...cases.map(({ search }) => search), ...mix];
    const recording = await withServer(url, true, (server) => record(server, searches));
    return { url, cases, mix, total: Number(rows[0]?.total), recording };
  } finally {
    await client.end();
  }
}

/** Everything about one number of stores, in a database of its own. */
export async function measureSize(stores: number, log: (text: string) => void): Promise<SizeResult> {
  const began = performance.now();
  return withDatabase(async ({ url }) => {
    await fillStores(url, stores);
    const loading = seconds(began);
    log(`${stores} stores: loaded in ${loading.toFixed(0)} s`);
    const prepared = await prepare(url);
    log(`recorded ${prepared.recording.size} searches`);
    const measured = await withServer(url, false, ({ port }) => compare(prepared, port, log));
    const plans = await plansOf(url, prepared.cases, prepared.recording);
    return { stores, cases: prepared.cases, ...measured, plans, seconds: { loading, all: seconds(began) } };
  }, SETTINGS);
}

async function compare(
  { url, cases, mix, total, recording }: Prepared,
  port: number,
  log: (text: string) => void,
) {
  const details = detailsOf(recording);
  const ways: Way[] = [];
  try {
    ways.push(procedure(port), gateway(port), bareSql(url, recording), selectOne(url));
    ways.push(await box(url, details), await trial(url, details, total));
    const [ours, back, bare, , , rival] = ways;
    if (!ours || !back || !bare || !rival) throw new Error('A way is missing');
    const timed = new Map<string, Timed>();
    for (const one of cases) {
      timed.set(one.name, await timeCase(one, ways));
      log(
        `${one.name}: ${[...(timed.get(one.name)?.rounds ?? [])].map(([, t]) => t[3]?.toFixed(2)).join(' ')}`,
      );
    }
    const inMix = [ours, back, bare, rival];
    const alone = await timeMix(mix.slice(0, MIX_SEARCHES_OF_ONE), inMix);
    const together = await loadMix(mix, inMix);
    return { timed, alone, together };
  } finally {
    for (const way of ways) await way.close();
  }
}
