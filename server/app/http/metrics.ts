import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { readReconciliationGauges } from '../../domains/reconciliation/reconciliation-gauges.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCertificateReader } from '../../platform/monitoring/certificate-gauges.ts';
import { readDatabaseGauges } from '../../platform/monitoring/database-gauges.ts';
import { formatGauges, type Gauge } from '../../platform/monitoring/gauges.ts';
import { processMetrics } from '../../platform/monitoring/metrics.ts';
import { readProcessGauges } from '../../platform/monitoring/process-gauges.ts';
import { isLoopback } from './loopback.ts';

/** How long the database's gauges are reused, so that frequent scrapes cost nothing. */
const GAUGES_MAX_AGE_MS = 1_000;
/** Shorter than Prometheus waits, so that a scrape succeeds while the database hangs. */
const DATABASE_TIMEOUT_MS = 2_000;

declare module 'fastify' {
  interface FastifyInstance {
    readMetrics(): Promise<string>;
  }
  interface FastifyRequest {
    /** The path pattern of the page that was sent, for the metrics. Empty for other routes. */
    pagePattern: string;
  }
}

/** Measures requests, and serves `/metrics` to this machine. */
export function registerMetrics(app: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route or page and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  app.decorateRequest('pagePattern', '');
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.pagePattern || (request.routeOptions.url ?? 'unknown');
    durations.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
    done();
  });

  const readDatabase = createDatabaseReader(deps);
  const readCertificates = createCertificateReader(deps.config);
  app.decorate('readMetrics', async () => {
    const gauges = await Promise.all([
      readDatabase(),
      readReplicaGauges(deps),
      readProcessGauges(deps.config),
      readCertificates(),
    ]);
    const texts = [processMetrics.metrics(), registry.metrics(), formatGauges(gauges.flat())];
    return (await Promise.all(texts)).join('\n');
  });
  app.get('/metrics', { config: { requestWeight: () => 0 } }, async (request, reply) => {
    if (!isLoopback(request)) throw new AppError('NOT_FOUND');
    return reply.type(registry.contentType).send(await app.readMetrics());
  });
}

/**
 * Serves the metrics, and nothing else, on another port, which only Prometheus should reach. Returns a
 * function that stops it.
 */
export async function startMetricsServer(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const text = await app.readMetrics().catch(() => null);
    if (text === null) return response.writeHead(500).end();
    return response.writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, resolve);
  });
  return () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/**
 * Returns a function that reads the database's gauges, at most every `GAUGES_MAX_AGE_MS`. If the database
 * doesn't respond, it returns only `database_up`, because old values would look current.
 */
function createDatabaseReader(deps: Deps): () => Promise<Gauge[]> {
  let reading: Promise<Gauge[]> | undefined;
  let isReading = false;
  let startedAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    try {
      return [...(await readDatabaseGauges(deps)), ...(await readReconciliationGauges(deps))];
    } finally {
      isReading = false;
    }
  };
  const start = () => {
    isReading = true;
    startedAt = performance.now();
    const newReading = read();
    newReading.catch((error: unknown) =>
      deps.log.warn({ err: error }, 'could not read the figures for the metrics'),
    );
    return newReading;
  };
  return async () => {
    // Never read twice at once: while the database hangs, scrapes would use up the pool.
    if (!isReading && performance.now() - startedAt > GAUGES_MAX_AGE_MS) reading = start();
    const gauges = await Promise.race([reading, giveUp(null)]).catch(() => null);
    const up = {
      name: 'database_up',
      help: '1 if the database answers',
      samples: [{ value: gauges ? 1 : 0 }],
    };
    return [up, ...(gauges ?? [])];
  };
}

async function readReplicaGauges({ reader }: Pick<Deps, 'reader'>): Promise<Gauge[]> {
  // A replica that hangs must not hide the other gauges.
  const lag = await Promise.race([reader.measureLag(), giveUp(Number.POSITIVE_INFINITY)]);
  return [
    {
      name: 'database_replica_lag_seconds',
      help: 'How far the replica may be behind, or +Inf if it does not answer',
      samples: lag === null ? [] : [{ value: lag }],
    },
  ];
}

function giveUp<T>(result: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(result), DATABASE_TIMEOUT_MS).unref());
}
