import type { SessionAccount } from './accounts/sessions/session.schema.ts';
import type { Deps } from './deps.ts';

/** The caller of one request. Every entry point (tRPC, GraphQL, plain HTTP) creates one per request. */
export interface Context {
  deps: Deps;
  /** The signed-in account; null for a visitor. */
  account: SessionAccount | null;
  sessionId: string | null;
  ip: string;
  requestId: string;
  /** The web app, or a client of the older contract: legacy callers send no key, no price and no e-mail link. */
  entryPoint: 'web' | 'legacy';
  /** The visitor's key, if the request has its cookie. */
  existingGuestKey: string | null;
  /**
   * A visitor's own random key from a signed cookie (DESIGN D41). Where there is none, `first` becomes it: a
   * browser that never saw the answer with the cookie sends the same key again and is known by it.
   */
  guestKey(first: string): string;
  /** Starts a session for the account, sets its cookie, and ends the previous session. */
  signIn(accountId: string): Promise<void>;
  signOut(): Promise<void>;
  /** Whether the account has a valid membership. Queries the database at most once per request. */
  isMember(): Promise<boolean>;
  /** Formatted plan prices by slug: '$49.95'. */
  planPrices(): Promise<Record<string, string>>;
}

/** A call by a signed-in account. */
export type AccountContext = Context & { account: SessionAccount };
