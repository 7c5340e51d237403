import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { recordInstallation } from '#server/app/startup/installation.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTestDatabase, serverDescribe } from '#tests/helpers/database/database.ts';
import { createRoles } from '#tests/helpers/database/roles.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { PASSWORD, testDoctor } from './test-doctor.ts';

const doctor = testDoctor();

/** Creates a migrated database, and a plain role for it. */
async function createDatabase() {
  const database = await createTestDatabase();
  const adminUrl = database.url ?? '';
  const roles = await createRoles(adminUrl);
  onTestFinished(async () => {
    await roles.drop();
    await database.drop();
  });
  return { db: database.client.db, url: roles.appUrl, adminUrl };
}

serverDescribe('npm run doctor on a database', () => {
  test('finds an unreachable database, a primary in place of a replica, and another release’s schema', async () => {
    const url = `postgresql://card:${PASSWORD}@127.0.0.1:${await freePort()}/card`;
    await doctor.expectFault(/^PROBLEM +database .*ECONNREFUSED.*DATABASE_URL/, { DATABASE_URL: url });
    await doctor.expectFault(/^PROBLEM +database .*DATABASE_READ_URL/, { DATABASE_READ_URL: url });
    await doctor.expectFault(/^WARNING +database .*DATABASE_READ_URL is not/, {
      DATABASE_READ_URL: doctor.database.url,
    });
    const newerDatabase = await createDatabase();
    await sql`insert into kysely_migration (name, timestamp, is_compatible) values ('29990101T0000-later', '', false)`.execute(
      newerDatabase.db,
    );
    await doctor.expectFault(/^PROBLEM +schema .*29990101T0000-later.*newer release/, {
      DATABASE_URL: newerDatabase.url,
    });
    await newerDatabase.db.schema.dropTable('kysely_migration').execute();
    await doctor.expectFault(/^PROBLEM +schema .*npm run db:migrate/, { DATABASE_URL: newerDatabase.url });
  });

  test('finds legal texts that counsel has not reviewed', async () => {
    const unreviewed = await createDatabase();
    const draft = {
      type: 'PRIVACY',
      version: 99,
      html: '<p>Draft</p>',
      publishedAt: new Date(),
      isDraft: true,
    };
    await unreviewed.db.insertInto('policies').values(draft).execute();
    await doctor.expectFault(/^PROBLEM +schema .*PRIVACY.*texts approve/, { DATABASE_URL: unreviewed.url });
  });

  test('[D68] names accounts whose owners can’t log in, because nobody can see all of their address', async () => {
    const { db, url } = await createDatabase();
    await makeAccount(db, { email: 'jörg@example.com' });
    const { id } = await makeAccount(db, { email: '\u200Bzoe@example.com' });
    await doctor.expectFault(new RegExp(`^WARNING +schema .*invisible characters: ${id}\\.`), {
      DATABASE_URL: url,
    });
  });

  test('finds a folder of uploaded files that isn’t the other processes’', async () => {
    const sharedDatabase = await createDatabase();
    await recordInstallation(
      sharedDatabase.db,
      loadConfig({ ...doctor.healthy, DATABASE_URL: sharedDatabase.url }),
    );
    expect((await doctor.examine({ DATABASE_URL: sharedDatabase.url })).faults).toEqual([]);
    const FILES_DIR = join(doctor.folder(), 'own');
    await doctor.expectFault(/^PROBLEM +schema .*FILES_DIR/, { DATABASE_URL: sharedDatabase.url, FILES_DIR });
  });

  test('finds a role that may do more than read and write rows', async () => {
    const { db, adminUrl, url } = await createDatabase();
    await doctor.expectFault(/^PROBLEM +database .*superuser.*roles\.sql/, { DATABASE_URL: adminUrl });
    const role = sql.id(new URL(url).username);
    await sql`grant create on schema public to ${role}`.execute(db);
    await doctor.expectFault(/^WARNING +database .*DATABASE_URL may create tables\./, { DATABASE_URL: url });
    await sql`alter table ledger_entries owner to ${role}`.execute(db);
    await doctor.expectFault(/^WARNING +database .*owns tables, may truncate tables, may create tables/, {
      DATABASE_URL: url,
    });
  });
});
