import type { FastifyInstance } from 'fastify';
import {
  assertNotCrossSite,
  CSRF_COOKIE,
  isForeignOrigin,
  isSameToken,
  issueCsrfToken,
} from '#server/app/http/csrf.ts';
import { readSessionId } from '#server/app/http/request-context.ts';
import { redeemIdToken } from '#server/domains/accounts/sessions/session.service.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginCall, beginCountedCall, readBody } from './call.ts';
import { sessionLogin } from './session.schema.ts';

export function registerSession(api: FastifyInstance, deps: Deps): void {
  api.get('/csrf', async (request, reply) => ({ csrfToken: issueCsrfToken(deps, request, reply) }));

  api.get('/session', async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    return { user: await caller.viewer.user() };
  });

  api.post('/sessionLogin', { config: { csrfTokenInBody: true } }, async (request, reply) => {
    const ctx = await beginCountedCall(deps, request, reply);
    const { idToken, csrfToken, bearer } = readBody(sessionLogin, request);
    // Prevents a page on another site from signing the browser in or obtaining a session id.
    const isConfirmed = bearer || isSameToken(csrfToken ?? undefined, request.cookies[CSRF_COOKIE]);
    if (!isConfirmed || isForeignOrigin(deps, request)) throw new AppError('CSRF');
    const account = await redeemIdToken(deps, idToken);
    if (!bearer) {
      await ctx.signIn(account);
      return { status: 'success' };
    }
    const previousSession = readSessionId(deps, request);
    if (previousSession && !previousSession.isFromCookie) await deps.sessions.end(previousSession.id);
    const userAgent = request.headers['user-agent'];
    const { sessionId } = await deps.sessions.create(account, { userAgent });
    return { status: 'success', sessionId };
  });

  api.get('/logout', async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    assertNotCrossSite(deps, request);
    await caller.accounts.logout();
    return { status: 'success' };
  });
}
