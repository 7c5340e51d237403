import type { Db } from '#db/client.ts';

const ONLY = 1;

/**
 * Begins a look at the provider's list of events and says from where on: `first`, where nobody looked before.
 * Undefined for whoever comes while another one's look is not older than `due`.
 */
export async function startEventPoll(
  db: Db,
  { now, due, first }: { now: Date; due: Date; first: Date },
): Promise<Date | undefined> {
  const row = await db
    .insertInto('stripeEventLook')
    .values({ id: ONLY, readUntil: first, begunAt: now })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ begunAt: now }).where('stripeEventLook.begunAt', '<=', due),
    )
    .returning('readUntil')
    .executeTakeFirst();
  return row?.readUntil;
}

/** Notes how far the list was read; it never goes back. */
export async function saveReadUntil(db: Db, readUntil: Date): Promise<void> {
  await db.updateTable('stripeEventLook').set({ readUntil }).where('readUntil', '<', readUntil).execute();
}
