import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { InstallationTable } from '#db/tables/content.ts';

type Installation = Pick<InstallationTable, 'payments' | 'files'>;

async function hasTable(db: Db, table: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass(${table}) is not null as exists`.execute(
    db,
  );
  return rows[0]?.exists === true;
}

/** Returns undefined before the migration that adds the table. */
export async function findInstallation(db: Db): Promise<Installation | undefined> {
  if (!(await hasTable(db, 'installation'))) return undefined;
  return db.selectFrom('installation').select(['payments', 'files']).executeTakeFirst();
}

export async function lockInstallation(trx: Trx): Promise<Installation> {
  return trx.selectFrom('installation').select(['payments', 'files']).forUpdate().executeTakeFirstOrThrow();
}

export async function updateInstallation(trx: Trx, installation: Installation): Promise<void> {
  await trx.updateTable('installation').set(installation).execute();
}

/** Returns whether there are purchases. Also works before the first migration. */
export async function hasPurchases(db: Db): Promise<boolean> {
  if (!(await hasTable(db, 'purchases'))) return false;
  return (await db.selectFrom('purchases').select('id').limit(1).executeTakeFirst()) !== undefined;
}
