import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { readSessionId } from './request-context.ts';

export const CSRF_COOKIE = 'csrfToken';
export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns the CSRF token in the request's cookie. If there is none, sets a new one in a cookie that scripts
 * can read.
 */
export function issueCsrfToken(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const existingToken = request.cookies[CSRF_COOKIE];
  if (existingToken && /^[\w-]{32,64}$/.test(existingToken)) return existingToken;
  const token = randomBytes(24).toString('base64url');
  reply.setCookie(CSRF_COOKIE, token, {
    sameSite: 'lax',
    secure: deps.config.production,
    path: '/',
    ...(deps.config.cookieDomain ? { domain: deps.config.cookieDomain } : {}),
  });
  return token;
}

export function isSameToken(token: string | undefined, cookie: string | undefined): boolean {
  if (!token || !cookie) return false;
  const [a, b] = [Buffer.from(token), Buffer.from(cookie)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** True if a page on an unknown site sent the request. Requests from servers have no Origin header. */
export function isForeignOrigin(deps: Deps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  if (origin === new URL(deps.config.publicUrl).origin || deps.config.corsOrigins.includes(origin))
    return false;
  return URL.parse(origin)?.host !== request.host;
}

/**
 * Throws CSRF if a page on another site links to the URL or embeds it, for reads that cookies alone allow.
 * Passes browsers that don't say where a request comes from, and bearer sessions, which no such page has.
 */
export function assertNotCrossSite(deps: Deps, request: FastifyRequest): void {
  if (request.headers['sec-fetch-site'] !== 'cross-site') return;
  if (readSessionId(deps, request)?.isFromCookie !== false) throw new AppError('CSRF');
}

function isConfirmed(deps: Deps, request: FastifyRequest): boolean {
  if (isForeignOrigin(deps, request)) return false;
  // The sign-in route receives the token in its body and checks it itself.
  if (request.routeOptions.config.csrfTokenInBody) return true;
  const header = request.headers['x-csrf-token'];
  return isSameToken(typeof header === 'string' ? header : undefined, request.cookies[CSRF_COOKIE]);
}

/**
 * Throws CSRF if a request with the cookie of a valid session has no matching header or comes from a foreign
 * origin. Ignores the cookie of an ended session, so that an older client can sign in again (D47).
 */
export async function assertConfirmedChange(deps: Deps, request: FastifyRequest): Promise<void> {
  const session = readSessionId(deps, request);
  if (!session?.isFromCookie || isConfirmed(deps, request)) return;
  if (await deps.sessions.validate(session.id)) throw new AppError('CSRF');
}

/** Checks requests that may change something, unless their route checks them itself or needs no check. */
export function registerCsrfGuard(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { csrfByOperation, withoutCsrf } = request.routeOptions.config;
    if (SAFE_METHODS.has(request.method) || csrfByOperation || withoutCsrf) return done();
    assertConfirmedChange(deps, request).then(() => done(), done);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route compares the CSRF token in its body with the cookie. */
    csrfTokenInBody?: boolean;
    /** The route distinguishes reads from changes and checks changes itself. */
    csrfByOperation?: boolean;
    /** The route ignores the session or changes nothing for it. */
    withoutCsrf?: boolean;
  }
}
