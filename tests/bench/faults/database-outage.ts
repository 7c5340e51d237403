import { setTimeout as sleep } from 'node:timers/promises';
import type { Buyer } from './buyers.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import type { Fleet } from './fleet.ts';

export interface DatabaseOutage {
  counts: Record<string, number>;
  wrongAnswers: string[];
}

interface OutageOptions {
  database: DatabaseProxy;
  fleet: Fleet;
  seconds: number;
  /** Sends new buyers until `isOver` returns true, and returns them. */
  shopUntil: (isOver: () => boolean) => Promise<Buyer[]>;
}

const WARM_UP_MS = 3_000;
const MAX_RECOVERY_SECONDS = 30;

/**
 * Makes the database unreachable under load. Every server error must be a 503 (GraphQL returns errors with
 * 200), every request must get a response, and the same processes must recover by themselves.
 */
export async function loseDatabase(options: OutageOptions): Promise<DatabaseOutage> {
  const { database, fleet, seconds, shopUntil } = options;
  const ports = fleet.ports();
  const generations = ports.map((port) => fleet.generationOf(port));
  let isOver = false;
  const shopping = shopUntil(() => isOver);
  await sleep(WARM_UP_MS);
  await database.close();
  await sleep(seconds * 1000);
  await database.open();
  const restoredAt = performance.now();
  const notReady = await waitUntilReady(ports);
  const recoverySeconds = (performance.now() - restoredAt) / 1000;
  isOver = true;
  const buyers = await shopping;
  const statuses = Object.groupBy(
    buyers.flatMap(({ client }) => client.statuses),
    String,
  );
  const restarts = ports.filter((port, index) => fleet.generationOf(port) !== generations[index]);
  return {
    counts: {
      buyers: buyers.length,
      ...Object.fromEntries(
        Object.entries(statuses).map(([status, list]) => [`status ${status}`, list?.length ?? 0]),
      ),
      'seconds without the database': seconds,
      'seconds until both servers were ready again': recoverySeconds,
    },
    wrongAnswers: [
      ...buyers.flatMap(({ email, client }) =>
        client.statuses
          .filter((status) => status === 0 || (status >= 500 && status !== 503))
          .map((status) => `${email}: ${status}`),
      ),
      ...restarts.map((port) => `the server on port ${port} ended`),
      ...notReady.map((port) => `the server on port ${port} is not ready after ${MAX_RECOVERY_SECONDS} s`),
    ],
  };
}

/** Waits until the servers are ready again, and returns the ports of those that took too long. */
async function waitUntilReady(ports: readonly number[]): Promise<number[]> {
  const notReady = new Set(ports);
  for (let second = 0; second < MAX_RECOVERY_SECONDS && notReady.size > 0; second += 1) {
    for (const port of notReady) {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      if (response?.ok) notReady.delete(port);
    }
    if (notReady.size > 0) await sleep(1_000);
  }
  return [...notReady];
}
