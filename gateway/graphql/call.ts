import type { DocumentNode } from 'graphql';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '../caller.ts';

export interface PreparedDocument {
  /** What a call with this document takes from the general limit. */
  cost: number;
  /** The document, or why it can't be parsed. */
  parsed: DocumentNode | Error;
  /** The limit that the document exceeds. */
  violation?: string | undefined;
  isValid: boolean;
  /** Marks the document as valid, and caches it if it is small. */
  accept(): void;
}

export interface GraphQLCall {
  document: PreparedDocument;
  context: Context;
  caller: Caller;
  /**
   * Throws CSRF if a request with the cookie of a valid session has no matching CSRF header or comes from a
   * foreign origin.
   */
  assertCsrf(): Promise<void>;
}
