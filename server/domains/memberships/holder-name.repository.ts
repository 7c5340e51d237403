import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PersonName } from '../accounts/profile/profile.schema.ts';

/** The holder's name in Latin letters. An account's own also counts for a membership in the same name. */
export const holderLatinName = sql<string | null>`coalesce(memberships.latin_name, (select accounts.latin_name
  from accounts where accounts.id = memberships.account_id and accounts.firstname = memberships.firstname
    and accounts.lastname = memberships.lastname))`;

export async function setHolderName(
  trx: Trx,
  id: string,
  { firstname, lastname, latinName = null }: PersonName,
): Promise<void> {
  await trx.updateTable('memberships').set({ firstname, lastname, latinName }).where('id', '=', id).execute();
}

export async function findHolderLatinName(db: Db, membershipId: string): Promise<string | null> {
  const row = await db
    .selectFrom('memberships')
    .select(holderLatinName.as('latinName'))
    .where('id', '=', membershipId)
    .executeTakeFirst();
  return row?.latinName ?? null;
}
