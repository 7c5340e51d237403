import { type Kysely, sql } from 'kysely';

/**
 * Builds an index without blocking writes to the table, for a migration with `isTransactional = false`.
 * `definition` is the SQL after `on`. Safe to repeat: it keeps a complete index, and rebuilds one that an
 * interrupted build left behind.
 */
export async function createIndexConcurrently<T>(
  db: Kysely<T>,
  name: string,
  definition: string,
  { isUnique = false }: { isUnique?: boolean } = {},
): Promise<void> {
  const { rows } = await sql<{ isValid: boolean }>`
    select indisvalid as is_valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  const [existing] = rows;
  if (existing?.isValid) return;
  if (existing) await sql`drop index concurrently ${sql.id(name)}`.execute(db);
  const index = sql.raw(isUnique ? 'unique index' : 'index');
  await sql`create ${index} concurrently ${sql.id(name)} on ${sql.raw(definition)}`.execute(db);
}
