import type { Db } from '#db/client.ts';
import type { StripePollsTable } from '#db/tables/payments.ts';

type StripeList = StripePollsTable['list'];

/**
 * Claims the next poll of a list and returns the time to read from, which is `first` on the very first poll.
 * Returns undefined if a poll, perhaps by another process, was started after `due`.
 */
export async function startStripePoll(
  db: Db,
  list: StripeList,
  { now, due, first }: { now: Date; due: Date; first: Date },
): Promise<Date | undefined> {
  const row = await db
    .insertInto('stripePolls')
    .values({ list, readUntil: first, startedAt: now })
    .onConflict((conflict) =>
      conflict.column('list').doUpdateSet({ startedAt: now }).where('stripePolls.startedAt', '<=', due),
    )
    .returning('readUntil')
    .executeTakeFirst();
  return row?.readUntil;
}

/** Records how far a list has been read. Ignores a time before the recorded one. */
export async function saveReadUntil(db: Db, list: StripeList, readUntil: Date): Promise<void> {
  await db
    .updateTable('stripePolls')
    .set({ readUntil })
    .where('list', '=', list)
    .where('readUntil', '<', readUntil)
    .execute();
}
