import { z } from 'zod';
import { requiredLine } from '../../lib/text.ts';
import { presentPassword } from '../account.schema.ts';

/** The signed-in account, as every request has it. */
export const sessionAccount = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  accountType: z.int(),
});
export type SessionAccount = z.infer<typeof sessionAccount>;

/** A malformed address is treated as an unknown one, so that every refusal reads the same. */
export const credentials = z.object({
  email: requiredLine('Required Field', 254),
  password: presentPassword,
});
export type Credentials = z.infer<typeof credentials>;
