import { z } from 'zod';
import { numberInput } from './membership.schema.ts';

/** A longer grant is probably a typo. */
export const MAX_GRANT_DAYS = 731;

/**
 * Staff extend a membership either by `days`, counted from its expiry or, if that has passed, from now, or
 * `through` the end of a day in the business time zone.
 */
export const grantInput = numberInput.extend({
  end: z.union([z.object({ days: z.int().min(1).max(MAX_GRANT_DAYS) }), z.object({ through: z.iso.date() })]),
  reason: z.string().trim().min(1).max(500),
});
export type GrantInput = z.infer<typeof grantInput>;
