import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { WireCall } from '../largest-input/enlarge-call.ts';

/** Options of this worker, which sends each call repeatedly and pauses only when a rate limit requires it. */
export interface FloodOptions {
  address: string;
  calls: Array<{ entryPoint: string; request: WireCall }>;
  seconds: number;
}

export interface FloodSummary {
  /** Counts requests that no rate limit refused, by entry point. */
  answered: Record<string, number>;
  sent: number;
  limited: number;
  failed: number;
}

const { address, calls, seconds }: FloodOptions = workerData;
const end = Date.now() + seconds * 1000;
const summary: FloodSummary = { answered: {}, sent: 0, limited: 0, failed: 0 };

async function repeat(entryPoint: string, { url, method, headers, body }: WireCall): Promise<void> {
  while (Date.now() < end) {
    const response = await fetch(address + url, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    await response.arrayBuffer();
    summary.sent += 1;
    if (response.status >= 500) summary.failed += 1;
    if (response.status !== 429) {
      summary.answered[entryPoint] = (summary.answered[entryPoint] ?? 0) + 1;
      continue;
    }
    summary.limited += 1;
    const pauseMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
    await sleep(Math.min(pauseMs, Math.max(0, end - Date.now())));
  }
}

await Promise.all(calls.map(({ entryPoint, request }) => repeat(entryPoint, request)));
parentPort?.postMessage(summary);
