import { z } from 'zod';

/** Longer than any token of ours; what is longer is not read. */
const TOKEN_MAX = 4_096;
const UNREADABLE = 'The request could not be read';

export const sessionLogin = z.object({
  idToken: z.string({ error: 'Required Field' }).min(1, 'Required Field').max(TOKEN_MAX, UNREADABLE),
  csrfToken: z.string({ error: UNREADABLE }).max(TOKEN_MAX, UNREADABLE).nullish(),
  /** Answers the session's id instead of setting a cookie: for a back office on another site (DESIGN D48). */
  bearer: z.boolean({ error: UNREADABLE }).default(false),
});
