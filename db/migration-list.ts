import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration } from 'kysely/migration';

export interface SchemaMigration extends Migration {
  /** False if older releases can't run on the migrated schema. They then refuse to start. */
  isCompatible?: boolean;
  /**
   * False for statements that can't run in a transaction, such as a concurrent index build. If such a
   * migration is interrupted, it runs again from its beginning.
   */
  isTransactional?: boolean;
}

/** A newer release has migrated the database, and this release can't run on it. */
export class SchemaTooNew extends Error {}

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

export async function listMigrationNames(): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_FOLDER)).filter((name) => name.endsWith('.ts'));
  return files.map((name) => name.slice(0, -'.ts'.length)).sort();
}

export async function loadMigrations(): Promise<Record<string, SchemaMigration>> {
  const entries = (await listMigrationNames()).map(async (name): Promise<[string, SchemaMigration]> => {
    const module: SchemaMigration = await import(pathToFileURL(join(MIGRATIONS_FOLDER, `${name}.ts`)).href);
    return [name, module];
  });
  return Object.fromEntries(await Promise.all(entries));
}

interface AppliedMigration {
  name: string;
  isCompatible: boolean;
}

/** Returns an empty list before the first migration, which creates the table. */
export async function listApplied<T>(db: Kysely<T>): Promise<AppliedMigration[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null as exists`.execute(db);
  if (!tables[0]?.exists) return [];
  // Read as JSON, because a table that an older release created doesn't have the column.
  const { rows } = await sql<AppliedMigration>`
    select name, coalesce((to_jsonb(applied) ->> 'is_compatible')::boolean, false) as is_compatible
    from ${sql.table(DEFAULT_MIGRATION_TABLE)} as applied
    order by name`.execute(db);
  return rows;
}

/** Returns the migrations in this code that the database doesn't have yet. */
export async function listPendingMigrations<T>(db: Kysely<T>, names?: readonly string[]): Promise<string[]> {
  const appliedNames = new Set((await listApplied(db)).map(({ name }) => name));
  return (names ?? (await listMigrationNames())).filter((name) => !appliedNames.has(name));
}

/**
 * Returns the database's migrations that are newer than this code. Throws `SchemaTooNew` if one of them is
 * not compatible.
 */
export async function listNewerMigrations<T>(db: Kysely<T>, names?: readonly string[]): Promise<string[]> {
  const knownNames = new Set(names ?? (await listMigrationNames()));
  const newerMigrations = (await listApplied(db)).filter(({ name }) => !knownNames.has(name));
  const obstacle = newerMigrations.find(({ isCompatible }) => !isCompatible);
  if (obstacle) {
    throw new SchemaTooNew(
      `A newer release changed the database (${obstacle.name}), and this release can't run on it. Start the newer release.`,
    );
  }
  return newerMigrations.map(({ name }) => name);
}
