import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  // Staff list members by the day they joined, and count a day's new ones.
  await createIndexConcurrently(db, 'memberships_created_at', 'memberships (created_at, id)');
  // The same for cancellations. Most subscriptions aren't canceled.
  await createIndexConcurrently(
    db,
    'subscriptions_canceled_at',
    'subscriptions (canceled_at, id) where canceled_at is not null',
  );
  // Staff list subscriptions that renew, the next one first.
  await createIndexConcurrently(
    db,
    'subscriptions_renewing',
    'subscriptions (period_end, id) where provider_id is not null and canceled_at is null and ended_at is null',
  );
}
