import type { PGlite } from '@electric-sql/pglite';
import { pgDump } from '@electric-sql/pglite-tools/pg_dump';
import pg from 'pg';

/** Runs a query on either database. */
type RunQuery = (sql: string) => Promise<Array<Record<string, unknown>>>;

// Leaves out generated columns: the server computes them again, and its sines may differ in the last digit.
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$)'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by name`;

/** The number of rows of a table, and a checksum of their text that doesn't depend on their order. */
interface TableSum {
  rows: number;
  checksum: string;
}

async function countTables(run: RunQuery): Promise<number> {
  return (await run(TABLES)).length;
}

async function sumTables(run: RunQuery): Promise<Map<string, TableSum>> {
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
function findDifferences(a: ReadonlyMap<string, TableSum>, b: ReadonlyMap<string, TableSum>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].filter((table) => {
    const [first, second] = [a.get(table), b.get(table)];
    return first?.rows !== second?.rows || first?.checksum !== second?.checksum;
  });
}

/**
 * Matches a semicolon, or other text as a whole if a semicolon inside it doesn't end the statement: a string,
 * a quoted name, a dollar-quoted body, or a comment.
 */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^'"$;-]+|./gsy;

/** Splits pg_dump's output into statements, without comments. */
export function* splitStatements(dump: string): Generator<string> {
  let statement = '';
  for (const [token] of dump.matchAll(TOKEN)) {
    if (token === ';') {
      yield statement.trim();
      statement = '';
    } else if (!token.startsWith('--')) {
      statement += token;
    }
  }
  if (statement.trim() !== '') yield statement.trim();
}

/** The target database can't be used. The message explains why. */
export class ExportRefused extends Error {}

const MIN_VERSION = 150_000;
const DUMP_OPTIONS = ['--no-owner', '--no-privileges', '--no-comments', '--rows-per-insert=500'];
/** A setting of PostgreSQL 17 and newer, which older servers refuse. */
const NEWER_SETTING = /^SET transaction_timeout\b/;
/** How much SQL to send at once. */
const BATCH_CHARACTERS = 1_000_000;

/**
 * Copies the embedded database to an empty one on a PostgreSQL server, in one transaction. It commits only if
 * every table has the same rows on both sides. Nothing else may use the embedded database.
 */
export async function exportDatabase(
  pglite: PGlite,
  databaseUrl: string,
  onProgress: (sentCharacters: number, totalCharacters: number) => void = () => {},
): Promise<Map<string, TableSum>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const run: RunQuery = async (sql) => (await client.query(sql)).rows;
    await assertUsable(run);
    const expectedSums = await sumTables(
      async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows,
    );
    const dump = await (await pgDump({ pg: pglite, args: DUMP_OPTIONS })).text();
    await run('begin');
    await loadDump(run, dump, onProgress);
    const differences = findDifferences(expectedSums, await sumTables(run));
    if (differences.length > 0) {
      throw new Error(`These tables differ after the export, so nothing was kept: ${differences.join(', ')}`);
    }
    await run('commit');
    await run('vacuum (analyze)');
    return expectedSums;
  } finally {
    // Ending the connection rolls an open transaction back.
    await client.end();
  }
}

async function assertUsable(run: RunQuery): Promise<void> {
  const [server] = await run(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  );
  if (Number(server?.version) < MIN_VERSION)
    throw new ExportRefused('The server must be PostgreSQL 15 or newer.');
  if (server?.encoding !== 'UTF8') throw new ExportRefused('The database must have the encoding UTF8.');
  const tableCount = await countTables(run);
  if (tableCount > 0)
    throw new ExportRefused(`The database is not empty, it has ${tableCount} tables. Create a new one.`);
}

async function loadDump(
  run: RunQuery,
  dump: string,
  onProgress: (sentCharacters: number, totalCharacters: number) => void,
): Promise<void> {
  let batch: string[] = [];
  let batchCharacters = 0;
  let sentCharacters = 0;
  const send = async () => {
    if (batch.length > 0) await run(batch.join(';\n'));
    sentCharacters += batchCharacters;
    onProgress(sentCharacters, dump.length);
    [batch, batchCharacters] = [[], 0];
  };
  for (const statement of splitStatements(dump)) {
    if (NEWER_SETTING.test(statement)) continue;
    batch.push(statement);
    batchCharacters += statement.length;
    if (batchCharacters >= BATCH_CHARACTERS) await send();
  }
  await send();
}
