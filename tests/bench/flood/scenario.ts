import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { WireCall } from '../largest-input/enlarge-call.ts';

/** What a scenario's worker gets. */
export interface FloodOptions {
  port: number;
  seconds: number;
  /** The address that the scenario's requests come from. */
  from: string;
  /** The largest input for nearly every entry point, with an account's session. */
  calls: Array<{ entryPoint: string; request: WireCall }>;
  /** The headers of staff who have just used a passkey. */
  staffHeaders: Record<string, string>;
}

export interface FloodSummary {
  sent: number;
  /** Requests that a limit refused. */
  limited: number;
  /** Requests that got a 5xx. */
  failed: number;
  /** Requests that no limit refused, by what they were. */
  answered: Record<string, number>;
}

const options: FloodOptions = workerData;
const end = Date.now() + options.seconds * 1000;
const summary: FloodSummary = { sent: 0, limited: 0, failed: 0, answered: {} };

export const { calls, from, port, staffHeaders } = options;
export const isOver = (): boolean => Date.now() >= end;
export const pause = (ms: number) => sleep(Math.max(0, Math.min(ms, end - Date.now())));

/** Counts a response. Returns true if a limit refused the request. */
export function countResponse(name: string, status: number): boolean {
  summary.sent += 1;
  if (status >= 500) summary.failed += 1;
  if (status === 429) summary.limited += 1;
  else summary.answered[name] = (summary.answered[name] ?? 0) + 1;
  return status === 429;
}

/** Runs these loops at once, and reports what they counted. */
export async function runFlood(loops: Array<Promise<void>>): Promise<void> {
  await Promise.all(loops);
  parentPort?.postMessage(summary);
}
