import { isIP } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { registerGateway } from '#gateway/gateway.ts';
import { buildApp } from './app/app.ts';
import { startCommandSocket } from './app/cli/command-socket.ts';
import { seedDemo } from './app/demo/demo.ts';
import type { ServerPhase } from './app/http/health.ts';
import { startMetricsServer } from './app/http/metrics.ts';
import { openDeps } from './app/open-deps.ts';
import { formatStartBanner } from './app/startup/banner.ts';
import { assertPortFree } from './app/startup/free-port.ts';
import { recordInstallation } from './app/startup/installation.service.ts';
import { createJobHandlers } from './app/startup/job-handlers.ts';
import { openLog } from './app/startup/logger.ts';
import { describeStartFailure } from './app/startup/start-failure.ts';
import { startTimers } from './app/startup/timers.ts';
import { assertTextsReviewed } from './domains/content/text.service.ts';
import { type Config, loadConfig } from './platform/config/config.ts';
import { setTracer } from './platform/monitoring/tracing.ts';

/** How long running requests may take to finish after a shutdown signal and the drain. */
const SHUTDOWN_MS = 15_000;

/** What has been started so far, in shutdown order. A shutdown signal may arrive during startup. */
interface StartedParts {
  config?: Config;
  app?: FastifyInstance;
  stopTimers?: () => Promise<void>;
  closeSocket?: () => Promise<void>;
  closeMetrics?: () => Promise<void>;
  closeTracer?: () => Promise<void>;
  closeDeps?: () => Promise<void>;
  closing?: boolean;
  phase: ServerPhase;
}

async function start(started: StartedParts): Promise<void> {
  const startedAt = performance.now();
  const config = loadConfig();
  started.config = config;
  await assertPortFree(config);
  if (config.traces) {
    const { createOpenTelemetryTracer } = await import('./platform/monitoring/opentelemetry.ts');
    const tracer = createOpenTelemetryTracer(config.traces);
    setTracer(tracer);
    started.closeTracer = () => tracer.close();
  }
  const openedDeps = await openDeps(config, openLog(config));
  const { deps } = openedDeps;
  started.closeDeps = openedDeps.close;
  await recordInstallation(deps.db, config);
  await assertTextsReviewed(deps);
  const app = await buildApp(deps, {
    registerGateway,
    sandboxUrl: openedDeps.sandboxUrl,
    dev: process.argv.includes('--dev'),
    readPhase: () => started.phase,
    isHealthOnly: config.role === 'worker',
  });
  started.app = app;

  if (config.metricsPort) {
    started.closeMetrics = await startMetricsServer(app, { port: config.metricsPort, host: config.host });
  }
  await app.listen({ port: config.port, host: config.host });
  const boundAddress = app.server.address();
  const port = typeof boundAddress === 'object' && boundAddress ? boundAddress.port : config.port;
  if (config.role !== 'worker') await openedDeps.setWebhookUrl(`http://127.0.0.1:${port}/api/stripe/webhook`);
  if (config.role !== 'web') {
    await deps.jobs.startWorkers(createJobHandlers(deps));
    started.stopTimers = startTimers(deps);
  }
  if (!config.databaseUrl) {
    const { embedded } = openedDeps.client;
    started.closeSocket = await startCommandSocket({ ...deps, embedded }, deps);
  }
  const demo = config.demo ? await seedDemo(deps) : [];

  if (!started.closing) started.phase = 'running';
  const address =
    isIP(config.host) && config.host !== '127.0.0.1' ? config.publicUrl : `http://localhost:${port}`;
  process.stdout.write(`${formatStartBanner(deps, address, demo, (performance.now() - startedAt) / 1000)}\n`);
}

/** Keeps serving requests until proxies have noticed that `/readyz` fails. */
async function drain(started: StartedParts): Promise<void> {
  const seconds = started.config?.drainSeconds ?? 0;
  if (started.phase !== 'running' || seconds === 0) return;
  started.phase = 'draining';
  started.app?.log.info({ seconds }, 'draining');
  await sleep(seconds * 1000);
}

/** Rejects new requests, waits for running ones, then closes everything. */
async function close(started: StartedParts): Promise<void> {
  await started.app?.close();
  await started.stopTimers?.();
  await started.closeSocket?.();
  await started.closeMetrics?.();
  await started.closeDeps?.();
  await started.closeTracer?.();
}

const started: StartedParts = { phase: 'starting' };

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, async () => {
    if (started.closing) return;
    started.closing = true;
    await drain(started);
    setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
    await close(started);
    process.exit(0);
  });
}

start(started).catch(async (error: unknown) => {
  // A shutdown signal during startup also makes startup throw; don't report that as the cause.
  if (started.closing) return;
  started.closing = true;
  process.stderr.write(
    `Everything Card did not start: ${describeStartFailure(error, started.config ?? {})}\n`,
  );
  await close(started).catch(() => {});
  process.exit(1);
});
