import type { Insertable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PasskeysTable } from '#db/tables/accounts.ts';
import { newId } from '#server/lib/ids.ts';

/** Creates a passkey that no authenticator has. Returns its id. */
export async function makePasskey(
  db: Db,
  columns: Partial<Insertable<PasskeysTable>> & { accountId: string },
): Promise<string> {
  const id = newId();
  await db
    .insertInto('passkeys')
    .values({
      id,
      credentialId: Buffer.from(id).toString('base64url'),
      publicKey: 'none',
      counter: 0,
      transports: ['usb'],
      name: 'Laptop',
      ...columns,
    })
    .execute();
  return id;
}
