import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { sessionIdOf } from './request-context.ts';

export const CSRF_COOKIE = 'csrfToken';
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Sets the CSRF token as a cookie that scripts can read, and returns it. Keeps a valid token. */
export function issueCsrfToken(deps: Deps, request: FastifyRequest, reply: FastifyReply): string {
  const present = request.cookies[CSRF_COOKIE];
  if (present && /^[\w-]{32,64}$/.test(present)) return present;
  const token = randomBytes(24).toString('base64url');
  reply.setCookie(CSRF_COOKIE, token, {
    sameSite: 'lax',
    secure: deps.config.production,
    path: '/',
    ...(deps.config.cookieDomain ? { domain: deps.config.cookieDomain } : {}),
  });
  return token;
}

export function sameToken(token: string | undefined, cookie: string | undefined): boolean {
  if (!token || !cookie) return false;
  const [a, b] = [Buffer.from(token), Buffer.from(cookie)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** True if a page of an unknown site makes the request. Servers send no origin. */
export function isForeignOrigin(deps: Deps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  if (origin === new URL(deps.config.publicUrl).origin || deps.config.corsOrigins.includes(origin))
    return false;
  return URL.parse(origin)?.host !== request.host;
}

/** Throws CSRF for a change by session cookie without the header or from a foreign origin (D47). */
export function assertConfirmedChange(deps: Deps, request: FastifyRequest): void {
  if (!sessionIdOf(deps, request)?.byCookie) return;
  const header = request.headers['x-csrf-token'];
  const token = typeof header === 'string' ? header : undefined;
  // The sign-in route receives the token in its body and checks it itself.
  const inBody = request.routeOptions.config.csrfTokenInBody === true;
  if (isForeignOrigin(deps, request)) throw new AppError('CSRF');
  if (!inBody && !sameToken(token, request.cookies[CSRF_COOKIE])) throw new AppError('CSRF');
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
