import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieToSet } from '../accounts/sessions/session.ts';
import { listPriceTexts } from '../catalog/plan.service.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { hasValidMembership } from '../memberships/membership.service.ts';

const GUEST_COOKIE = 'buyer';
const GUEST_DAYS = 7;

function bearerSession(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
}

/** The session id a request carries, and whether a cookie carried it (then a change needs the CSRF header). */
export function sessionIdOf(deps: Deps, request: FastifyRequest): { id: string; byCookie: boolean } | null {
  const bearer = bearerSession(request);
  if (bearer) return { id: bearer, byCookie: false };
  const cookie = request.cookies[deps.sessions.cookieName];
  return cookie ? { id: cookie, byCookie: true } : null;
}

/** Creates the context of one request. */
export async function createRequestContext(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  entryPoint: Context['entryPoint'],
): Promise<Context> {
  const setCookie = ({ name, value, attributes }: CookieToSet) =>
    reply.setCookie(name, value, { ...attributes });
  const sent = sessionIdOf(deps, request);
  const session = sent ? await deps.sessions.validate(sent.id) : null;
  if (session?.renew && sent?.byCookie) setCookie(session.renew);

  const signedGuest = request.cookies[GUEST_COOKIE];
  const unsigned = signedGuest ? request.unsignCookie(signedGuest) : null;
  let guestKey = unsigned?.valid ? unsigned.value : null;
  let membership: Promise<boolean> | undefined;

  return {
    deps,
    account: session?.account ?? null,
    sessionId: session && sent ? sent.id : null,
    ip: request.ip,
    requestId: request.id,
    entryPoint,
    existingGuestKey: guestKey,
    guestKey: (first) => {
      if (guestKey) return guestKey;
      guestKey = first;
      reply.setCookie(GUEST_COOKIE, guestKey, {
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.config.production,
        path: '/',
        maxAge: GUEST_DAYS * 86_400,
      });
      return guestKey;
    },
    signIn: async (accountId) => {
      if (sent) await deps.sessions.end(sent.id);
      const { cookie } = await deps.sessions.create(accountId);
      setCookie(cookie);
    },
    signOut: async () => {
      if (sent) await deps.sessions.end(sent.id);
      // A bearer call must not end the session in the browser's cookie.
      if (!sent || sent.byCookie) setCookie(deps.sessions.blankCookie());
    },
    isMember: async () => {
      if (!session) return false;
      membership ??= hasValidMembership(deps.db, session.account.id, deps.now());
      return membership;
    },
    planPrices: () => listPriceTexts(deps.db),
  };
}
