import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  // The URL of a business's page contains these random digits of its id. The sitemap reads the keys in
  // ranges.
  await createIndexConcurrently(db, 'businesses_page_key', 'businesses (right(id::text, 16) collate "C")', {
    isUnique: true,
  });
}
