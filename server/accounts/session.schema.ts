import { z } from 'zod';
import { requiredLine } from '../lib/text.ts';
import { presentPassword } from './account.schema.ts';

/** What every request knows of the person who is signed in. */
export const sessionAccount = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  accountType: z.int(),
});
export type SessionAccount = z.infer<typeof sessionAccount>;

/** Login (SPEC section 5). What is no address is an unknown one, so that every refusal reads the same. */
export const credentials = z.object({
  email: requiredLine('Required Field', 254),
  password: presentPassword,
});
export type Credentials = z.infer<typeof credentials>;
