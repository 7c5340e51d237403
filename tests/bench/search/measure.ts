import { median, percentile } from '../support/figures.ts';
import { measure, type Throughput } from '../support/load.ts';
import type { SearchCase, SearchInput } from './cases.ts';
import { MOST_CLIENTS, type Way } from './way.ts';

const ROUNDS = 7;
/** A statement is planned anew five times before a plan is kept. */
const WARM_UP_CALLS = 8;
const CALLS_A_ROUND = 8;
const ROUND_MS = 40;

export interface Timed {
  count: number;
  /** The medians of the rounds, by way; undefined where a way cannot answer. */
  rounds: Map<string, number[]>;
}

async function timeOf(way: Way, search: SearchInput): Promise<number> {
  const took: number[] = [];
  const began = performance.now();
  while (took.length < CALLS_A_ROUND && performance.now() - began < ROUND_MS) {
    const before = performance.now();
    await way.find(search, 0);
    took.push(performance.now() - before);
  }
  return median(took);
}

/** One client, every way in every round, so that what others do on the machine meets all of them. */
export async function timeCase({ name, search }: SearchCase, ways: readonly Way[]): Promise<Timed> {
  const counts = new Map<Way, number | undefined>();
  for (const way of ways) {
    for (let call = 0; call < WARM_UP_CALLS; call++) counts.set(way, await way.find(search, 0));
  }
  const able = ways.filter((way) => counts.get(way) !== undefined || way.name === 'select 1');
  const [count = 0] = counts.values();
  for (const [way, found = count] of counts) {
    // A name with its signs is what the other designs read: some stores more or less.
    const allowed = search.name ? count / 50 + 2 : 0;
    if (Math.abs(found - count) > allowed && found > 0) {
      throw new Error(`${name}: ${way.name} found ${found} stores, the procedure ${count}`);
    }
  }
  const rounds = new Map(able.map((way): [string, number[]] => [way.name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const way of able) rounds.get(way.name)?.push(await timeOf(way, search));
  }
  return { count, rounds };
}

export interface MixTimes {
  /** One client: the medians and 99th percentiles of the mix's searches. */
  p50: number;
  p99: number;
}

/** Each search of the mix once, with one client, every way at each search. */
export async function timeMix(
  searches: readonly SearchInput[],
  ways: readonly Way[],
): Promise<Map<string, MixTimes>> {
  const took = new Map(ways.map((way): [string, number[]] => [way.name, []]));
  for (const search of searches) {
    for (const way of ways) {
      const before = performance.now();
      await way.find(search, 0);
      took.get(way.name)?.push(performance.now() - before);
    }
  }
  return new Map(
    [...took].map(([name, all]) => [name, { p50: percentile(all, 50), p99: percentile(all, 99) }]),
  );
}

const MIX_ROUNDS = 3;
const MIX_SECONDS = 4;
const MIX_WARM_UP_SECONDS = 3;

/** 16 clients, each with the next search of the mix as soon as its last one was answered. */
export async function loadMix(
  searches: readonly SearchInput[],
  ways: readonly Way[],
): Promise<Map<string, Throughput[]>> {
  const calls = ways.map((way) => {
    let next = 0;
    return {
      name: way.name,
      call: (client: number) => way.find(searches[next++ % searches.length] ?? {}, client),
    };
  });
  for (const { call } of calls) await measure(MOST_CLIENTS, MIX_WARM_UP_SECONDS, call);
  const rounds = new Map(ways.map((way): [string, Throughput[]] => [way.name, []]));
  for (let round = 0; round < MIX_ROUNDS; round++) {
    for (const { name, call } of calls) {
      rounds.get(name)?.push(await measure(MOST_CLIENTS, MIX_SECONDS, call));
    }
  }
  return rounds;
}
