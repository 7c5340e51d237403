import { type Kysely, sql } from 'kysely';

/** What the rows of a table may go through. No table can be truncated. */
export interface RowGuard<Column extends string = string> {
  /** The columns that may change, or `any`. */
  changes: readonly Column[] | 'any';
  deletes: boolean;
}

/**
 * Creates the triggers that refuse everything else, replacing those that the table has. Columns are named as in
 * SQL. A column that the table gets later may change until the table is guarded again.
 */
export async function guardTable<T>(
  db: Kysely<T>,
  table: string,
  { changes, deletes }: RowGuard,
): Promise<void> {
  const create = async (name: string, event: string, condition = sql``) => {
    await sql`create or replace trigger ${sql.id(name)} before ${sql.raw(event)} on ${sql.table(table)}
      ${condition} execute function refuse_change()`.execute(db);
  };
  await create('guard_truncate', 'truncate');
  if (deletes) await sql`drop trigger if exists guard_delete on ${sql.table(table)}`.execute(db);
  else await create('guard_delete', 'delete', sql`for each row`);
  if (changes === 'any') await sql`drop trigger if exists guard_update on ${sql.table(table)}`.execute(db);
  else await create('guard_update', 'update', await formatCondition(db, table, changes));
}

async function formatCondition<T>(db: Kysely<T>, table: string, changes: readonly string[]) {
  if (changes.length === 0) return sql`for each row`;
  // The values of generated columns follow from the others.
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(db);
  const kept = rows.filter(({ name }) => !changes.includes(name));
  const list = (row: string) => sql.join(kept.map(({ name }) => sql.id(row, name)));
  return sql`for each row when (row(${list('old')}) is distinct from row(${list('new')}))`;
}
