import { sql } from 'kysely';
import { expect } from 'vitest';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();

serverTest('a command runs only on a schema that fits its release', async () => {
  const { db } = database;
  const list = () =>
    dispatchCommand(loadConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' }), 'mails', ['list']);
  const setNewer = (isCompatible: boolean) =>
    sql`insert into kysely_migration values ('2999-newer', '', ${isCompatible})
      on conflict (name) do update set is_compatible = excluded.is_compatible`.execute(db);
  await setNewer(true);
  expect(await list()).toMatchObject({ exitCode: 0 });
  await setNewer(false);
  await expect(list()).rejects.toThrow('2999-newer');
  await sql`delete from kysely_migration where name in ('2999-newer', (select min(name) from kysely_migration))`.execute(
    db,
  );
  await expect(list()).rejects.toThrow('npm run db:migrate');
});
