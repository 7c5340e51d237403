import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { createDb } from '#db/client.ts';
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
