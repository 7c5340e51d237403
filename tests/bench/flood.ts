import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { inTransaction } from '#db/client.ts';
import { seedDemoStores } from '#server/app/demo/stores.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { loadSecrets } from '#server/platform/config/secrets.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { setPasskeyUse } from '#server/platform/security/session.repository.ts';
import { hashSessionId } from '#server/platform/security/session.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';
import { spawnSandbox } from '#server/sandbox/spawn.ts';
import type { Call } from '#tests/gateway/access/row.ts';
import { TABLE } from '#tests/gateway/access/table.ts';
import { type Actor, makeWorld } from '#tests/gateway/access/world.ts';
import { buildTestApp, NO_LIMITS, startSession, type TestApp } from '#tests/helpers/app.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import type { FloodOptions, FloodSummary } from './flood/scenario.ts';
import { enlargeCall, toRequest } from './largest-input/enlarge-call.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure, percentile } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import { describeMachine } from './support/machine.ts';
import { readMemoryMb } from './support/processes.ts';
import { publish } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

// One address floods the server in several ways, one after the other, while others browse and buy. Usage:
//   node tests/bench/flood.ts [seconds for each: 60] [a scenario]
// Fails if a step's 95th percentile for these visitors is 100 ms or more, if the server takes 700 MB, if one of
// the visitors' calls fails, or if a request of the flood gets a 5xx.

/** Each scenario is a worker in `flood/`. */
const SCENARIOS = [
  { name: 'every-call', title: 'The largest input to every entry point, with an account' },
  { name: 'graphql-documents', title: 'Expensive and invalid GraphQL documents, on 4 connections' },
  { name: 'unfinished-bodies', title: 'Bodies that never end, on 1,000 connections' },
  { name: 'downloads-and-uploads', title: 'Search downloads and staff imports, on 4 connections each' },
];
const MAX_P95_MS = 100;
const MAX_MEMORY_MB = 700;
const MEMORY_INTERVAL_MS = 200;
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

/** Returns the most memory that the server takes until the work is done. */
async function watchMemory(pid: number, work: Promise<unknown>): Promise<number> {
  let isDone = false;
  void work.finally(() => {
    isDone = true;
  });
  let maxMb = 0;
  while (!isDone) {
    maxMb = Math.max(maxMb, await readMemoryMb(pid));
    await sleep(MEMORY_INTERVAL_MS);
  }
  return maxMb;
}

async function signIn({ deps }: TestApp, { account }: Actor) {
  const { sessionId } = await startSession(deps, account?.id ?? '');
  const csrfToken = 'c'.repeat(32);
  const cookie = `session=${sessionId}; csrfToken=${csrfToken}`;
  return { sessionId, headers: { cookie, 'x-csrf-token': csrfToken } };
}

/** Prepares one call per entry point, as large as its schema permits. */
async function prepareCalls(
  server: TestApp,
): Promise<Pick<FloodOptions, 'calls' | 'staffHeaders'> & { number: string }> {
  const world = await makeWorld(server);
  const actor = world.actors['0'];
  const { headers } = await signIn(server, actor);
  const identity = { ...headers, 'x-forwarded-for': FLOODER_ADDRESS };
  const staff = await signIn(server, world.actors['42']);
  await inTransaction(server.deps.db, (trx) =>
    setPasskeyUse(trx, hashSessionId(staff.sessionId), server.deps.now()),
  );
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
  return { calls, staffHeaders: staff.headers, number: actor.rows.membershipNumber };
}

function describeMostAnswered({ answered }: FloodSummary): string {
  const sorted = Object.entries(answered).toSorted(([, a], [, b]) => b - a);
  return sorted
    .slice(0, 12)
    .map(([entryPoint, count]) => `${entryPoint} ${count}`)
    .join(', ');
}

async function flood(name: string, options: FloodOptions): Promise<FloodSummary> {
  const worker = new Worker(new URL(`./flood/${name}.ts`, import.meta.url), { workerData: options });
  const [summary] = await once(worker, 'message');
  await worker.terminate();
  return summary;
}

const [seconds = '60', onlyScenario] = process.argv.slice(2);
const duration = Number(seconds);
const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
const sandbox = await spawnSandbox({ dataDir, webhookSecret: 'whsec_bench', secretKey: 'sk_test_sandbox' });
try {
  await withDatabase(async ({ client, url, description }) => {
    await seedDemoStores({ db: client.db, now: () => new Date() });
    // Prepare the data and tokens before the server starts, because its timers also run at startup and could
    // change the new subscriptions too early.
    const { identitySecrets } = await loadSecrets(loadConfig({ DATA_DIR: dataDir }));
    const server = await buildTestApp(client.db, {
      identitySecrets,
      signer: createSigner(identitySecrets, () => new Date()),
      limits: NO_LIMITS,
      stripe: createStripe({ secretKey: 'sk_test_sandbox', apiUrl: sandbox.url }),
    });
    const { number, ...prepared } = await prepareCalls(server).finally(() => server.close());
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
      const runs = [];
      for (const [index, { name, title }] of SCENARIOS.entries()) {
        if (onlyScenario && onlyScenario !== name) continue;
        const from = name === 'every-call' ? FLOODER_ADDRESS : `203.0.113.${100 + index}`;
        const options = { port: bench.port, seconds: duration, from, ...prepared };
        const work = Promise.all([visit(bench.port, number, duration), flood(name, options)]);
        const memoryMb = await watchMemory(bench.pid, work);
        const [{ times, errors }, summary] = await work;
        runs.push({ title, times, errors, summary, memoryMb });
      }
      const p95 = ({ times }: Pick<VisitorTimes, 'times'>, step: string) =>
        percentile(times.get(step) ?? [], 95);
      await publish('flood', describeMachine(description), {
        title: 'One address floods the server',
        tables: runs.map((run) => ({
          columns: [`${run.title}: step of another visitor`, 'quiet, p95 ms', 'during the flood, p95 ms'],
          rows: STEPS.map(([step]) => [
            step,
            formatFigure(p95(quietVisit, step)),
            formatFigure(p95(run, step)),
          ]),
        })),
        notes: runs.flatMap(({ title, summary, errors, memoryMb }) => [
          `${title}: ${duration} s, ${summary.sent} requests, ${summary.limited} refused by a limit, ${summary.failed} answered 5xx; the server took up to ${formatFigure(memoryMb)} MB.`,
          `Answered most: ${describeMostAnswered(summary)}.`,
          `${errors.length} calls of the visitor failed.`,
          ...errors.slice(0, 5),
        ]),
      });
      const hasFailed = runs.some(
        (run) =>
          STEPS.some(([step]) => p95(run, step) >= MAX_P95_MS) ||
          run.memoryMb >= MAX_MEMORY_MB ||
          run.errors.length > 0 ||
          run.summary.failed > 0,
      );
      process.exitCode = hasFailed ? 1 : 0;
    } finally {
      await bench.stop();
    }
  });
} finally {
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
}
