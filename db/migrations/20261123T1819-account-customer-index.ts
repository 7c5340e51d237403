import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** An import of members looks up who has a customer at Stripe. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'accounts_provider_customer',
    'accounts (provider_customer_id) where provider_customer_id is not null',
  );
}
