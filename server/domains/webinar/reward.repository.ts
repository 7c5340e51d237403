import type { Db, Trx } from '#db/client.ts';

const COLUMNS = [
  'webinarRewards.id',
  'webinarRewards.kind',
  'webinarRewards.amount',
  'webinarRewards.recipient',
  'webinarRewards.email',
  'webinarRewards.detail',
  'webinarRewards.owedAt',
  'webinarRewards.sentAt',
] as const;

/** Marks rewards as sent. Returns only those that weren't sent before. */
export async function markSent(trx: Trx, ids: readonly string[], sentAt: Date) {
  return trx
    .updateTable('webinarRewards')
    .set({ sentAt })
    .where('id', 'in', ids)
    .where('sentAt', 'is', null)
    .returning(COLUMNS)
    .execute();
}

/** Returns false if the reward is unknown or still owed. */
export async function markOwed(trx: Trx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webinarRewards')
    .set({ sentAt: null })
    .where('id', '=', id)
    .where('sentAt', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findReward(db: Db, id: string) {
  return db
    .selectFrom('webinarRewards')
    .innerJoin('webinarCodes', 'webinarCodes.id', 'webinarRewards.webinarCodeId')
    .select([...COLUMNS, 'webinarCodes.code'])
    .where('webinarRewards.id', '=', id)
    .executeTakeFirst();
}
export type RewardRow = NonNullable<Awaited<ReturnType<typeof findReward>>>;
