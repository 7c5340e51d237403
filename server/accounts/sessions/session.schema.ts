import { z } from 'zod';
import { requiredLine } from '../../lib/text.ts';
import { existingPassword } from '../account.schema.ts';

/** The fields of the signed-in account that every request reads with the session. */
export const sessionAccount = z.object({
  id: z.uuid(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  accountType: z.int(),
});
export type SessionAccount = z.infer<typeof sessionAccount>;

/** An account, and its security version when its owner was identified or a link was made (D75). */
export interface SecuredAccount {
  id: string;
  securityVersion: number;
}

/** A malformed email address is handled like an unknown one, so that both return the same error. */
export const credentials = z.object({
  email: requiredLine('Required Field', 254),
  password: existingPassword,
});
export type Credentials = z.infer<typeof credentials>;

/**
 * A browser that has signed in before. It has its own limit for failed sign-ins, so that strangers can't lock
 * its accounts out (D57).
 */
export interface KnownBrowser {
  id: string;
  /** The accounts that have signed in, most recent first. */
  accountIds: string[];
}
