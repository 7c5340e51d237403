import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type Stripe from 'stripe';
import { openDeps } from '#server/app/open-deps.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { openLog } from '#server/app/startup/logger.ts';
import { startTimers } from '#server/app/startup/timers.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { buildWholeApp } from '#tests/helpers/app.ts';
import type { BenchServerOptions, RequestCost } from './server-process.ts';

/** Runs the product's server in its own process like `server/main.ts`, optionally without rate limits. */
const options: BenchServerOptions = JSON.parse(process.argv[2] ?? '{}');
const requests = new AsyncLocalStorage<RequestCost>();
let finishedRequests: RequestCost[] = [];

/** Records each request's statements in the pg driver, so that none can be missed. */
function watchDatabase(): void {
  const { query } = pg.Client.prototype;
  const recordingQuery = function (this: pg.Client, ...args: unknown[]): unknown {
    const cost = requests.getStore();
    const startedAt = performance.now();
    const response: unknown = Reflect.apply(query, this, args);
    if (!cost || !(response instanceof Promise)) return response;
    const [statement, values] = args;
    cost.statements.push(
      typeof statement === 'string' ? { text: statement, values: toList(values) } : readStatement(statement),
    );
    const recordDuration = () => {
      cost.databaseMs += performance.now() - startedAt;
    };
    response.then(recordDuration, recordDuration);
    return response;
  };
  Object.assign(pg.Client.prototype, { query: recordingQuery });
}

function toList(values: unknown): unknown[] {
  return Array.isArray(values) ? values : [];
}

function readStatement(config: unknown): { text: string; values: unknown[] } {
  if (typeof config !== 'object' || config === null || !('text' in config))
    throw new Error('An unknown query');
  return { text: String(config.text), values: 'values' in config ? toList(config.values) : [] };
}

if (options.recordsCosts) watchDatabase();
const config = loadConfig({
  DATABASE_URL: options.databaseUrl,
  DATABASE_POOL: '20',
  DATA_DIR: options.dataDir,
  DEMO: '0',
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  ...(options.sandboxUrl ? { STRIPE_SANDBOX_URL: options.sandboxUrl } : {}),
  // Use a port where nothing listens, because benchmarks without purchases need no sandbox.
  ...(options.hasSandbox ? {} : { STRIPE_SANDBOX_URL: 'http://127.0.0.1:9' }),
});
const resources = await openDeps(config, openLog(config));
const unlimitedLimits = {
  takeRequest: async () => {},
  takeAccountCall: async () => {},
  take: async () => {},
  takeKey: async () => {},
  count: async () => {},
  requireLeft: async () => {},
  isExhausted: async () => false,
};
const deps = options.hasRateLimits ? resources.deps : { ...resources.deps, limits: unlimitedLimits };
deps.stripe.on('response', ({ elapsed }: Stripe.ResponseEvent) => {
  const cost = requests.getStore();
  if (cost) cost.providerMs += elapsed;
});
const app = await buildWholeApp(deps, { webRoot: null });
if (options.recordsCosts) {
  app.addHook('preValidation', (_request, _reply, done) => {
    requests.run({ databaseMs: 0, providerMs: 0, totalMs: 0, statements: [] }, done);
  });
  app.addHook('onResponse', async (_request, reply) => {
    const cost = requests.getStore();
    if (cost) finishedRequests.push({ ...cost, totalMs: reply.elapsedTime });
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
await resources.setWebhookUrl(`http://127.0.0.1:${port}/api/stripe/webhook`);
if (options.hasSandbox) await deps.jobs.startWorkers(createJobHandlers(deps));
const stopTimers = options.hasSandbox ? startTimers(deps) : async () => {};

process.on('message', async (message) => {
  if (message === 'take-costs') {
    process.send?.(finishedRequests);
    finishedRequests = [];
  }
  if (message === 'stop') {
    await app.close();
    await stopTimers();
    await resources.close();
    process.exit(0);
  }
});
process.send?.({ port, sandboxPid: options.hasSandbox ? (readAddress(options.dataDir)?.pid ?? null) : null });
