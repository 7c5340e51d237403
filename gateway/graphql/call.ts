import type { Context } from '#server/context.ts';
import type { Caller } from '../caller.ts';

export interface GraphQLCall {
  context: Context;
  caller: Caller;
  /**
   * Throws CSRF if a request with the cookie of a valid session has no matching CSRF header or comes from a
   * foreign origin.
   */
  assertCsrf(): Promise<void>;
}
