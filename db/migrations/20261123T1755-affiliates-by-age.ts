import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

/** Lists affiliates, newest first. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'accounts_affiliate_created',
    'accounts (created_at, id) where account_type in (1, 2, 3) or is_influencer or is_friend or is_house',
  );
}
