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

/** Rewards with the code that each was given for, the longest owed first; those that were sent only when asked. */
export async function findRewards(db: Db, { sentToo }: { sentToo: boolean }) {
  let query = db
    .selectFrom('webinarRewards')
    .innerJoin('webinarCodes', 'webinarCodes.id', 'webinarRewards.webinarCodeId')
    .select([...COLUMNS, 'webinarCodes.code']);
  if (!sentToo) query = query.where('webinarRewards.sentAt', 'is', null);
  return query.orderBy('webinarRewards.owedAt').orderBy('webinarRewards.id').execute();
}
export type RewardRow = Awaited<ReturnType<typeof findRewards>>[number];

/** Marks a reward as sent and returns it; undefined where it was sent before or there is none. */
export async function markSent(trx: Trx, id: string, sentAt: Date) {
  return trx
    .updateTable('webinarRewards')
    .set({ sentAt })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** When a reward was sent; undefined where there is none. */
export async function findSentAt(trx: Trx, id: string): Promise<{ sentAt: Date | null } | undefined> {
  return trx.selectFrom('webinarRewards').select('sentAt').where('id', '=', id).executeTakeFirst();
}
