import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Lists Stripe's events in the console, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'stripe_events_order', 'stripe_events (received_at, id)');
}
