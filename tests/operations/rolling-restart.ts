import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import type { Db } from '#db/client.ts';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import { buildSearchPath } from '#tests/bench/search/over-http.ts';
import { withDatabase } from '#tests/bench/support/database.ts';
import { HttpClient, type HttpResponse } from '#tests/bench/support/http-client.ts';
import { fillMemberships } from '#tests/bench/support/memberships.ts';
import { createVisitors } from '#tests/bench/support/product-server.ts';
import { markdownTable } from '#tests/bench/support/table.ts';
import { verificationPath } from '#tests/bench/verification.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { launchProduct, type ProductProcess, type Settings } from '#tests/helpers/product.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { PRODUCTION_WITH_STANDINS, STRIPE } from '#tests/helpers/settings.ts';
import { startWebProxy } from './support/web-proxy.ts';

// Restarts three processes, in production mode with stand-ins, one after the other, while clients buy, verify,
// search, and read pages. HAProxy in front of the processes never sends a request twice. Usage:
//   node tests/operations/rolling-restart.ts [--requests 2000] [--drain 10]
// Needs HAProxy (Debian: apt-get install haproxy). Exits with 1 if a request failed or a purchase was lost.

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '2000' }, drain: { type: 'string' } },
});
const minRequests = Number(values.requests);
const PROCESSES = 3;
const CLIENTS = 4;
const PAUSE_MS = 70;
const MAX_SHOWN_FAILURES = 10;
const run = promisify(execFile);

interface CallKind {
  name: string;
  send(client: HttpClient, headers: Record<string, string>): Promise<HttpResponse>;
  expected: string;
}

interface Call {
  kind: string;
  ms: number;
  /** Undefined if the response was correct. */
  failure: string | undefined;
}

function listCallKinds(numbers: readonly string[]): CallKind[] {
  const nextNumber = () => numbers[Math.floor(Math.random() * numbers.length)] ?? '';
  const verify: CallKind = {
    name: 'verify a card',
    send: (client, headers) => client.get(verificationPath(nextNumber()), headers),
    expected: '"state":"active"',
  };
  const page: CallKind = {
    name: 'read a page',
    send: (client, headers) => client.get('/pricing', headers),
    expected: '</html>',
  };
  const search: CallKind = {
    name: 'search',
    send: (client, headers) => client.get(buildSearchPath({ skip: 0, limit: 20 }), headers),
    expected: '"count"',
  };
  const graphql: CallKind = {
    name: 'GraphQL',
    send: (client, headers) => client.post('/graphql', { query: '{ __typename }' }, headers),
    expected: '"__typename"',
  };
  const buy: CallKind = {
    name: 'buy a card',
    send: (client, headers) => client.post('/trpc/checkout.buyCard', makeCardPurchase(), headers),
    expected: '"paid"',
  };
  return [verify, page, search, verify, graphql, verify, page, buy, search, verify];
}

async function call(kind: CallKind, client: HttpClient, headers: Record<string, string>): Promise<Call> {
  const startedAt = performance.now();
  const failure = await kind.send(client, headers).then(
    ({ status, body }) =>
      status === 200 && body.includes(kind.expected) ? undefined : `${status} ${body.slice(0, 200)}`,
    (error: unknown) => String(error),
  );
  return { kind: kind.name, ms: performance.now() - startedAt, failure };
}

/** Sends requests until `stop` is called. */
function startLoad(port: number, kinds: readonly CallKind[]) {
  const calls: Call[] = [];
  const headers = createVisitors();
  let isStopped = false;
  const loops = Array.from({ length: CLIENTS }, async () => {
    const client = new HttpClient(port);
    while (!isStopped) {
      const kind = kinds[Math.floor(Math.random() * kinds.length)];
      if (kind) calls.push(await call(kind, client, headers()));
      await sleep(PAUSE_MS);
    }
    client.close();
  });
  return {
    calls,
    stop: async () => {
      isStopped = true;
      await Promise.all(loops);
    },
  };
}

interface Restart {
  name: string;
  stopSeconds: number;
  startSeconds: number;
  calls: readonly Call[];
}

const formatSeconds = (ms: number) => (ms / 1000).toFixed(1);

function formatCalls(calls: readonly Call[]): string[] {
  const slowest = Math.max(0, ...calls.map(({ ms }) => ms));
  const failedCount = calls.filter(({ failure }) => failure !== undefined).length;
  return [String(calls.length), String(failedCount), slowest.toFixed(0)];
}

async function countMemberships(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

await withDatabase(async ({ url, client: { db }, description }) => {
  await run(process.execPath, ['web/build.ts']);
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-restart-'));
  const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  const proxy = await startWebProxy(await freePort(), ports);
  const sandbox = await startSandbox({
    dataDir: folder,
    webhook: {
      url: `${proxy.url}/api/stripe/webhook`,
      secret: STRIPE.STRIPE_WEBHOOK_SECRET,
      events: [...HANDLED_EVENTS],
    },
  });
  const settings: Settings = {
    ...PRODUCTION_WITH_STANDINS,
    STRIPE_SECRET_KEY: undefined,
    STRIPE_PUBLISHABLE_KEY: undefined,
    REHEARSAL: '1',
    STRIPE_SANDBOX_URL: sandbox.url,
    DATABASE_URL: url,
    FILES_DIR: join(folder, 'files'),
    PUBLIC_URL: proxy.url,
    DEMO: '0',
    TRUST_PROXY: '1',
    DRAIN_SECONDS: values.drain,
  };
  const launch = (port: number) =>
    launchProduct({ ...settings, PORT: String(port), DATA_DIR: join(folder, `p${port}`) });
  const products = new Map<number, ProductProcess>();
  try {
    for (const port of ports) {
      const product = await launch(port);
      products.set(port, product);
      await product.ready();
      await proxy.whenUp(port);
    }
    const seededNumbers = await fillMemberships(url, 1_000);
    const load = startLoad(proxy.port, listCallKinds(seededNumbers));
    const restarts: Restart[] = [];
    for (const [index, port] of ports.entries()) {
      const firstCall = load.calls.length;
      const stoppedAt = performance.now();
      const exit = await products.get(port)?.stop();
      if (exit?.code !== 0) throw new Error(`A process ended with ${exit?.signal ?? exit?.code}`);
      const startedAt = performance.now();
      const product = await launch(port);
      products.set(port, product);
      await product.ready();
      await proxy.whenUp(port);
      restarts.push({
        name: `process ${index + 1}`,
        stopSeconds: startedAt - stoppedAt,
        startSeconds: performance.now() - startedAt,
        calls: load.calls.slice(firstCall),
      });
    }
    while (load.calls.length < minRequests) await sleep(100);
    await load.stop();

    const { calls } = load;
    const paidCount = calls.filter(
      ({ kind, failure }) => kind === 'buy a card' && failure === undefined,
    ).length;
    const boughtCount = (await countMemberships(db)) - seededNumbers.length;
    const kinds = [...new Set(calls.map(({ kind }) => kind))].sort();
    console.log(`Rolling restart of ${PROCESSES} processes behind HAProxy without retries, ${description}\n`);
    console.log(
      markdownTable({
        columns: [
          'restart',
          'drained and stopped, s',
          'back in the proxy, s',
          'requests',
          'failed',
          'slowest, ms',
        ],
        rows: [
          ...restarts.map(({ name, stopSeconds, startSeconds, calls: during }) => [
            name,
            formatSeconds(stopSeconds),
            formatSeconds(startSeconds),
            ...formatCalls(during),
          ]),
          ['all requests', '', '', ...formatCalls(calls)],
        ],
      }),
    );
    console.log(
      `\n${markdownTable({
        columns: ['request', 'requests', 'failed', 'slowest, ms'],
        rows: kinds.map((name) => [name, ...formatCalls(calls.filter(({ kind }) => kind === name))]),
      })}`,
    );
    console.log(`\n${paidCount} purchases answered as paid, ${boughtCount} memberships`);
    const failures = calls.flatMap(({ kind, failure }) => (failure ? [`${kind}: ${failure}`] : []));
    for (const failure of failures.slice(0, MAX_SHOWN_FAILURES)) console.log(failure);
    if (failures.length > 0 || boughtCount !== paidCount) process.exitCode = 1;
  } finally {
    for (const product of products.values()) await product.stop();
    await sandbox.close();
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
