import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startCommandSocket } from './cli/command-socket.ts';
import { type Config, loadConfig } from './config/config.ts';
import { seedDemo } from './demo/demo.ts';
import { openDeps } from './open-deps.ts';
import { startBanner } from './startup/banner.ts';
import { assertPortFree } from './startup/free-port.ts';
import { createJobHandlers } from './startup/job-handlers.ts';
import { createLogger } from './startup/logger.ts';
import { describeStartFailure } from './startup/start-failure.ts';
import { startTimers } from './startup/timers.ts';

/** How long running requests may take to finish after a signal. */
const SHUTDOWN_MS = 15_000;

/** What has been started so far, in shutdown order. A signal may arrive during startup. */
interface Running {
  config?: Config;
  app?: FastifyInstance;
  stopTimers?: () => Promise<void>;
  closeSocket?: () => Promise<void>;
  closeDeps?: () => Promise<void>;
  closing?: boolean;
}

async function start(running: Running): Promise<void> {
  const startedAt = performance.now();
  const config = loadConfig();
  running.config = config;
  const log = createLogger(config);
  await assertPortFree(config);
  const opened = await openDeps(config, log);
  const { deps } = opened;
  running.closeDeps = opened.close;
  let isStarted = false;
  const app = await buildApp(deps, {
    sandboxUrl: opened.sandboxUrl,
    dev: process.argv.includes('--dev'),
    isStarted: () => isStarted,
  });
  running.app = app;

  await app.listen({ port: config.port, host: config.host });
  const bound = app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  await opened.setWebhookUrl(`http://127.0.0.1:${port}/api/stripe/webhook`);
  await deps.jobs.work(createJobHandlers(deps));
  running.stopTimers = startTimers(deps);
  if (!config.databaseUrl) running.closeSocket = await startCommandSocket(deps, deps);
  const demo = config.demo ? await seedDemo(deps) : [];

  isStarted = true;
  const address =
    isIP(config.host) && config.host !== '127.0.0.1' ? config.publicUrl : `http://localhost:${port}`;
  process.stdout.write(`${startBanner(deps, address, demo, (performance.now() - startedAt) / 1000)}\n`);
}

/** Refuses new requests, finishes the running ones, then closes everything. */
async function close(running: Running): Promise<void> {
  await running.app?.close();
  await running.stopTimers?.();
  await running.closeSocket?.();
  await running.closeDeps?.();
}

const running: Running = {};

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, async () => {
    if (running.closing) return;
    running.closing = true;
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await close(running);
    process.exit(0);
  });
}

start(running).catch(async (error: unknown) => {
  // A shutdown signal during startup also makes startup throw; don't report that as the cause.
  if (running.closing) return;
  running.closing = true;
  process.stderr.write(
    `Everything Card did not start: ${describeStartFailure(error, running.config ?? {})}\n`,
  );
  await close(running).catch(() => {});
  process.exit(1);
});
