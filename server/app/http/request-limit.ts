import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { getAddressKey } from '../../platform/rate-limits/ip-address-key.ts';
import { hasBody } from './bodies.ts';

/** The names of these files contain a hash of their content, so a browser requests each only once. */
const HASHED_FILES = /^\/assets\/[\w-]+(\.[\w-]+)+$/;
/** A classroom's browsers have about this many requests open if they all load a page at the same moment. */
const MAX_OPEN_REQUESTS = 250;
/** The largest bodies in so many requests would take 128 MB. */
const MAX_OPEN_BODY_BYTES = 16 * 1024 * 1024;
const MAX_REMEMBERED_REFUSALS = 50_000;
/**
 * How long a refusal waits that repeats an earlier one. Without it, a caller that ignores Retry-After could keep
 * a process busy with refusals alone.
 */
const REFUSAL_DELAY_MS = 5_000;
/** As many as an address may have connections. */
const MAX_WAITING_REFUSALS = 1_000;

interface RequestLimitOptions {
  /** Limits nothing before a route, because development requests each source file, hundreds for one page. */
  dev?: boolean | undefined;
  refusalDelayMs?: number | undefined;
}

/**
 * Takes each request from the general limit of its IP address before anything is parsed (D76). Also refuses
 * requests of an address that has too many open ones, whose bodies or responses stay in memory.
 */
export function registerRequestLimit(
  app: FastifyInstance,
  { limits, now }: Deps,
  { dev, refusalDelayMs = REFUSAL_DELAY_MS }: RequestLimitOptions,
): void {
  const openRequests = createShares(MAX_OPEN_REQUESTS);
  const openBodies = createShares(MAX_OPEN_BODY_BYTES);
  const waitingRefusals = createShares(MAX_WAITING_REFUSALS);
  const refusedUntil = new Map<string, number>();

  app.decorateRequest('repeatsRefusal', false);
  app.decorateRequest('isCounted', false);
  app.decorateReply('takeFromLimit', function (weight = 1) {
    return limits.takeRequest(this.request.callerIp, weight).catch((error: unknown) => {
      const retryAfterSeconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
      if (!retryAfterSeconds) throw error;
      return refuse(this, retryAfterSeconds);
    });
  });
  if (dev) return;
  app.addHook('onRequest', async (request, reply) => {
    const weight = weigh(request);
    request.isCounted = weight > 0;
    const key = getAddressKey(request.callerIp);
    const staysInMemory = !HASHED_FILES.test(request.url) || hasBody(request.raw);
    if (staysInMemory && !openRequests.admit(key, reply.raw)) return refuse(reply, 1);
    if (!openBodies.admit(key, reply.raw, countBodyBytes(request))) return refuse(reply, 1);
    if (request.isCounted) await reply.takeFromLimit(weight);
  });

  /** Only the first refusal of an address is sent at once, and logged, until it may try again. */
  async function refuse({ request, raw }: FastifyReply, retryAfterSeconds: number): Promise<never> {
    const key = getAddressKey(request.callerIp);
    const time = now().getTime();
    request.repeatsRefusal = (refusedUntil.get(key) ?? 0) > time;
    if (refusedUntil.size >= MAX_REMEMBERED_REFUSALS) refusedUntil.clear();
    if (!request.repeatsRefusal) refusedUntil.set(key, time + retryAfterSeconds * 1000);
    else if (waitingRefusals.admit(key, raw)) await waitForClose(raw, refusalDelayMs);
    throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
}

/** Closes new connections of an IP address that already has this many, so that it can't use up all of them. */
export function limitConnections(server: Server, max: number): void {
  const connections = createShares(max);
  server.on('connection', (socket: Socket) => {
    if (!connections.admit(getAddressKey(socket.remoteAddress ?? ''), socket)) socket.destroy();
  });
}

/** What is open of each key, until it is closed. One thing is admitted even if it alone is more than the maximum. */
function createShares(max: number) {
  const counts = new Map<string, number>();
  return {
    admit: (key: string, opened: EventEmitter, weight = 1): boolean => {
      if (weight === 0) return true;
      const count = counts.get(key) ?? 0;
      if (count > 0 && count + weight > max) return false;
      counts.set(key, count + weight);
      opened.once('close', () => {
        const remaining = (counts.get(key) ?? weight) - weight;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      });
      return true;
    },
  };
}

/** Resolves when the response is closed, because the client is gone, or else after this time. */
function waitForClose(response: EventEmitter, maxMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, maxMs).unref();
  response.once('close', () => resolve());
  return promise.finally(() => clearTimeout(timer));
}

/** The size of a request's body, or the largest that its route accepts if the request doesn't tell. */
function countBodyBytes({ raw, routeOptions }: FastifyRequest): number {
  if (!hasBody(raw)) return 0;
  const maxBytes = routeOptions.bodyLimit ?? 0;
  return Math.min(Number(raw.headers['content-length'] ?? maxBytes), maxBytes);
}

function weigh(request: FastifyRequest): number {
  const { requestWeight } = request.routeOptions.config;
  if (requestWeight) return requestWeight(request);
  return HASHED_FILES.test(request.url) && !request.is404 ? 0 : 1;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How much a request takes from the general limit of its IP address: 1 by default, nothing if 0. */
    requestWeight?: (request: FastifyRequest) => number;
  }
  interface FastifyReply {
    /** Takes more from the general limit, for what only the route knows. Throws TOO_MANY_REQUESTS above it. */
    takeFromLimit: (weight?: number) => Promise<void>;
  }
  interface FastifyRequest {
    /** False for an exempt request, such as one for a hashed file, which counts if there is no such file. */
    isCounted: boolean;
    /** The request was refused by the general limit like an earlier one, which was logged. */
    repeatsRefusal: boolean;
  }
}
