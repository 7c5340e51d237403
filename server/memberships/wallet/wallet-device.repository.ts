import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/** Locks the telephone until the transaction ends, notes where it is reached now, and says its tag. */
export async function upsertDevice(trx: Trx, id: string, pushToken: string): Promise<number> {
  const { tag } = await trx
    .insertInto('walletDevices')
    .values({ id, pushToken })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ pushToken }))
    .returning('tag')
    .executeTakeFirstOrThrow();
  return tag;
}

/** Counts something new for a telephone. */
export async function advanceDevice(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('walletDevices').set({ tag: sql`tag + 1` }).where('id', '=', id).execute();
}

/** False where the telephone hears of this pass already. */
export async function insertRegistration(
  trx: Trx,
  registration: { deviceId: string; membershipId: string; tag: number; registeredAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('walletRegistrations')
    .values(registration)
    .onConflict((conflict) => conflict.columns(['deviceId', 'membershipId']).doNothing())
    .returning('tag')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets all but the newest telephones of a pass. */
export async function keepNewestRegistrations(trx: Trx, membershipId: string, kept: number): Promise<void> {
  await trx
    .deleteFrom('walletRegistrations')
    .where('membershipId', '=', membershipId)
    .where('deviceId', 'in', (eb) =>
      eb
        .selectFrom('walletRegistrations')
        .select('deviceId')
        .where('membershipId', '=', membershipId)
        .orderBy('registeredAt', 'desc')
        .orderBy('deviceId')
        .offset(kept),
    )
    .execute();
}

export async function deleteRegistration(trx: Trx, deviceId: string, membershipId: string): Promise<void> {
  await trx
    .deleteFrom('walletRegistrations')
    .where('deviceId', '=', deviceId)
    .where('membershipId', '=', membershipId)
    .execute();
}

/** A telephone that hears of no pass any more is none of our business. */
export async function deleteUnusedDevice(trx: Trx, deviceId: string): Promise<void> {
  await trx
    .deleteFrom('walletDevices')
    .where('id', '=', deviceId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('walletRegistrations')
            .select('deviceId')
            .whereRef('walletRegistrations.deviceId', '=', 'walletDevices.id'),
        ),
      ),
    )
    .execute();
}

/** A telephone's passes that changed after a tag, and the newest tag of all. */
export async function findChangedSince(
  db: Db,
  deviceId: string,
  tag: number,
): Promise<{ tag: number; membershipIds: string[] } | undefined> {
  const rows = await db
    .selectFrom('walletDevices')
    .innerJoin('walletRegistrations', 'walletRegistrations.deviceId', 'walletDevices.id')
    .select(['walletRegistrations.membershipId', 'walletDevices.tag'])
    .where('walletDevices.id', '=', deviceId)
    .where('walletRegistrations.tag', '>', tag)
    .orderBy('walletRegistrations.tag')
    .execute();
  const [first] = rows;
  return first && { tag: first.tag, membershipIds: rows.map(({ membershipId }) => membershipId) };
}

/**
 * Counts a pass's change at each of its telephones. Their rows are locked first, in one order: whoever reads a
 * telephone's tag has then seen every change up to it.
 */
export async function countChange(trx: Trx, membershipId: string): Promise<void> {
  const devices = await trx
    .selectFrom('walletDevices')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('walletRegistrations').select('deviceId').where('membershipId', '=', membershipId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  if (devices.length === 0) return;
  const ids = devices.map(({ id }) => id);
  await trx.updateTable('walletDevices').set({ tag: sql`tag + 1` }).where('id', 'in', ids).execute();
  await trx
    .updateTable('walletRegistrations')
    .from('walletDevices')
    .set((eb) => ({ tag: eb.ref('walletDevices.tag') }))
    .whereRef('walletDevices.id', '=', 'walletRegistrations.deviceId')
    .where('walletRegistrations.membershipId', '=', membershipId)
    .where('walletRegistrations.deviceId', 'in', ids)
    .execute();
}

/** Where the telephones that hear of a pass are reached. */
export async function findPushTokens(db: Db, membershipId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('walletRegistrations')
    .innerJoin('walletDevices', 'walletDevices.id', 'walletRegistrations.deviceId')
    .select('walletDevices.pushToken')
    .where('walletRegistrations.membershipId', '=', membershipId)
    .execute();
  return rows.map(({ pushToken }) => pushToken);
}

/** Forgets telephones that are not reached under these tokens any more, with what they wanted to hear of. */
export async function deleteDevices(db: Db, pushTokens: readonly string[]): Promise<void> {
  if (pushTokens.length === 0) return;
  await db.deleteFrom('walletDevices').where('pushToken', 'in', pushTokens).execute();
}
