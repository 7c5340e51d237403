import { percentile } from './figures.ts';

export interface Throughput {
  calls: number;
  perSecond: number;
  /** Median and 99th percentile latency, in milliseconds. */
  p50: number;
  p99: number;
}

/** Makes one request as the client with this number. */
export type ClientCall = (client: number) => Promise<unknown>;

/**
 * Runs concurrent clients that each repeat the call for a number of seconds. A failed call ends the
 * benchmark.
 */
export async function measure(clients: number, seconds: number, call: ClientCall): Promise<Throughput> {
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  const durations: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let startedAt = performance.now(); startedAt < endsAt; ) {
        await call(client);
        const now = performance.now();
        durations.push(now - startedAt);
        startedAt = now;
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return {
    calls: durations.length,
    perSecond: durations.length / elapsedSeconds,
    p50: percentile(durations, 50),
    p99: percentile(durations, 99),
  };
}
