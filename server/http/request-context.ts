import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseKnownBrowser, rememberAccount } from '../accounts/sessions/known-browser.ts';
import type { CookieToSet } from '../accounts/sessions/session.ts';
import { hasOnlyTrial } from '../business-plans/trial.service.ts';
import { listPriceTexts } from '../catalog/plan.service.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { parseReferral } from '../lib/referral.ts';
import { hasValidMembership } from '../memberships/membership.service.ts';
import { parseAddress } from '../rate-limits/address-key.ts';

/** The cookie that web/lib/referral.ts sets. */
const REFERRAL_COOKIE = 'ref';
const GUEST_COOKIE = 'buyer';
const GUEST_DAYS = 7;
const BROWSER_COOKIE = 'browser';
const BROWSER_DAYS = 365;

function readBearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization ?? '';
  return header.startsWith('Bearer ') ? header.slice('Bearer '.length) : null;
}

/** Reads the caller's IP address when a request arrives, because a closed connection no longer has one. */
export function registerCallerAddress(app: FastifyInstance): void {
  app.decorateRequest('callerIp', '');
  app.addHook('onRequest', (request, _reply, done) => {
    // Without an IP address, the connection is already closed. Nobody reads the response, and nothing has
    // been done yet.
    const address = parseAddress(request.ip) ?? request.socket.remoteAddress;
    if (!address) return done(new AppError('UNAVAILABLE'));
    request.callerIp = address;
    done();
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    callerIp: string;
  }
}

/**
 * Returns the request's session id, and whether it came from a cookie. If so, a mutation needs the CSRF
 * header.
 */
export function readSessionId(
  deps: Deps,
  request: FastifyRequest,
): { id: string; isFromCookie: boolean } | null {
  const bearer = readBearerToken(request);
  if (bearer) return { id: bearer, isFromCookie: false };
  const cookie = deps.sessions.cookieNames.map((name) => request.cookies[name]).find(Boolean);
  return cookie ? { id: cookie, isFromCookie: true } : null;
}

export async function createRequestContext(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  entryPoint: Context['entryPoint'],
): Promise<Context> {
  const setCookie = ({ name, value, attributes }: CookieToSet) =>
    reply.setCookie(name, value, { ...attributes });
  const sentSession = readSessionId(deps, request);
  const session = sentSession ? await deps.sessions.validate(sentSession.id) : null;
  if (session?.renew && sentSession?.isFromCookie) setCookie(session.renew);

  const signedGuestKey = request.cookies[GUEST_COOKIE];
  const unsignedGuest = signedGuestKey ? request.unsignCookie(signedGuestKey) : null;
  let guestKey = unsignedGuest?.valid ? unsignedGuest.value : null;
  const signedBrowser = request.cookies[BROWSER_COOKIE];
  const unsignedBrowser = signedBrowser ? request.unsignCookie(signedBrowser) : null;
  const knownBrowser = parseKnownBrowser(unsignedBrowser?.valid ? unsignedBrowser.value : null);
  let membershipCheck: Promise<boolean> | undefined;

  return {
    deps,
    account: session?.account ?? null,
    sessionId: session && sentSession ? sentSession.id : null,
    passkeyAt: session && sentSession?.isFromCookie ? session.passkeyAt : null,
    ip: request.callerIp,
    requestId: request.id,
    entryPoint,
    existingGuestKey: guestKey,
    referral: parseReferral(request.cookies[REFERRAL_COOKIE] ?? ''),
    knownBrowser,
    guestKey: (fallback) => {
      if (guestKey) return guestKey;
      guestKey = fallback;
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
    signIn: async (accountId, options) => {
      if (sentSession) await deps.sessions.end(sentSession.id);
      const userAgent = request.headers['user-agent'];
      const { cookie } = await deps.sessions.create(accountId, { userAgent, ...options });
      setCookie(cookie);
      reply.setCookie(BROWSER_COOKIE, rememberAccount(knownBrowser, accountId), {
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.config.production,
        path: '/',
        maxAge: BROWSER_DAYS * 86_400,
      });
    },
    signOut: async () => {
      if (sentSession) await deps.sessions.end(sentSession.id);
      // A bearer call must not clear the browser's session cookie.
      if (!sentSession || sentSession.isFromCookie) deps.sessions.blankCookies().forEach(setCookie);
    },
    isMember: async () => {
      if (!session) return false;
      membershipCheck ??= hasValidMembership(deps.db, session.account.id, deps.now());
      return membershipCheck;
    },
    hasOnlyTrial: async () => session !== null && hasOnlyTrial(deps.db, session.account.id, deps.now()),
    planPrices: () => listPriceTexts(deps.db),
  };
}
