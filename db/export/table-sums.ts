/** Runs a query on either database. */
export type RunQuery = (sql: string) => Promise<Array<Record<string, unknown>>>;

// Leaves out generated columns: the server computes them again, and its sines may differ in the last digit.
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by name`;

/** The number of rows of a table, and a checksum of their text that doesn't depend on their order. */
export interface TableSum {
  rows: number;
  checksum: string;
}

export async function countTables(run: RunQuery): Promise<number> {
  return (await run(TABLES)).length;
}

export async function sumTables(run: RunQuery): Promise<Map<string, TableSum>> {
  // The text of instants depends on these settings.
  await run(`set timezone = 'UTC'`);
  await run(`set datestyle = 'ISO'`);
  const sums = new Map<string, TableSum>();
  for (const { name, columns } of await run(TABLES)) {
    const [sum] = await run(
      `select count(*) as rows, coalesce(sum(hashtextextended(row(${columns})::text, 0)), 0)::text as checksum
        from ${name}`,
    );
    sums.set(String(name), { rows: Number(sum?.rows), checksum: String(sum?.checksum) });
  }
  return sums;
}

/** Returns the tables whose rows differ. */
export function findDifferences(
  a: ReadonlyMap<string, TableSum>,
  b: ReadonlyMap<string, TableSum>,
): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((table) => {
    const [first, second] = [a.get(table), b.get(table)];
    return first?.rows !== second?.rows || first?.checksum !== second?.checksum;
  });
}
