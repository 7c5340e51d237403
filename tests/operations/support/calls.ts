import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#tests/bench/support/http-client.ts';
import { createVisitors } from '#tests/bench/support/product-server.ts';
import { verificationPath } from '#tests/bench/verification.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';

interface Call {
  name: string;
  send(client: HttpClient, headers: Record<string, string>): ReturnType<HttpClient['get']>;
  /** Text that a correct response contains. */
  expected: string;
}

const search = encodeURIComponent(JSON.stringify({ zip: '80202', distance: 60, skip: 0, limit: 20 }));

/** Returns ten calls, one of which is a purchase. */
const listCalls = (number: string): Call[] => [
  {
    name: 'purchase',
    send: (client, headers) => client.post('/trpc/checkout.buyCard', makeCardPurchase(), headers),
    expected: '"paid"',
  },
  ...[1, 2, 3].flatMap((): Call[] => [
    {
      name: 'verification',
      send: (client, headers) => client.get(verificationPath(number), headers),
      expected: '"state":"active"',
    },
    {
      name: 'search',
      send: (client, headers) => client.get(`/trpc/savings.search?input=${search}`, headers),
      expected: '"count":',
    },
    {
      name: 'catalog',
      send: (client, headers) => client.get('/trpc/catalog.plans', headers),
      expected: '"Individual"',
    },
  ]),
];

export interface Tally {
  /** How many calls had a correct response, by name. */
  succeeded: Record<string, number>;
  failures: string[];
  slowestMs: number;
}

/**
 * Sends calls to the ports in turn, each from `clients` connections, and counts the correct responses.
 * `number` must belong to an active membership.
 */
export async function sendCalls(
  ports: readonly number[],
  {
    count,
    clients,
    number,
    pauseMs = 0,
  }: { count: number; clients: number; number: string; pauseMs?: number },
): Promise<Tally> {
  const tally: Tally = { succeeded: {}, failures: [], slowestMs: 0 };
  const calls = listCalls(number);
  const headers = createVisitors();
  let started = 0;
  const run = async (port: number) => {
    const client = new HttpClient(port);
    while (started < count) {
      const call = calls[started % calls.length];
      started += 1;
      if (!call) continue;
      const startedAt = performance.now();
      const problem = await attempt(call, client, headers());
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt);
      if (problem) tally.failures.push(`${call.name} on port ${port}: ${problem}`);
      else tally.succeeded[call.name] = (tally.succeeded[call.name] ?? 0) + 1;
      await sleep(pauseMs);
    }
    client.close();
  };
  await Promise.all(ports.flatMap((port) => Array.from({ length: clients }, () => run(port))));
  return tally;
}

/** Returns what was wrong with the response, or null. */
async function attempt(
  call: Call,
  client: HttpClient,
  headers: Record<string, string>,
): Promise<string | null> {
  try {
    const { status, body } = await call.send(client, headers);
    return status === 200 && body.includes(call.expected) ? null : `${status} ${body.slice(0, 300)}`;
  } catch (error) {
    return String(error);
  }
}

export function countSucceeded({ succeeded }: Tally): number {
  return Object.values(succeeded).reduce((sum, count) => sum + count, 0);
}
