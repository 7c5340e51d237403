import { z } from 'zod';
import { accountEmailLine } from '../../../lib/text.ts';
import { existingPassword } from '../account.schema.ts';

export const credentials = z.object({
  email: accountEmailLine('Required Field'),
  password: existingPassword,
});
export type Credentials = z.infer<typeof credentials>;
