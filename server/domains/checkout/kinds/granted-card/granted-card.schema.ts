import { z } from 'zod';
import { latinNameRule } from '../../../../lib/latin-name.schema.ts';
import { MAX_GRANTED_MONTHS } from '../../../../lib/staff-bounds.ts';
import { registration } from '../../../accounts/account.schema.ts';

const months = z.coerce
  .number({ error: 'Required' })
  .int('Enter whole months')
  .min(1, 'At least 1 month')
  .max(MAX_GRANTED_MONTHS, `At most ${MAX_GRANTED_MONTHS} months`);

/** The stored cart: a membership that staff gave away. It ends by itself. */
export const grantedCart = z.object({
  plan: z.int(),
  months: z.int(),
  firstname: z.string(),
  lastname: z.string(),
  latinName: z.string().nullish(),
});

/**
 * The input for giving away a membership. It goes to the account with this email address or, if there is
 * none, to a guest.
 */
export const grantMembershipInput = registration
  .pick({ email: true, firstname: true, lastname: true, latinName: true })
  .extend({
    plan: z
      .string({ error: 'Please choose a plan' })
      .regex(/^\d{1,4}$/, 'Please choose a plan')
      .transform(Number),
    months,
  })
  .check(latinNameRule);
export type GrantMembershipInput = z.infer<typeof grantMembershipInput>;
