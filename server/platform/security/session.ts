import { createHash } from 'node:crypto';
import bowser from 'bowser';
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import type { Db } from '#db/client.ts';
import { isStaff } from '../../lib/staff-permissions.ts';
import {
  deleteOtherSessions,
  deleteSession,
  deleteSessionsEndedBefore,
  findAccountSessions,
  findSessionWithAccount,
  insertSession,
  type StoredSession,
  updateLastUse,
  updateSessionExpiry,
} from './session.repository.ts';
import type { SecuredAccount, SessionAccount } from './session-account.ts';

/** Browsers send shorter user agents. */
const MAX_LENGTH = 1_000;

/** Returns, for example, 'Chrome on Windows', or null if no browser or operating system is recognized. */
function describeDevice(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > MAX_LENGTH) return null;
  const { browser, os } = bowser.parse(userAgent);
  return [browser.name, os.name].filter(Boolean).join(' on ') || null;
}

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionTimes, { account: SessionAccount }>;
    DatabaseSessionAttributes: SessionTimes & {
      device: string | null;
      isFromStaffToken: boolean;
      securityVersion: number;
    };
    DatabaseUserAttributes: { account: SessionAccount };
  }
}

type SessionTimes = Pick<StoredSession, 'endsAt' | 'lastUsedAt' | 'createdAt' | 'passkeyAt'>;

const IDLE_TIMEOUT = new TimeSpan(30, 'd');
const MAX_SESSION_HOURS = 90 * 24;
const MAX_STAFF_SESSION_HOURS = 12;
/** The time of last use is updated at most this often, so that few requests write to the database. */
const LAST_USE_MS = 3_600_000;
const PLAIN_COOKIE_NAME = 'session';

export interface CookieToSet {
  name: string;
  value: string;
  attributes: Record<string, unknown>;
}

interface ValidSession {
  account: SessionAccount;
  /** When the session last used a passkey. */
  passkeyAt: Date | null;
  renew: CookieToSet | null;
}

interface NewSession {
  /** The owner's list of sessions shows a description of it, such as 'Chrome on Windows'. */
  userAgent?: string | undefined;
  /** Whether the session may add the account's first passkey (D57). */
  isFromStaffToken?: boolean;
}

export interface SessionManager {
  readonly cookieName: string;
  /**
   * Returns the session's account, or null if the session has ended. If it was extended, `renew` is the
   * cookie to send again.
   */
  validate(sessionId: string): Promise<ValidSession | null>;
  /** The session is dead if the account was recovered since its owner was identified (D75). */
  create(account: SecuredAccount, options?: NewSession): Promise<{ sessionId: string; cookie: CookieToSet }>;
  end(sessionId: string): Promise<void>;
  /** Returns a cookie that removes the session's cookie. */
  blankCookie(): CookieToSet;
}

const addHours = (instant: Date, hours: number) => new Date(instant.getTime() + hours * 3_600_000);

export function hashSessionId(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('hex');
}

/** The database stores only a hash of the session id, so a leaked database contains no usable session. */
function createAdapter(db: Db): Adapter {
  const toLucia = ({ idHash, accountId, expiresAt, ...times }: StoredSession): DatabaseSession => ({
    id: idHash,
    userId: accountId,
    expiresAt,
    attributes: { ...times, device: null, isFromStaffToken: false },
  });
  return {
    getSessionAndUser: async (sessionId) => {
      const storedRow = await findSessionWithAccount(db, hashSessionId(sessionId));
      if (!storedRow) return [null, null];
      // Lucia expects the id that it requested, not the stored hash.
      return [
        { ...toLucia(storedRow.session), id: sessionId },
        { id: storedRow.account.id, attributes: { account: storedRow.account } },
      ];
    },
    getUserSessions: async (accountId) => (await findAccountSessions(db, accountId)).map(toLucia),
    setSession: (session) =>
      insertSession(db, {
        idHash: hashSessionId(session.id),
        accountId: session.userId,
        expiresAt: session.expiresAt,
        ...session.attributes,
      }),
    updateSessionExpiration: (sessionId, expiresAt) =>
      updateSessionExpiry(db, hashSessionId(sessionId), expiresAt),
    deleteSession: (sessionId) => deleteSession(db, hashSessionId(sessionId)),
    deleteUserSessions: (accountId) => deleteOtherSessions(db, accountId, null),
    deleteExpiredSessions: () => deleteSessionsEndedBefore(db, new Date()),
  };
}

/**
 * A session ends after 15 to 30 days without use, because lucia extends it only in its last 15 days. It ends
 * after 90 days in any case, or after 12 hours if its account is staff (D57).
 */
export function createSessions(
  db: Db,
  options: { secure: boolean; domain: string | undefined; now: () => Date },
): SessionManager {
  // Browsers accept a `__Host-` cookie only from this host and over HTTPS. No other name is accepted then, so
  // that another subdomain can't sign a visitor in to its own account.
  const cookieName = options.secure && !options.domain ? `__Host-${PLAIN_COOKIE_NAME}` : PLAIN_COOKIE_NAME;
  const lucia = new Lucia(createAdapter(db), {
    sessionExpiresIn: IDLE_TIMEOUT,
    sessionCookie: {
      name: cookieName,
      attributes: {
        secure: options.secure,
        sameSite: 'lax',
        path: '/',
        ...(options.domain ? { domain: options.domain } : {}),
      },
    },
    getSessionAttributes: ({ endsAt, lastUsedAt, createdAt, passkeyAt }) => ({
      endsAt,
      lastUsedAt,
      createdAt,
      passkeyAt,
    }),
    getUserAttributes: (attributes) => ({ account: attributes.account }),
  });
  const toCookie = (cookie: { name: string; value: string; attributes: object }): CookieToSet => ({
    name: cookie.name,
    value: cookie.value,
    attributes: { ...cookie.attributes },
  });
  return {
    cookieName,
    validate: async (sessionId) => {
      const { session, user } = await lucia.validateSession(sessionId);
      if (!session) return null;
      // The account may have become staff after the session began.
      const staffEnd = isStaff(user.account.accountType)
        ? addHours(session.createdAt, MAX_STAFF_SESSION_HOURS)
        : null;
      const endsAt = staffEnd && staffEnd < session.endsAt ? staffEnd : session.endsAt;
      if (endsAt <= options.now()) {
        await lucia.invalidateSession(sessionId);
        return null;
      }
      if (options.now().getTime() - session.lastUsedAt.getTime() > LAST_USE_MS) {
        await updateLastUse(db, hashSessionId(sessionId), options.now());
      }
      return {
        account: user.account,
        passkeyAt: session.passkeyAt,
        renew: session.fresh ? toCookie(lucia.createSessionCookie(sessionId)) : null,
      };
    },
    create: async ({ id, securityVersion }, { userAgent, isFromStaffToken = false } = {}) => {
      const now = options.now();
      const session = await lucia.createSession(id, {
        endsAt: addHours(now, MAX_SESSION_HOURS),
        createdAt: now,
        lastUsedAt: now,
        passkeyAt: null,
        device: describeDevice(userAgent),
        isFromStaffToken,
        securityVersion,
      });
      return { sessionId: session.id, cookie: toCookie(lucia.createSessionCookie(session.id)) };
    },
    end: (sessionId) => lucia.invalidateSession(sessionId),
    blankCookie: () => toCookie(lucia.createBlankSessionCookie()),
  };
}
