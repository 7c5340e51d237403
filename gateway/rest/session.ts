import type { FastifyInstance } from 'fastify';
import { redeemIdToken } from '#server/accounts/session.service.ts';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { CSRF_COOKIE, isForeignOrigin, issueCsrfToken, sameToken } from '#server/http/csrf.ts';
import { sessionIdOf } from '#server/http/request-context.ts';
import { beginCall, readBody } from './call.ts';
import { sessionLogin } from './session.schema.ts';

export function registerSession(api: FastifyInstance, deps: Deps): void {
  api.get('/csrf', async (request, reply) => ({ csrfToken: issueCsrfToken(deps, request, reply) }));

  api.get('/session', async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    return { user: await caller.viewer.user() };
  });

  api.post('/sessionLogin', { config: { csrfTokenInBody: true } }, async (request, reply) => {
    const { ctx } = await beginCall(deps, request, reply);
    await deps.limits.take('general', ctx);
    const { idToken, csrfToken, bearer } = readBody(sessionLogin, request);
    // Another site may neither plant a session in a browser nor ask for one to carry away.
    const confirmed = bearer || sameToken(csrfToken ?? undefined, request.cookies[CSRF_COOKIE]);
    if (!confirmed || isForeignOrigin(deps, request)) throw new AppError('CSRF');
    const { accountId } = await redeemIdToken(deps, idToken);
    if (!bearer) {
      await ctx.signIn(accountId);
      return { status: 'success' };
    }
    const former = sessionIdOf(deps, request);
    if (former && !former.byCookie) await deps.sessions.end(former.id);
    const { sessionId } = await deps.sessions.create(accountId);
    return { status: 'success', sessionId };
  });

  api.get('/logout', async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    const byBearer = sessionIdOf(deps, request)?.byCookie === false;
    if (request.headers['sec-fetch-site'] === 'cross-site' && !byBearer) throw new AppError('CSRF');
    await caller.accounts.logout();
    return { status: 'success' };
  });
}
