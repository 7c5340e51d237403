import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type Stripe from 'stripe';
import { buildApp } from '#server/app.ts';
import { loadConfig } from '#server/config/config.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import { openDeps } from '#server/open-deps.ts';
import { createJobHandlers } from '#server/startup/job-handlers.ts';
import { createLogger } from '#server/startup/logger.ts';
import { startTimers } from '#server/startup/timers.ts';
import type { BenchServerOptions, Spent } from './server-process.ts';

/** The product's server in a process of its own, as `server/main.ts` runs it, but with limits that nobody reaches. */
const options: BenchServerOptions = JSON.parse(process.argv[2] ?? '{}');
const requests = new AsyncLocalStorage<Spent>();
let finished: Spent[] = [];

/** Counts what each request asks of the database, beneath everything that we wrote. */
function watchDatabase(): void {
  const { query } = pg.Client.prototype;
  const watched = function (this: pg.Client, ...args: unknown[]): unknown {
    const spent = requests.getStore();
    const began = performance.now();
    const answer: unknown = Reflect.apply(query, this, args);
    if (!spent || !(answer instanceof Promise)) return answer;
    const [given, values] = args;
    spent.statements.push(
      typeof given === 'string' ? { text: given, values: listOf(values) } : textOf(given),
    );
    const done = () => {
      spent.databaseMs += performance.now() - began;
    };
    answer.then(done, done);
    return answer;
  };
  Object.assign(pg.Client.prototype, { query: watched });
}

function listOf(values: unknown): unknown[] {
  return Array.isArray(values) ? values : [];
}

function textOf(config: unknown): { text: string; values: unknown[] } {
  if (typeof config !== 'object' || config === null || !('text' in config))
    throw new Error('An unknown query');
  return { text: String(config.text), values: 'values' in config ? listOf(config.values) : [] };
}

if (options.watch) watchDatabase();
const config = loadConfig({
  DATABASE_URL: options.databaseUrl,
  DATABASE_POOL: '20',
  DATA_DIR: options.dataDir,
  DEMO: '0',
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: '1',
  // Nobody listens there: a benchmark that buys nothing needs no sandbox.
  ...(options.sandbox ? {} : { STRIPE_SANDBOX_URL: 'http://127.0.0.1:9' }),
});
const opened = await openDeps(config, createLogger(config));
const unlimited = { take: async () => {}, takeKey: async () => {}, isExhausted: async () => false };
const deps = options.limits ? opened.deps : { ...opened.deps, limits: unlimited };
deps.stripe.on('response', ({ elapsed }: Stripe.ResponseEvent) => {
  const spent = requests.getStore();
  if (spent) spent.providerMs += elapsed;
});
const app = await buildApp(deps, { webRoot: null });
if (options.watch) {
  app.addHook('preValidation', (_request, _reply, done) => {
    requests.run({ databaseMs: 0, providerMs: 0, totalMs: 0, statements: [] }, done);
  });
  app.addHook('onResponse', async (_request, reply) => {
    const spent = requests.getStore();
    if (spent) finished.push({ ...spent, totalMs: reply.elapsedTime });
  });
}
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : 0;
await opened.setWebhookUrl(`http://127.0.0.1:${port}/api/stripe/webhook`);
if (options.sandbox) await deps.jobs.work(createJobHandlers(deps));
const stopTimers = options.sandbox ? startTimers(deps) : async () => {};

process.on('message', async (message) => {
  if (message === 'spent') {
    process.send?.(finished);
    finished = [];
  }
  if (message === 'stop') {
    await app.close();
    await stopTimers();
    await opened.close();
    process.exit(0);
  }
});
process.send?.({ port, sandboxPid: options.sandbox ? (readAddress(options.dataDir)?.pid ?? null) : null });
