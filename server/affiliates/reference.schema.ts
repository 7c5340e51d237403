import { z } from 'zod';
import { optionalLine } from '../lib/text.ts';

/** What somebody types to name who sent them: a reference code, an e-mail address, or the beginning of a name. */
export const referenceQuery = z.object({ value: optionalLine(254) });

/** An affiliate as found by it (SPEC section 3); the address is masked (DESIGN D5). */
export const referrer = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  referenceCode: z.string().nullable(),
});
export type Referrer = z.infer<typeof referrer>;
