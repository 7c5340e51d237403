import type { IncomingMessage } from 'node:http';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';

/**
 * More than the largest order has: 500 employees with 20 family members each are 28,000. A body of the permitted
 * size with only `[]` in it would hold the event loop for a quarter of a second.
 */
export const MAX_JSON_VALUES = 40_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Array.from('"\\,[{', (character) =>
  character.charCodeAt(0),
);

/** Counts commas and opening brackets, which takes much less time than parsing. */
function hasTooManyValues(text: string): boolean {
  let values = 1;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) position += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1;
    if (values > MAX_JSON_VALUES) return true;
  }
  return false;
}

/** Parses the scope's JSON bodies with `parse`, and refuses those with too many values. */
export function parseJsonBodies(scope: FastifyInstance, parse: FastifyBodyParser<string>): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasTooManyValues(body)) done(new AppError('INVALID_INPUT', { message: 'The request is too large' }));
    else return parse(request, body, done);
  });
}

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

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const isRead = (raw: IncomingMessage): boolean =>
  !hasBody(raw) || raw.complete || raw.readableEnded || raw.destroyed;

/**
 * Sends a reply only after the rest of the request's body, which a client that is still sending it would lose to
 * a connection reset. If the body doesn't end in time, the reply closes the connection.
 */
export function registerUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw, routeOptions, repeatsRefusal }, reply) => {
    // The rest of an upload may be 50 MB, so its reply doesn't wait.
    const isUpload = routeOptions.config.isUpload && reply.getHeader('connection') !== 'close';
    if (isRead(raw) || isUpload) return;
    // A flood must not keep connections while they wait.
    if (!repeatsRefusal) await discardBody(raw);
    if (!isRead(raw)) reply.header('connection', 'close');
  });
}

/**
 * Ends a request whose body isn't complete in time, so that unfinished bodies don't use up the connections.
 * An upload has as long as the server allows any request, but not after its reply.
 */
export function registerBodyTimeout(app: FastifyInstance, timeoutMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, routeOptions } = request;
    if (!hasBody(raw)) return done();
    const startTimer = () => {
      const timer = setTimeout(() => endRequest(app, request), timeoutMs).unref();
      raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    };
    if (routeOptions.config.isUpload) reply.raw.once('close', () => isRead(raw) || startTimer());
    else startTimer();
    done();
  });
}

/** Replies with status 408, as Node does to a request that takes too long. */
function endRequest(app: FastifyInstance, { raw }: FastifyRequest): void {
  const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  // A request that a test injects has no connection.
  if (!raw.complete && raw.socket.writable) app.server.emit('clientError', error, raw.socket);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is a file, which a phone with a weak signal may take minutes to send. */
    isUpload?: boolean;
  }
}
