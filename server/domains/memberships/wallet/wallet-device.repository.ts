import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';

/**
 * Saves the device's push token and returns the device's tag. Locks the device until the transaction ends.
 */
export async function upsertDevice(trx: Trx, id: string, pushToken: string): Promise<number> {
  const { tag } = await trx
    .insertInto('walletDevices')
    .values({ id, pushToken })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ pushToken }))
    .returning('tag')
    .executeTakeFirstOrThrow();
  return tag;
}

export async function raiseDeviceTag(trx: Trx, id: string): Promise<void> {
  await trx.updateTable('walletDevices').set({ tag: sql`tag + 1` }).where('id', '=', id).execute();
}

/** Returns false if the device is already registered for this pass. */
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

export async function keepNewestRegistrations(
  trx: Trx,
  membershipId: string,
  maxCount: number,
): Promise<void> {
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
        .offset(maxCount),
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

/** Deletes the device unless it still has registrations. */
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

/**
 * Returns the device's passes that have changed since `tag`, and its newest tag. Returns undefined if there
 * are none.
 */
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
  const [firstRow] = rows;
  return firstRow && { tag: firstRow.tag, membershipIds: rows.map(({ membershipId }) => membershipId) };
}

/**
 * Records a pass's change on each of its devices. Locks the devices first, always in the same order, so that
 * nobody can read a device's new tag before the change that belongs to it.
 */
export async function recordPassChange(trx: Trx, membershipId: string): Promise<void> {
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

export async function findPushTokens(db: Db, membershipId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('walletRegistrations')
    .innerJoin('walletDevices', 'walletDevices.id', 'walletRegistrations.deviceId')
    .select('walletDevices.pushToken')
    .where('walletRegistrations.membershipId', '=', membershipId)
    .execute();
  return rows.map(({ pushToken }) => pushToken);
}

/** Also deletes the devices' registrations. */
export async function deleteDevices(db: Db, pushTokens: readonly string[]): Promise<void> {
  if (pushTokens.length === 0) return;
  await db.deleteFrom('walletDevices').where('pushToken', 'in', pushTokens).execute();
}
