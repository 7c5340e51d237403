import { z } from 'zod';

/** In characters. The tokens that we issue are shorter. */
const MAX_TOKEN_LENGTH = 4_096;
const UNREADABLE_MESSAGE = 'The request could not be read';

export const sessionLogin = z.object({
  idToken: z
    .string({ error: 'Required Field' })
    .min(1, 'Required Field')
    .max(MAX_TOKEN_LENGTH, UNREADABLE_MESSAGE),
  csrfToken: z.string({ error: UNREADABLE_MESSAGE }).max(MAX_TOKEN_LENGTH, UNREADABLE_MESSAGE).nullish(),
  /**
   * If true, the response contains the session id and no cookie is set, for a back office on another site
   * (D48).
   */
  bearer: z.boolean({ error: UNREADABLE_MESSAGE }).default(false),
});
