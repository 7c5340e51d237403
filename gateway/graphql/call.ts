import type { Context } from '#server/context.ts';
import type { Caller } from '../caller.ts';

/** What one GraphQL request carries to every field that it asks for. */
export interface GraphQLCall {
  context: Context;
  caller: Caller;
  /** Throws where a change is asked with a session cookie and without its CSRF header (DESIGN D47). */
  confirmChange(): void;
}
