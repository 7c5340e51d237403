import type { KnownBrowser, SessionAccount } from './accounts/sessions/session.schema.ts';
import type { Deps } from './deps.ts';

/** The caller of one request. Every entry point (tRPC, GraphQL, plain HTTP) creates one per request. */
export interface Context {
  deps: Deps;
  /** The signed-in account; null for a visitor. */
  account: SessionAccount | null;
  sessionId: string | null;
  ip: string;
  requestId: string;
  /** 'legacy' is the gateway: older clients send no idempotency key, price, or form token. */
  entryPoint: 'web' | 'legacy';
  /** The visitor's key, if the request has its cookie. */
  existingGuestKey: string | null;
  /**
   * The visitor's random key, from a signed cookie (D41). Without the cookie, `fallback` becomes the key: a browser that
   * never received the response with the cookie sends the same `fallback` again, so it gets the same key.
   */
  guestKey(fallback: string): string;
  /** The browser, if it signed in before (D57). */
  knownBrowser: KnownBrowser | null;
  /** Starts a session for the account, sets its cookie, and ends the previous session. */
  signIn(accountId: string): Promise<void>;
  signOut(): Promise<void>;
  /** Whether the account has a valid membership. Queries the database at most once per request. */
  isMember(): Promise<boolean>;
  /** Whether nothing but a trial covers the account's business. */
  hasOnlyTrial(): Promise<boolean>;
  /** Formatted plan prices by slug: '$49.95'. */
  planPrices(): Promise<Record<string, string>>;
}

/** A call by a signed-in account. */
export type AccountContext = Context & { account: SessionAccount };
