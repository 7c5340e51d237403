import { flushCompileCache } from 'node:module';
import type Stripe from 'stripe';
import { openDeps } from '#server/app/open-deps.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { openLog } from '#server/app/startup/logger.ts';
import { startTimers } from '#server/app/startup/timers.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { buildWholeApp } from '#tests/helpers/app.ts';
import { skewClock } from './skew-clock.ts';
import type { DoomedOptions } from './steps.ts';

/**
 * Runs a server that kills itself at a given step. As in a power failure, no handler runs and nothing is
 * closed.
 */
const options: DoomedOptions = JSON.parse(process.argv[2] ?? '{}');
if (options.clockSkewMs) skewClock(options.clockSkewMs);
let stepsLeft = options.killAt?.occurrence ?? Number.POSITIVE_INFINITY;

function reachStep(step: string): void {
  if (step !== options.killAt?.step) return;
  stepsLeft -= 1;
  if (stepsLeft === 0) process.kill(process.pid, 'SIGKILL');
}

/**
 * Wraps the methods of a Stripe resource, so that there is a step before each call and one after each
 * successful call.
 */
function withSteps<Resource extends object>(resource: Resource, name: string): Resource {
  return new Proxy(resource, {
    get: (target, property) => {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const step = `${name}.${String(property)}`;
        reachStep(`${step}:before`);
        const response: unknown = Reflect.apply(member, target, args);
        if (response instanceof Promise) void response.then(() => reachStep(`${step}:after`)).catch(() => {});
        return response;
      };
    },
  });
}

function withStripeSteps(stripe: Stripe): Stripe {
  const { customers, paymentIntents, paymentMethods, subscriptions } = stripe;
  const resources = {
    customers: withSteps(customers, 'customers'),
    paymentIntents: withSteps(paymentIntents, 'paymentIntents'),
    paymentMethods: withSteps(paymentMethods, 'paymentMethods'),
    subscriptions: withSteps(subscriptions, 'subscriptions'),
  };
  return new Proxy(stripe, {
    get: (target, property) => Reflect.get(resources, property) ?? Reflect.get(target, property),
  });
}

const config = loadConfig({
  DATABASE_URL: options.databaseUrl,
  STRIPE_SANDBOX_URL: options.sandboxUrl,
  DATA_DIR: options.dataDir,
  PORT: String(options.port),
  DEMO: '0',
  LOG_LEVEL: options.logFile ? 'info' : 'fatal',
});
const opened = await openDeps(config, openLog(config));
const { jobs } = opened.deps;
const deps: typeof opened.deps = {
  ...opened.deps,
  stripe: withStripeSteps(opened.deps.stripe),
  limits: {
    takeRequest: async () => {},
    takeAccountCall: async () => {},
    take: async () => {},
    takeKey: async () => {},
    count: async () => {},
    requireLeft: async () => {},
    isExhausted: async () => false,
  },
  jobs: {
    ...jobs,
    enqueue: async (...args) => {
      await jobs.enqueue(...args);
      if (args[1] === 'receipt') reachStep('settle:inside');
    },
  },
};
const app = await buildWholeApp(deps, { webRoot: null });
app.addHook('onSend', async (request, _reply, payload) => {
  if (/^\/trpc\/\w+\.(buyCard|purchase|buyReplacement)\b/.test(request.url)) reachStep('reply:before');
  return payload;
});
await app.listen({ port: options.port, host: '127.0.0.1' });
await jobs.startWorkers(createJobHandlers(deps));
startTimers(deps);
// This process never exits normally, so save Node's compile cache now for the next one.
flushCompileCache();
process.send?.('ready');
