import { percentile } from './figures.ts';

export interface Throughput {
  perSecond: number;
  /** Milliseconds that half of the calls, and 99 of 100, took at most. */
  p50: number;
  p99: number;
}

/** Each client calls again as soon as its last call was answered. */
export type Call = (client: number) => Promise<unknown>;

/** Calls with so many clients at once for a time. A call that fails ends the benchmark. */
export async function measure(clients: number, seconds: number, call: Call): Promise<Throughput> {
  const began = performance.now();
  const until = began + seconds * 1000;
  const took: number[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let before = performance.now(); before < until; ) {
        await call(client);
        const now = performance.now();
        took.push(now - before);
        before = now;
      }
    }),
  );
  const elapsed = (performance.now() - began) / 1000;
  return { perSecond: took.length / elapsed, p50: percentile(took, 50), p99: percentile(took, 99) };
}
