import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const MAX_DISCARD_MS = 10_000;

/** Reads and discards the rest of a request's body, up to a maximum size and time. */
function discardBody(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, MAX_DISCARD_MS);
  let bytes = 0;
  request.on('data', (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > MAX_DISCARDED_BYTES) resolve();
  });
  request
    .once('end', () => resolve())
    .once('close', () => resolve())
    .resume();
  return promise.finally(() => clearTimeout(timer));
}

/**
 * Fastify refuses a body that is too large by its length, and closes the connection. A client that is still
 * sending it would then lose the reply to a connection reset, so the reply waits for the body.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const { raw } = request;
    const isRead = raw.complete || raw.readableEnded || raw.destroyed;
    if (reply.getHeader('connection') === 'close' && !isRead) await discardBody(raw);
  });
}
