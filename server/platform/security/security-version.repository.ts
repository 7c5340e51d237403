import { sql } from 'kysely';
import type { Trx } from '#db/client.ts';
import type { SecuredAccount } from './session-account.ts';

/**
 * Locks the account until the transaction ends, so that it can't be recovered in between. Returns undefined
 * for accounts that nobody can sign in to.
 */
export async function lockSecurityVersion(trx: Trx, id: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('accounts')
    .select('securityVersion')
    .where('id', '=', id)
    .where('isHouse', '=', false)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.securityVersion;
}

/** Raises the version and cancels a pending change of email. Returns the account with its new version. */
export async function raiseSecurityVersion(trx: Trx, id: string): Promise<SecuredAccount> {
  return trx
    .updateTable('accounts')
    .set({ securityVersion: sql<number>`security_version + 1`, pendingEmail: null })
    .where('id', '=', id)
    .returning(['id', 'securityVersion'])
    .executeTakeFirstOrThrow();
}
