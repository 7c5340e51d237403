import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

async function listMigrationNames(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.ts'));
  return files.map((name) => name.slice(0, -'.ts'.length)).sort();
}

export async function loadMigrations(): Promise<Record<string, Migration>> {
  const entries = (await listMigrationNames()).map(async (name): Promise<[string, Migration]> => {
    const module: Migration = await import(pathToFileURL(join(MIGRATIONS_FOLDER, `${name}.ts`)).href);
    return [name, module];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Returns nothing before the first migration, because Kysely creates the table of migrations with it. */
async function listAppliedNames<T>(db: Kysely<T>): Promise<string[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name).sort();
}

/**
 * Applies missing migrations in order and returns their names. If several processes start at once, one
 * migrates while the others wait.
 */
export async function migrateToLatest<T>(db: Kysely<T>): Promise<string[]> {
  // The migrator reads the database's entire catalog under a lock, so skip it when there is nothing to do.
  if ((await listAppliedNames(db)).join() === (await listMigrationNames()).join()) return [];
  const migrator = new Migrator({ db, provider: { getMigrations: loadMigrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) {
    const failed = results.find((result) => result.status === 'Error');
    throw new Error(`Migration ${failed?.migrationName ?? ''} failed`, { cause: error });
  }
  return results.map((result) => result.migrationName);
}

/** Returns the migrations in this code that the database doesn't have yet. */
export async function listPendingMigrations<T>(db: Kysely<T>): Promise<string[]> {
  const applied = await listAppliedNames(db);
  return (await listMigrationNames()).filter((name) => !applied.includes(name));
}
