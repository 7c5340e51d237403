import { z } from 'zod';
import { requiredLine } from '../../../lib/text.ts';
import { existingPassword } from '../account.schema.ts';

/** A malformed email address is handled like an unknown one, so that both return the same error. */
export const credentials = z.object({
  email: requiredLine('Required Field', 254),
  password: existingPassword,
});
export type Credentials = z.infer<typeof credentials>;
