import type { FastifyInstance } from 'fastify';
import { listPendingMigrations } from '#db/migration-list.ts';
import type { Deps } from '../../platform/deps.ts';
import { ping } from './health.repository.ts';

const SWEEP_INTERVAL_MS = 50;

/** A draining server still serves requests, but `/readyz` fails, so that proxies stop sending them. */
export type ServerPhase = 'starting' | 'running' | 'draining';

/**
 * Serves `/healthz` (the process runs) and `/readyz` (the server is running, and the database responds and
 * is migrated).
 */
export function registerHealth(app: FastifyInstance, deps: Deps, readPhase: () => ServerPhase): void {
  let isMigrated = false;
  let check: Promise<boolean> | undefined;
  const checkDatabase = async () => {
    await ping(deps.db);
    isMigrated ||= (await listPendingMigrations(deps.db)).length === 0;
    return isMigrated;
  };
  const uncounted = { config: { requestWeight: () => 0 } };
  app.get('/healthz', uncounted, async () => ({ status: 'ok' }));
  app.get('/readyz', uncounted, async (request, reply) => {
    const phase = readPhase();
    if (phase !== 'running') return reply.status(503).send({ status: phase });
    try {
      // No limit counts these requests, so those that arrive during a check share its result.
      check ??= checkDatabase().finally(() => {
        check = undefined;
      });
      const isReady = await check;
      return isReady ? { status: 'ok' } : reply.status(503).send({ status: 'migrations are missing' });
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'the database does not answer' });
    }
  });
}

/**
 * Closes each connection after a response while the server drains, and all others when it closes. Node only
 * closes connections that are idle when the server begins to close, and waits for the keep-alive timeout of
 * the others.
 */
export function registerGracefulClose(app: FastifyInstance, readPhase: () => ServerPhase): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (readPhase() === 'draining') reply.header('connection', 'close');
    done();
  });
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_INTERVAL_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
