import { z } from 'zod';
import { optionalLine } from '../lib/text.ts';

/** A reference code, an email, or the beginning of a name. */
export const referenceQuery = z.object({ value: optionalLine(254) });

/** An affiliate in the search results. The email is masked. */
export const referrer = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  referenceCode: z.string().nullable(),
});
export type Referrer = z.infer<typeof referrer>;
