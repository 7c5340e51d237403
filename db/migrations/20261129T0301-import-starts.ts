import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  // When the membership began in the system that it was imported from. The overview counts imports by it.
  await db.schema.alterTable('imported_memberships').addColumn('started_on', 'date').execute();
  // Without a subscription at Stripe, the period began on that day. With one, the purchase did.
  await sql`update imported_memberships set started_on =
      ((case when subscriptions.provider_id is null then subscriptions.period_start else purchases.created_at end)
        at time zone 'America/Denver')::date
    from memberships join subscriptions on subscriptions.id = subscription_id
      join purchases on purchases.id = purchase_id
    where memberships.id = membership_id`.execute(db);
  await guardTable(db, 'imported_memberships', {
    changes: ['external_id', 'external_number', 'row_digest', 'imported_at', 'invited_at', 'started_on'],
    deletes: false,
  });
  // The overview counts and lists imported members by the day they started.
  await sql`create index imported_memberships_started on imported_memberships (started_on, membership_id)`.execute(
    db,
  );
}
