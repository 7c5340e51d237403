import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface TableSize {
  name: string;
  rows: number;
  /** The average size of a row's data, by pg_column_size. */
  rowBytes: number;
  /** Includes TOAST and free space. */
  heapBytes: number;
  indexBytes: number;
}

/** Returns the sizes of all tables that have rows, including the job queue's. */
export async function readTableSizes(db: Db): Promise<TableSize[]> {
  await sql`vacuum analyze`.execute(db);
  const { rows: tables } = await sql<{ name: string; heap: string; indexes: string }>`
    select format('%I.%I', schemaname, relname) as name,
      (pg_table_size(relid))::text as heap, pg_indexes_size(relid)::text as indexes
    from pg_stat_user_tables where schemaname in ('public', 'pgboss') order by 1`.execute(db);
  const sizes: TableSize[] = [];
  for (const { name, heap, indexes } of tables) {
    const { rows } = await sql<{ count: number; bytes: number | null }>`
      select count(*)::int as count, avg(pg_column_size(t.*))::float8 as bytes from ${sql.raw(name)} t`.execute(
      db,
    );
    const [{ count, bytes } = { count: 0, bytes: 0 }] = rows;
    if (count === 0) continue;
    sizes.push({
      name: name.replace('public.', ''),
      rows: count,
      rowBytes: bytes ?? 0,
      heapBytes: Number(heap),
      indexBytes: Number(indexes),
    });
  }
  return sizes;
}

export const totalBytes = ({ heapBytes, indexBytes }: TableSize) => heapBytes + indexBytes;

/** Returns how much each table grew. Leaves out tables that didn't grow. */
export function subtractSizes(after: readonly TableSize[], before: readonly TableSize[]): TableSize[] {
  return after.flatMap((size) => {
    const earlier = before.find(({ name }) => name === size.name);
    const growth = {
      ...size,
      rows: size.rows - (earlier?.rows ?? 0),
      heapBytes: size.heapBytes - (earlier?.heapBytes ?? 0),
      indexBytes: size.indexBytes - (earlier?.indexBytes ?? 0),
    };
    return totalBytes(growth) > 0 ? [growth] : [];
  });
}
