import pg from 'pg';
import { withDatabase } from '../support/database.ts';
import type { Throughput } from '../support/load.ts';
import { startMeasuredProduct } from '../support/product-server.ts';
import { withRecordingServer } from '../support/recorded.ts';
import type { Candidate } from './candidate.ts';
import { RARE_WORD, type SearchCase, type SearchInput, searchCases } from './cases.ts';
import { fillStores } from './fill-stores.ts';
import { type CaseTimes, loadMix, type MixTimes, timeCase, timeMix } from './measure.ts';
import { createSearchMix } from './mix.ts';
import { createGatewayCandidate, createProcedureCandidate } from './over-http.ts';
import { describePlans } from './plans.ts';
import { createSqlReplay, type Recording, recordSearches, selectOne } from './recording.ts';
import { measureRenames } from './renames.ts';
import { SETTINGS } from './settings.ts';
import { createBox, createPostgis } from './simple-designs.ts';

const MIX_SEARCHES = 1_000;
const SINGLE_CLIENT_SEARCHES = 500;

export interface SizeResult {
  stores: number;
  cases: SearchCase[];
  timed: Map<string, CaseTimes>;
  /** The times of a mix of searches with one client, by candidate name. */
  singleClient: Map<string, MixTimes>;
  /** The mix's throughput with 16 clients, by candidate name. */
  concurrent: Map<string, Throughput[]>;
  plans: string;
  /** How many milliseconds each rename of a business took. */
  renames: number[];
  seconds: { loading: number; all: number };
}

const secondsSince = (since: number) => (performance.now() - since) / 1000;

/** Returns the statement that reads the rows of a page, which is the last one of a search. */
function findDetailsStatement(recording: Recording): string {
  const [first] = recording.values();
  return first?.statements.at(-1)?.text ?? '';
}

interface PreparedData {
  url: string;
  cases: SearchCase[];
  mix: SearchInput[];
  recording: Recording;
}

async function prepareData(url: string): Promise<PreparedData> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const rareWord = await client.query<{ word: string }>(RARE_WORD);
    const cases = searchCases(rareWord.rows[0]?.word ?? '');
    const mix = await createSearchMix(client, MIX_SEARCHES);
    const searches = [...cases.map(({ search }) => search), ...mix];
    const recording = await withRecordingServer(url, (server) => recordSearches(server, searches));
    return { url, cases, mix, recording };
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
    const product = await startMeasuredProduct(url);
    const measured = await compareCandidates(prepared, product.port, log).finally(product.stop);
    const plans = await describePlans(url, prepared.cases, prepared.recording);
    // Measure renames last, because they change the stores.
    const renames = await measureRenames(url);
    return {
      stores,
      cases: prepared.cases,
      ...measured,
      plans,
      renames,
      seconds: { loading, all: secondsSince(startedAt) },
    };
  }, SETTINGS);
}

async function compareCandidates(
  { url, cases, mix, recording }: PreparedData,
  port: number,
  log: (text: string) => void,
) {
  const detailsStatement = findDetailsStatement(recording);
  const candidates: Candidate[] = [];
  try {
    candidates.push(
      createProcedureCandidate(port),
      createGatewayCandidate(port),
      createSqlReplay(url, recording),
      selectOne(url),
    );
    const mixCandidates = candidates.slice(0, 3);
    candidates.push(await createBox(url, detailsStatement));
    const postgis = await createPostgis(url, detailsStatement);
    if (postgis) candidates.push(postgis);
    const timed = new Map<string, CaseTimes>();
    for (const searchCase of cases) {
      timed.set(searchCase.name, await timeCase(searchCase, candidates));
      log(
        `${searchCase.name}: ${[...(timed.get(searchCase.name)?.rounds ?? [])].map(([, t]) => t[3]?.toFixed(2)).join(' ')}`,
      );
    }
    const singleClient = await timeMix(mix.slice(0, SINGLE_CLIENT_SEARCHES), mixCandidates);
    const concurrent = await loadMix(mix, mixCandidates);
    return { timed, singleClient, concurrent };
  } finally {
    for (const candidate of candidates) await candidate.close();
  }
}
