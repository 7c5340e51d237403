import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  // The sort orders of the staff's list of businesses.
  await createIndexConcurrently(db, 'businesses_name', 'businesses (name_key, id)');
  await createIndexConcurrently(db, 'businesses_created', 'businesses (created_at, id)');
  // Filters that match few businesses.
  await createIndexConcurrently(db, 'businesses_not_listed', 'businesses (name_key, id) where not is_listed');
  await createIndexConcurrently(db, 'businesses_national', 'businesses (name_key, id) where is_national');
  await createIndexConcurrently(db, 'businesses_plan_kind', 'businesses (plan_kind, name_key, id)');
  await createIndexConcurrently(db, 'stores_state', 'stores (state)');
  // The job that finds duplicates reads the names in ranges.
  await createIndexConcurrently(db, 'businesses_search_name', 'businesses (search_name, id)');
  // Searches for part of a name.
  await createIndexConcurrently(
    db,
    'businesses_name_parts',
    'businesses using gin (search_name gin_trgm_ops)',
  );
  await createIndexConcurrently(db, 'stores_zip', 'stores (zip text_pattern_ops)');
  await createIndexConcurrently(db, 'stores_city', 'stores (lower(city))');
}
