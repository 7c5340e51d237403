import type { Db, Trx } from '#db/client.ts';

/** Returns false if the event was already recorded. */
export async function insertStripeEvent(
  trx: Trx,
  event: { id: string; type: string; objectId: string; receivedAt: Date },
): Promise<boolean> {
  const result = await trx
    .insertInto('stripeEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function deleteStripeEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('stripeEvents').where('receivedAt', '<', instant).execute();
}
