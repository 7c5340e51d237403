import { median, percentile } from '../support/figures.ts';
import { measure, type Throughput } from '../support/load.ts';
import { MAX_CLIENTS } from '../support/product-server.ts';
import type { Candidate } from './candidate.ts';
import type { SearchCase, SearchInput } from './cases.ts';

const ROUNDS = 7;
/** More than the five executions for which PostgreSQL plans a statement before it may cache the plan. */
const WARM_UP_CALLS = 8;
const CALLS_PER_ROUND = 8;
const ROUND_MS = 40;

export interface CaseTimes {
  count: number;
  /** The median of each round, by candidate name. Candidates that don't support the search are missing. */
  rounds: Map<string, number[]>;
}

/** Returns the median duration of a call in milliseconds. */
async function measureSearch(candidate: Candidate, search: SearchInput): Promise<number> {
  const durations: number[] = [];
  const roundStartedAt = performance.now();
  while (durations.length < CALLS_PER_ROUND && performance.now() - roundStartedAt < ROUND_MS) {
    const startedAt = performance.now();
    await candidate.find(search, 0);
    durations.push(performance.now() - startedAt);
  }
  return median(durations);
}

/** Uses one client and interleaves the candidates, so that other load on the machine affects all of them. */
export async function timeCase(
  { name, search }: SearchCase,
  candidates: readonly Candidate[],
): Promise<CaseTimes> {
  const counts = new Map<Candidate, number | undefined>();
  for (const candidate of candidates) {
    for (let call = 0; call < WARM_UP_CALLS; call++) counts.set(candidate, await candidate.find(search, 0));
  }
  const supported = candidates.filter(
    (candidate) => counts.get(candidate) !== undefined || candidate.name === 'select 1',
  );
  const [count = 0] = counts.values();
  for (const [candidate, otherCount = count] of counts) {
    // The other designs treat punctuation in names differently, so their counts may differ slightly.
    const tolerance = search.name ? count / 50 + 2 : 0;
    if (Math.abs(otherCount - count) > tolerance && otherCount > 0) {
      throw new Error(
        `${name}: ${candidate.name} found ${otherCount} stores, but the procedure found ${count}`,
      );
    }
  }
  const rounds = new Map(supported.map((candidate): [string, number[]] => [candidate.name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const candidate of supported)
      rounds.get(candidate.name)?.push(await measureSearch(candidate, search));
  }
  return { count, rounds };
}

export interface MixTimes {
  /** Median and 99th percentile latency in milliseconds, with one client. */
  p50: number;
  p99: number;
}

/** Runs each search of the mix once per candidate, with one client. */
export async function timeMix(
  searches: readonly SearchInput[],
  candidates: readonly Candidate[],
): Promise<Map<string, MixTimes>> {
  const durations = new Map(candidates.map((candidate): [string, number[]] => [candidate.name, []]));
  for (const search of searches) {
    for (const candidate of candidates) {
      const startedAt = performance.now();
      await candidate.find(search, 0);
      durations.get(candidate.name)?.push(performance.now() - startedAt);
    }
  }
  return new Map(
    [...durations].map(([name, all]) => [name, { p50: percentile(all, 50), p99: percentile(all, 99) }]),
  );
}

const MIX_ROUNDS = 3;
const MIX_SECONDS = 4;
const MIX_WARM_UP_SECONDS = 3;

/** Runs the mix with 16 concurrent clients. */
export async function loadMix(
  searches: readonly SearchInput[],
  candidates: readonly Candidate[],
): Promise<Map<string, Throughput[]>> {
  const calls = candidates.map((candidate) => {
    let nextSearch = 0;
    return {
      name: candidate.name,
      call: (client: number) => candidate.find(searches[nextSearch++ % searches.length] ?? {}, client),
    };
  });
  for (const { call } of calls) await measure(MAX_CLIENTS, MIX_WARM_UP_SECONDS, call);
  const rounds = new Map(candidates.map((candidate): [string, Throughput[]] => [candidate.name, []]));
  for (let round = 0; round < MIX_ROUNDS; round++) {
    for (const { name, call } of calls) {
      rounds.get(name)?.push(await measure(MAX_CLIENTS, MIX_SECONDS, call));
    }
  }
  return rounds;
}
