import type { Referral } from '../lib/referral.ts';
import type { Deps } from './deps.ts';
import type { KnownBrowser, SecuredAccount, SessionAccount } from './security/session-account.ts';

/** Describes the caller of one request. Every entry point (tRPC, GraphQL, REST) creates one per request. */
export interface Context {
  deps: Deps;
  /** Null if the caller isn't signed in. */
  account: SessionAccount | null;
  sessionId: string | null;
  /**
   * When this session last used a passkey (D57). Always null for a session id that is sent as a bearer token, so
   * that sessions of the gateway can't open the staff console.
   */
  passkeyAt: Date | null;
  ip: string;
  requestId: string;
  /** 'legacy' is the gateway, whose older clients may omit the idempotency key, price, and form token. */
  entryPoint: 'web' | 'legacy';
  /** The visitor's key from its cookie, or null if the request has none. */
  existingGuestKey: string | null;
  /** The referral link that this browser followed last, unless its cookie expired. */
  referral: Referral | null;
  /**
   * Returns the visitor's random key from a signed cookie (D41), or `fallback` if there is no cookie. If a
   * browser never received the cookie, it sends the same `fallback` again and so keeps the same key.
   */
  guestKey(fallback: string): string;
  /** Set if someone has signed in with this browser before (D57). */
  knownBrowser: KnownBrowser | null;
  /** Starts a session, sets its cookie, and ends the previous session. */
  signIn(account: SecuredAccount, options?: { isFromStaffToken: boolean }): Promise<void>;
  signOut(): Promise<void>;
  /** Whether the account has a valid membership. Queries the database at most once per request. */
  isMember(): Promise<boolean>;
  /** Whether the account has had a trial and has no running paid plan. */
  hasOnlyTrial(): Promise<boolean>;
  /** Returns formatted plan prices by plan slug, such as '$49.95'. */
  planPrices(): Promise<Record<string, string>>;
}

export type AccountContext = Context & { account: SessionAccount };
