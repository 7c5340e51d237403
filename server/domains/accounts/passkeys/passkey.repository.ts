import type { Insertable } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PasskeysTable } from '#db/tables/accounts.ts';

export interface Passkey {
  id: string;
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Returns the oldest passkeys first. */
export async function findPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkeys')
    .select(['id', 'credentialId', 'publicKey', 'counter', 'transports', 'name', 'createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Returns false if this or another account already has the passkey. */
export async function insertPasskey(trx: Trx, passkey: Insertable<PasskeysTable>): Promise<boolean> {
  const result = await trx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Returns false if the passkey was removed or used concurrently. */
export async function updateUse(
  trx: Trx,
  { id, counter }: Pick<Passkey, 'id' | 'counter'>,
  use: { counter: number; lastUsedAt: Date },
): Promise<boolean> {
  const result = await trx
    .updateTable('passkeys')
    .set(use)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function deletePasskeys(trx: Trx, accountId: string, ids: readonly string[]): Promise<void> {
  await trx.deleteFrom('passkeys').where('accountId', '=', accountId).where('id', 'in', ids).execute();
}
