import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseKnownBrowser, rememberAccount } from '../../domains/accounts/sessions/known-browser.ts';
import { hasOnlyTrial } from '../../domains/business-plans/trial.service.ts';
import { listPriceTexts } from '../../domains/catalog/plan.service.ts';
import { hasValidMembership } from '../../domains/memberships/membership.service.ts';
import { AppError } from '../../lib/errors.ts';
import { parseReferral } from '../../lib/referral.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { parseAddress } from '../../platform/rate-limits/ip-address-key.ts';
import type { CookieToSet } from '../../platform/security/session.ts';

/** The cookie that web/lib/referral.ts sets. */
const REFERRAL_COOKIE = 'ref';
const GUEST_COOKIE = { name: 'buyer', days: 7 };
const BROWSER_COOKIE = { name: 'browser', days: 365 };

/**
 * Reads and sets a signed cookie. Browsers accept the prefix `__Host-` only from this host and over HTTPS, so
 * another subdomain can't plant a cookie that it got from us.
 */
function createSignedCookie(
  { config: { production } }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  { name, days }: typeof GUEST_COOKIE,
) {
  const fullName = production ? `__Host-${name}` : name;
  const sentValue = request.cookies[fullName];
  const { valid, value } = sentValue ? request.unsignCookie(sentValue) : { valid: false, value: null };
  return {
    value: valid ? value : null,
    set: (newValue: string) =>
      reply.setCookie(fullName, newValue, {
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
        secure: production,
        path: '/',
        maxAge: days * 86_400,
      }),
  };
}

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
  const cookie = request.cookies[deps.sessions.cookieName];
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

  const guestCookie = createSignedCookie(deps, request, reply, GUEST_COOKIE);
  const browserCookie = createSignedCookie(deps, request, reply, BROWSER_COOKIE);
  let guestKey = guestCookie.value;
  const knownBrowser = parseKnownBrowser(browserCookie.value);
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
      guestCookie.set(guestKey);
      return guestKey;
    },
    signIn: async (account, options) => {
      if (sentSession) await deps.sessions.end(sentSession.id);
      const userAgent = request.headers['user-agent'];
      const { cookie } = await deps.sessions.create(account, { userAgent, ...options });
      setCookie(cookie);
      browserCookie.set(rememberAccount(knownBrowser, account.id));
    },
    signOut: async () => {
      if (sentSession) await deps.sessions.end(sentSession.id);
      // A bearer call must not clear the browser's session cookie.
      if (!sentSession || sentSession.isFromCookie) setCookie(deps.sessions.blankCookie());
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
