import type { FastifyInstance } from 'fastify';
import type { ServerPhase } from './health.ts';

const SWEEP_INTERVAL_MS = 50;

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
