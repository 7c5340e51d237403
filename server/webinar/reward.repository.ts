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

/** Oldest first. */
export async function findRewards(db: Db, { includeSent }: { includeSent: boolean }) {
  let query = db
    .selectFrom('webinarRewards')
    .innerJoin('webinarCodes', 'webinarCodes.id', 'webinarRewards.webinarCodeId')
    .select([...COLUMNS, 'webinarCodes.code']);
  if (!includeSent) query = query.where('webinarRewards.sentAt', 'is', null);
  return query.orderBy('webinarRewards.owedAt').orderBy('webinarRewards.id').execute();
}
export type RewardRow = Awaited<ReturnType<typeof findRewards>>[number];

/** Returns undefined if the reward is unknown or was already sent. */
export async function markSent(trx: Trx, id: string, sentAt: Date) {
  return trx
    .updateTable('webinarRewards')
    .set({ sentAt })
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function findSentAt(trx: Trx, id: string): Promise<{ sentAt: Date | null } | undefined> {
  return trx.selectFrom('webinarRewards').select('sentAt').where('id', '=', id).executeTakeFirst();
}
