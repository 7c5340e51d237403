import { z } from 'zod';
import { MAX_GRANT_DAYS } from '../../lib/staff-bounds.ts';
import { numberInput } from './membership.schema.ts';

/**
 * Staff extend a membership either by `days`, counted from its expiry or, if that has passed, from now, or
 * `through` the end of a day in the business time zone.
 */
export const grantInput = numberInput.extend({
  end: z.union([z.object({ days: z.int().min(1).max(MAX_GRANT_DAYS) }), z.object({ through: z.iso.date() })]),
  reason: z.string().trim().min(1).max(500),
});
export type GrantInput = z.infer<typeof grantInput>;
