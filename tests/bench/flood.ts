import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createSigner } from '#server/accounts/signed-token.ts';
import { loadConfig } from '#server/config/config.ts';
import { loadSecrets } from '#server/config/secrets.ts';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { spawnSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import type { Call } from '#tests/gateway/access/row.ts';
import { TABLE } from '#tests/gateway/access/table.ts';
import { makeWorld } from '#tests/gateway/access/world.ts';
import { buildTestApp, NO_LIMITS, type TestApp } from '#tests/helpers/app.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import type { FloodOptions, FloodSummary } from './flood/flooder.ts';
import { enlargeCall, toRequest } from './largest-input/enlarge-call.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { describeMachine } from './support/machine.ts';
import { publish } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

// One account at one address sends the largest input to nearly every entry point, concurrently and as fast as
// its rate limits allow, while others browse and buy. Usage:
//   node tests/bench/flood.ts [seconds: 60]
// Fails if a step's 95th percentile for these visitors is more than three times that without the flood, if
// one of their calls fails, or if a call of the flood gets a 5xx.

const MAX_RATIO = 3;
/**
 * Entry points that are not flooded. Logout would end the flood, signed webhooks can't be forged, and the
 * others only serve this machine or a proxy.
 */
const NOT_FLOODED = /logout$|stripe\/webhook$|GET \/(metrics|dev|healthz|readyz)/;
const PAUSE_MS = 100;
const FLOODER_ADDRESS = '203.0.113.7';

const query = (path: string, input: unknown) =>
  `/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`;
const SEARCH = { zip: '80202', distance: 60, skip: 0, limit: 20 };

/** Returns the headers of a visitor. IP addresses repeat after 250 visitors. */
const fromVisitor = (visitor: number) => ({ 'x-forwarded-for': `198.51.100.${visitor % 250}` });

interface Visit {
  client: HttpClient;
  /** The membership to verify. */
  number: string;
  headers: ReturnType<typeof fromVisitor>;
}

/** What each visitor does, in order. */
const STEPS: ReadonlyArray<[string, (visit: Visit) => ReturnType<HttpClient['get']>]> = [
  ['catalog', ({ client, headers }) => client.get('/trpc/catalog.plans', headers)],
  ['search', ({ client, headers }) => client.get(query('savings.search', SEARCH), headers)],
  [
    'verification',
    ({ client, number, headers }) => client.get(query('verification.find', { number }), headers),
  ],
  ['purchase', ({ client, headers }) => client.post('/trpc/checkout.buyCard', makeCardPurchase(), headers)],
];

interface VisitorTimes {
  /** In milliseconds, by step. */
  times: Map<string, number[]>;
  errors: string[];
}

async function visit(port: number, number: string, seconds: number): Promise<VisitorTimes> {
  const client = new HttpClient(port);
  const times = new Map<string, number[]>(STEPS.map(([name]) => [name, []]));
  const errors: string[] = [];
  const end = performance.now() + seconds * 1000;
  for (let visitor = 0; performance.now() < end; visitor += 1) {
    for (const [name, step] of STEPS) {
      const startedAt = performance.now();
      const { status, body } = await step({ client, number, headers: fromVisitor(visitor) });
      times.get(name)?.push(performance.now() - startedAt);
      if (status !== 200) errors.push(`${name}: ${status} ${body.slice(0, 200)}`);
      await sleep(PAUSE_MS);
    }
  }
  client.close();
  return { times, errors };
}

function percentile95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? 0;
}

/** Prepares one call per entry point, as large as its schema permits. */
async function prepareCalls(server: TestApp): Promise<{ calls: FloodOptions['calls']; number: string }> {
  const world = await makeWorld(server);
  const actor = world.actors['0'];
  const { sessionId } = await server.deps.sessions.create(actor.account?.id ?? '');
  const csrfToken = 'c'.repeat(32);
  const identity = {
    cookie: `session=${sessionId}; csrfToken=${csrfToken}`,
    'x-csrf-token': csrfToken,
    'x-forwarded-for': FLOODER_ADDRESS,
  };
  const tryCall = async () => ({ status: 400, text: '' });
  const calls: FloodOptions['calls'] = [];
  for (const row of TABLE.filter(({ entryPoint }) => !NOT_FLOODED.test(entryPoint))) {
    const smallCall: Call = await row.call(actor, world);
    const call = await enlargeCall(row.entryPoint, smallCall, { keepsIdentifiers: true, tryCall });
    const request = toRequest(row.entryPoint, call);
    calls.push({
      entryPoint: row.entryPoint,
      request: { ...request, headers: { ...identity, ...request.headers } },
    });
  }
  return { calls, number: actor.rows.membershipNumber };
}

function describeMostAnswered({ answered }: FloodSummary): string {
  const sorted = Object.entries(answered).toSorted(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 12)
    .map(([entryPoint, count]) => `${entryPoint} ${count}`)
    .join(', ');
}

async function flood(port: number, calls: FloodOptions['calls'], seconds: number): Promise<FloodSummary> {
  const options: FloodOptions = { address: `http://127.0.0.1:${port}`, calls, seconds };
  const worker = new Worker(new URL('./flood/flooder.ts', import.meta.url), { workerData: options });
  const [summary] = await once(worker, 'message');
  await worker.terminate();
  return summary;
}

const [seconds = '60'] = process.argv.slice(2);
const duration = Number(seconds);
const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
const sandbox = await spawnSandbox({ dataDir, webhookSecret: 'whsec_bench', secretKey: 'sk_test_sandbox' });
try {
  await withDatabase(async ({ client, url, description }) => {
    // Prepare the data and tokens before the server starts, because its timers also run at startup and could
    // change the new subscriptions too early.
    const { identitySecrets } = await loadSecrets(loadConfig({ DATA_DIR: dataDir }));
    const server = await buildTestApp(client.db, {
      identitySecrets,
      signer: createSigner(identitySecrets, () => new Date()),
      limits: NO_LIMITS,
      stripe: createStripe({ secretKey: 'sk_test_sandbox', apiUrl: sandbox.url }),
    });
    const { calls, number } = await prepareCalls(server).finally(() => server.close());
    const bench = await startBenchServer({
      databaseUrl: url,
      dataDir,
      hasRateLimits: true,
      hasSandbox: true,
      sandboxUrl: sandbox.url,
      recordsCosts: false,
    });
    try {
      await visit(bench.port, number, duration / 6);
      const quietVisit = await visit(bench.port, number, duration / 2);
      const [floodedVisit, summary] = await Promise.all([
        visit(bench.port, number, duration),
        flood(bench.port, calls, duration),
      ]);
      const rows = STEPS.map(([name]) => {
        const [before, during] = [quietVisit, floodedVisit].map(({ times }) =>
          percentile95(times.get(name) ?? []),
        );
        return { name, before: before ?? 0, during: during ?? 0, ratio: (during ?? 0) / (before || 1) };
      });
      const errors = [...quietVisit.errors, ...floodedVisit.errors];
      await publish('flood', describeMachine(description), {
        title: 'One account floods every entry point',
        tables: [
          {
            columns: ['step of another visitor', 'quiet, p95 ms', 'during the flood, p95 ms', 'ratio'],
            rows: rows.map(({ name, before, during, ratio }) => [
              name,
              formatFigure(before),
              formatFigure(during),
              formatFigure(ratio),
            ]),
          },
        ],
        notes: [
          `${duration} s; the flood sent ${summary.sent} requests, ${summary.limited} of them were refused by a limit, ${summary.failed} answered 5xx.`,
          `Answered most: ${describeMostAnswered(summary)}.`,
          `${errors.length} calls of the visitor failed.`,
          ...errors.slice(0, 5),
        ],
      });
      const isSlow = rows.some(({ ratio }) => ratio > MAX_RATIO);
      process.exitCode = isSlow || errors.length > 0 || summary.failed > 0 ? 1 : 0;
    } finally {
      await bench.stop();
    }
  });
} finally {
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
}
