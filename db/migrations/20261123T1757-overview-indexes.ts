import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Staff list members by the day they joined, and each day's new members are counted.
  await createIndexConcurrently(db, 'memberships_created_at', 'memberships (created_at, id)');
  // Staff list cancellations by day, too. Most subscriptions aren't canceled.
  await createIndexConcurrently(
    db,
    'subscriptions_canceled_at',
    'subscriptions (canceled_at, id) where canceled_at is not null',
  );
  // Staff list the next subscriptions to renew.
  await createIndexConcurrently(
    db,
    'subscriptions_renewing',
    'subscriptions (period_end, id) where provider_id is not null and canceled_at is null and ended_at is null',
  );
}
