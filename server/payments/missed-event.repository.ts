import type { Db } from '#db/client.ts';

const ONLY_ROW_ID = 1;

/**
 * Claims the next poll of Stripe's event list and returns the instant to read from, or `first` on the very first poll.
 * Returns undefined if another process started a poll after `due`.
 */
export async function startEventPoll(
  db: Db,
  { now, due, first }: { now: Date; due: Date; first: Date },
): Promise<Date | undefined> {
  const row = await db
    .insertInto('stripeEventPolls')
    .values({ id: ONLY_ROW_ID, readUntil: first, startedAt: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ startedAt: now }).where('stripeEventPolls.startedAt', '<=', due),
    )
    .returning('readUntil')
    .executeTakeFirst();
  return row?.readUntil;
}

/** Records how far the list has been read. Never moves backward. */
export async function saveReadUntil(db: Db, readUntil: Date): Promise<void> {
  await db.updateTable('stripeEventPolls').set({ readUntil }).where('readUntil', '<', readUntil).execute();
}
