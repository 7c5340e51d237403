import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { EventOutcome, StripeEventsTable } from '#db/tables/payments.ts';

export type StoredEvent = Selectable<StripeEventsTable>;

interface NewEvent {
  id: string;
  type: string;
  objectId: string;
  receivedAt: Date;
  outcome: EventOutcome;
  reason: string | null;
  settledAt: Date | null;
  jobId: string | null;
}

/** Returns false if the event was already recorded. */
export async function insertStripeEvent(trx: Trx, event: NewEvent): Promise<boolean> {
  const result = await trx
    .insertInto('stripeEvents')
    .values(event)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Replaces the outcome of an event that is handled again. Keeps when it was received, and its failures. */
export async function restartStripeEvent(trx: Trx, { id, ...event }: NewEvent): Promise<void> {
  const { receivedAt: _, type: __, ...outcome } = event;
  await trx.updateTable('stripeEvents').set(outcome).where('id', '=', id).execute();
}

/** Does nothing if the job doesn't belong to an event. */
export async function saveEventOutcome(
  db: Db,
  jobId: string,
  { outcome, reason, settledAt }: { outcome: EventOutcome; reason: string | null; settledAt: Date },
): Promise<void> {
  await db
    .updateTable('stripeEvents')
    .set({ outcome, reason, settledAt })
    .$if(outcome === 'failed', (query) => query.set((eb) => ({ failures: eb('failures', '+', 1) })))
    .where('jobId', '=', jobId)
    .execute();
}

const COLUMNS = [
  'id',
  'type',
  'objectId',
  'receivedAt',
  'outcome',
  'reason',
  'failures',
  'settledAt',
  'jobId',
] as const;

export async function findStripeEvent(db: Db, id: string): Promise<StoredEvent | undefined> {
  return db.selectFrom('stripeEvents').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export interface EventFilter {
  outcomes?: readonly EventOutcome[] | undefined;
  limit: number;
}

/** Returns events that match the filter, newest first. */
export async function findStripeEvents(db: Db, { outcomes, limit }: EventFilter): Promise<StoredEvent[]> {
  return db
    .selectFrom('stripeEvents')
    .select(COLUMNS)
    .$if(outcomes !== undefined, (query) => query.where('outcome', 'in', outcomes ?? []))
    .orderBy('receivedAt', 'desc')
    .limit(limit)
    .execute();
}

export async function deleteStripeEventsBefore(db: Db, instant: Date): Promise<void> {
  await db.deleteFrom('stripeEvents').where('receivedAt', '<', instant).execute();
}
