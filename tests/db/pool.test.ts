import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { createDb, inTransaction } from '#db/client.ts';
import { readPools } from '#db/pool.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();

serverTest(
  '[architecture] with unnamed statements, a connection has nothing that another one behind a pooler lacks',
  async () => {
    const { db, close } = await createDb({
      databaseUrl: database.url ?? '',
      poolSize: 1,
      applicationName: 'a test',
      statements: 'unnamed',
    });
    onTestFinished(close);
    await db.selectFrom('accounts').select('id').where('email', '=', 'nobody@example.com').execute();
    const { rows } = await sql`
      select (select count(*) from pg_prepared_statements) as prepared,
        current_setting('statement_timeout') as limit, current_setting('application_name') as name`.execute(
      db,
    );
    expect(rows).toEqual([{ prepared: 0, limit: '0', name: 'a test' }]);
  },
);

serverTest('a statement counts as waiting only while every connection is busy', async () => {
  const location = { databaseUrl: database.url ?? '', poolSize: 1, applicationName: 'a small pool' };
  const { db, close } = await createDb(location);
  onTestFinished(close);
  const readWaiting = () => readPools().find(({ name }) => name === 'a small pool')?.waiting;
  const released = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const transaction = inTransaction(db, async (trx) => {
    await sql`select 1`.execute(trx);
    started.resolve();
    await released.promise;
  });
  await started.promise;
  expect(readWaiting()).toBe(0);
  const statement = sql`select 1`.execute(db);
  await expect.poll(readWaiting).toBe(1);
  released.resolve();
  await Promise.all([transaction, statement]);
  const next = sql`select 1`.execute(db);
  expect(readWaiting()).toBe(0);
  await next;
});
