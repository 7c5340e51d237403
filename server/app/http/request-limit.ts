import type { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { getAddressKey } from '../../platform/rate-limits/address-key.ts';
import { hasBody } from './unread-body.ts';

/** The names of these files contain a hash of their content, so a browser requests each only once. */
const HASHED_FILES = /^\/assets\//;
/**
 * A classroom's browsers have about this many requests open if they all load a page at the same moment. The
 * largest bodies in as many requests take 128 MB.
 */
const MAX_OPEN_REQUESTS = 250;
const MAX_REMEMBERED_REFUSALS = 50_000;

/**
 * Takes each request from the general limit of its IP address before anything is parsed (D76). Also refuses
 * requests of an address that has too many open ones, whose bodies or responses stay in memory.
 */
export function registerRequestLimit(app: FastifyInstance, { limits, now }: Deps): void {
  const openRequests = createShares(MAX_OPEN_REQUESTS);
  const refusedUntil = new Map<string, number>();

  app.decorateRequest('repeatsRefusal', false);
  app.decorateRequest('isCounted', false);
  app.addHook('onRequest', async (request, reply) => {
    const weight = weigh(request);
    request.isCounted = weight > 0;
    const key = getAddressKey(request.callerIp);
    const staysInMemory = request.isCounted || hasBody(request.raw);
    if (staysInMemory && !openRequests.admit(key, reply.raw)) throw refuse(request, key, 1);
    if (!request.isCounted) return;
    await limits.takeRequest(request.callerIp, weight).catch((error: unknown) => {
      const isRefusal = error instanceof AppError && error.retryAfterSeconds;
      throw isRefusal ? refuse(request, key, isRefusal) : error;
    });
  });

  /** Only the first refusal of an address is logged until it may try again. */
  function refuse(request: FastifyRequest, key: string, retryAfterSeconds: number): AppError {
    const time = now().getTime();
    request.repeatsRefusal = (refusedUntil.get(key) ?? 0) > time;
    if (refusedUntil.size >= MAX_REMEMBERED_REFUSALS) refusedUntil.clear();
    if (!request.repeatsRefusal) refusedUntil.set(key, time + retryAfterSeconds * 1000);
    return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds });
  }
}

/** Closes new connections of an IP address that already has this many, so that it can't use up all of them. */
export function limitConnections(server: Server, max: number): void {
  const connections = createShares(max);
  server.on('connection', (socket: Socket) => {
    if (!connections.admit(getAddressKey(socket.remoteAddress ?? ''), socket)) socket.destroy();
  });
}

/** Counts what each key has open, until it is closed. */
function createShares(max: number) {
  const counts = new Map<string, number>();
  return {
    admit: (key: string, opened: EventEmitter): boolean => {
      const count = counts.get(key) ?? 0;
      if (count >= max) return false;
      counts.set(key, count + 1);
      opened.once('close', () => {
        const remaining = (counts.get(key) ?? 1) - 1;
        if (remaining > 0) counts.set(key, remaining);
        else counts.delete(key);
      });
      return true;
    },
  };
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
  interface FastifyRequest {
    /** False for an exempt request, such as one for a hashed file, which counts if there is no such file. */
    isCounted: boolean;
    /** The request was refused by the general limit like an earlier one, which was logged. */
    repeatsRefusal: boolean;
  }
}
