import { seededRandom } from '#tests/helpers/crash/random.ts';

/** How calls are distributed to processes, and which counters the processes write. */
export interface LimiterPlan {
  name: string;
  /** True if the proxy sends all calls of an address to the same process. */
  hasAffinity: boolean;
  flushMs: number;
  /** Counters below this many calls in a minute are not written. */
  minShared: number;
}

export interface LimiterLoad {
  addresses: number;
  processes: number;
  callsPerSecond: number;
}

/** Each call counts against two limits of its address: the call's own and the general one. */
const LIMITS_PER_CALL = 2;
const WINDOW_MS = 60_000;

/**
 * Simulates a minute that begins without counters. Returns how many counters all processes write per second
 * on average, and how many rows exist at the end.
 */
export function simulateLimiter(
  plan: LimiterPlan,
  load: LimiterLoad,
): { writtenPerSecond: number; rowsPerMinute: number } {
  const { addresses, processes, callsPerSecond } = load;
  const { flushMs, hasAffinity, minShared } = plan;
  const random = seededRandom(1);
  const callsPerFlush = Math.round((callsPerSecond * flushMs) / 1000);
  const counts = new Uint16Array(addresses);
  const hasRow = new Uint8Array(addresses * processes);
  let writtenCount = 0;
  let rowCount = 0;
  for (let elapsedMs = 0; elapsedMs < WINDOW_MS; elapsedMs += flushMs) {
    const changedCounters = new Set<number>();
    for (let call = 0; call < callsPerFlush; call += 1) {
      const address = Math.floor(random() * addresses);
      const process = hasAffinity ? address % processes : Math.floor(random() * processes);
      const count = (counts[address] ?? 0) + 1;
      counts[address] = count;
      if (count < minShared) continue;
      const counter = address * processes + process;
      changedCounters.add(counter);
      if (hasRow[counter]) continue;
      hasRow[counter] = 1;
      rowCount += LIMITS_PER_CALL;
    }
    writtenCount += changedCounters.size * LIMITS_PER_CALL;
  }
  return { writtenPerSecond: (writtenCount * 1000) / WINDOW_MS, rowsPerMinute: rowCount };
}

export interface WaitingLoad {
  callsPerSecond: number;
  serviceMs: number;
  cores: number;
  /**
   * True if a call takes any free core, as in a database. False if a proxy chooses the core, as for a
   * single-threaded process.
   */
  isShared: boolean;
}

/**
 * Simulates calls with random arrivals and durations. Returns how many milliseconds they wait for a core, and
 * `busy`, the fraction of the cores' time in use.
 */
export function simulateWaiting(
  { callsPerSecond, serviceMs, cores, isShared }: WaitingLoad,
  calls = 500_000,
): { p50: number; p99: number; busy: number } {
  const random = seededRandom(2);
  const draw = (mean: number) => -mean * Math.log(1 - random());
  const freeAt = new Float64Array(cores);
  const waitsMs = new Float64Array(calls);
  let now = 0;
  for (let call = 0; call < calls; call += 1) {
    now += draw(1000 / callsPerSecond);
    let first = isShared ? 0 : Math.floor(random() * cores);
    for (let core = isShared ? 1 : cores; core < cores; core += 1)
      if ((freeAt[core] ?? 0) < (freeAt[first] ?? 0)) first = core;
    const start = Math.max(now, freeAt[first] ?? 0);
    waitsMs[call] = start - now;
    freeAt[first] = start + draw(serviceMs);
  }
  waitsMs.sort();
  const at = (share: number) => waitsMs[Math.floor(calls * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99), busy: (callsPerSecond * serviceMs) / 1000 / cores };
}
