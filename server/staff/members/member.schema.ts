import { z } from 'zod';
import { personName } from '../../domains/accounts/profile/profile.schema.ts';
import { emailLine } from '../../lib/text.ts';
import { history } from './person-parts.schema.ts';

export const memberInput = z.object({ id: z.uuid() });

export const memberDetail = history.extend({
  id: z.uuid(),
  firstname: z.string(),
  lastname: z.string(),
  latinName: z.string().nullable(),
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** The address that the account changes to once its owner follows the link sent there. */
  pendingEmail: z.string().nullable(),
  zip: z.string(),
  type: z.string(),
  referenceCode: z.string().nullable(),
  customerId: z.string().nullable(),
  joined: z.date(),
  memberships: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      plan: z.string(),
      holder: z.string(),
      state: z.string(),
      expires: z.date(),
    }),
  ),
  sessions: z.array(
    z.object({ id: z.uuid(), device: z.string().nullable(), createdAt: z.date(), lastUsedAt: z.date() }),
  ),
});

const storedName = z.object({ firstname: z.string(), lastname: z.string() });

/** `previous` is the name when the form was opened, so that nobody's correction is overwritten. */
export const correctNameInput = personName.safeExtend({ id: z.uuid(), previous: storedName });
export const mailInput = z.object({ id: z.uuid() });
export const addressInput = z.object({ email: emailLine('Required Field') });
