import type { SessionAccount } from './accounts/session.schema.ts';
import type { Deps } from './deps.ts';

/** The caller of one request. Every entry point (tRPC, GraphQL, plain HTTP) creates one per request. */
export interface Context {
  deps: Deps;
  /** The signed-in account; null for a visitor. */
  account: SessionAccount | null;
  /** The session's id, for ending it. */
  sessionId: string | null;
  ip: string;
  requestId: string;
  /** The web app, or a client of the older contract: legacy callers send no key, no price and no e-mail link. */
  entryPoint: 'web' | 'legacy';
  /** The key that the visitor's cookie holds already, if any. */
  existingGuestKey: string | null;
  /**
   * A visitor's own random key from a signed cookie (DESIGN D41). Where there is none, `first` becomes it: a
   * browser that never saw the answer with the cookie sends the same key again and is known by it.
   */
  guestKey(first: string): string;
  /** Starts a session for the account and hands its cookie to the browser; the former session ends. */
  signIn(accountId: string): Promise<void>;
  signOut(): Promise<void>;
  /** Whether the account holds a valid membership now; asked of the database once. */
  isMember(): Promise<boolean>;
  /** What each plan costs, in words by its slug: '$49.95'. */
  planPrices(): Promise<Record<string, string>>;
}

/** A call by a signed-in account. */
export type AccountContext = Context & { account: SessionAccount };
