import type { Context } from '#server/context.ts';
import type { Caller } from '../caller.ts';

export interface GraphQLCall {
  context: Context;
  caller: Caller;
  /** Throws if the request has a session cookie but no matching CSRF header. */
  assertCsrf(): Promise<void>;
}
