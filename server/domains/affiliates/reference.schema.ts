import { z } from 'zod';
import { readReferenceSearch } from '../../lib/readers/reference-code.ts';
import { optionalReading } from '../../lib/text.ts';

/** A reference code, a referral link, an email address, or the beginning of a name. */
export const referenceQuery = z.object({ value: optionalReading(readReferenceSearch, 254) });

/**
 * An affiliate in the search results. The email address is masked, unless the searcher entered it or is
 * staff.
 */
export const referrer = z.object({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  referenceCode: z.string().nullable(),
});
export type Referrer = z.infer<typeof referrer>;
