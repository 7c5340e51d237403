import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 50;

/**
 * A connection on which a request still runs when the server begins to close is let go of once it has its answer.
 * Node closes those that are idle at that moment alone, and waits for the others as long as they may be used again.
 */
export function registerGracefulClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
}
