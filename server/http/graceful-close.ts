import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * Closes each connection after its last response. Node only closes connections that are idle when the server
 * begins to close, and waits for the keep-alive timeout of the others.
 */
export function registerGracefulClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
