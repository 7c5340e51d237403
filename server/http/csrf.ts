import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { readSessionId } from './request-context.ts';

export const CSRF_COOKIE = 'csrfToken';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets the CSRF token as a cookie that scripts can read, and returns it. Reuses the token in the cookie if it has one. */
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

/** Whether a page on an unknown site sends the request. Servers send no origin. */
export function isForeignOrigin(deps: Deps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  if (origin === new URL(deps.config.publicUrl).origin || deps.config.corsOrigins.includes(origin))
    return false;
  return URL.parse(origin)?.host !== request.host;
}

/** Throws CSRF if a request with a session cookie has no matching header or comes from a foreign origin (D47). */
export function assertConfirmedChange(deps: Deps, request: FastifyRequest): void {
  if (!readSessionId(deps, request)?.isFromCookie) return;
  const header = request.headers['x-csrf-token'];
  const token = typeof header === 'string' ? header : undefined;
  // The sign-in route receives the token in its body and checks it itself.
  const isTokenInBody = request.routeOptions.config.csrfTokenInBody === true;
  if (isForeignOrigin(deps, request)) throw new AppError('CSRF');
  if (!isTokenInBody && !isSameToken(token, request.cookies[CSRF_COOKIE])) throw new AppError('CSRF');
}

/** Checks every request that may change something. */
export function registerCsrfGuard(app: FastifyInstance, deps: Deps): void {
  app.addHook('onRequest', async (request) => {
    const { csrfByOperation, withoutSession } = request.routeOptions.config;
    if (SAFE_METHODS.has(request.method) || csrfByOperation || withoutSession) return;
    assertConfirmedChange(deps, request);
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route compares the CSRF token in its body with the cookie. */
    csrfTokenInBody?: boolean;
    /** The route tells queries from mutations and checks the latter itself. */
    csrfByOperation?: boolean;
    /** The route ignores the session. */
    withoutSession?: boolean;
  }
}
