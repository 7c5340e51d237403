import { z } from 'zod';
import { requiredLine } from '../../lib/text.ts';
import { existingPassword } from '../account.schema.ts';

/** The signed-in account, as every request has it. */
export const sessionAccount = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  accountType: z.int(),
});
export type SessionAccount = z.infer<typeof sessionAccount>;

/** A malformed email is treated as an unknown one, so that every error reads the same. */
export const credentials = z.object({
  email: requiredLine('Required Field', 254),
  password: existingPassword,
});
export type Credentials = z.infer<typeof credentials>;

/** A browser that signed in before. Its own allowance keeps strangers from locking its accounts out (D57). */
export interface KnownBrowser {
  id: string;
  /** The accounts that signed in, the last one first. */
  accountIds: string[];
}
