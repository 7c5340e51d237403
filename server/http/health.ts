import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { listPendingMigrations } from '#db/migration-list.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { registerSecurityMetrics } from '../monitoring/security-events.ts';
import { ping } from './health.repository.ts';
import { isLoopback } from './loopback.ts';
import { registerReconciliationMetrics } from './reconciliation-metrics.ts';

/** A draining server still serves requests, but `/readyz` asks proxies to send no more. */
export type ServerPhase = 'starting' | 'running' | 'draining';

/**
 * Serves `/healthz` (the process runs), `/readyz` (the server is running, and the database responds and is
 * migrated), and `/metrics`.
 */
export function registerHealth(app: FastifyInstance, deps: Deps, readPhase: () => ServerPhase): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  if (deps.config.databaseReadUrl) registerReplicaMetrics(registry, deps);
  registerReconciliationMetrics(registry, deps);
  registerSecurityMetrics(registry);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });

  let isMigrated = false;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const phase = readPhase();
    if (phase !== 'running') return reply.status(503).send({ status: phase });
    try {
      await ping(deps.db);
      isMigrated ||= (await listPendingMigrations(deps.db)).length === 0;
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'the database does not answer' });
    }
    return isMigrated ? { status: 'ok' } : reply.status(503).send({ status: 'migrations are missing' });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isLoopback(request)) throw new AppError('NOT_FOUND');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function registerReplicaMetrics(registry: Registry, { reader }: Pick<Deps, 'reader'>): void {
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How far the replica may be behind, or +Inf if it does not answer',
    registers: [registry],
    async collect() {
      const lag = await reader.measureLag();
      if (lag !== null) this.set(lag);
    },
  });
}
