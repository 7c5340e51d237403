import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '#tests/db/empty-database.ts';
import { serverDescribe } from '#tests/helpers/database/database.ts';
import { createRoles, type DatabaseRoles } from '#tests/helpers/database/roles.ts';
import { launchProduct, startProduct } from '#tests/helpers/product.ts';

serverDescribe('with an owner role and a plain one', () => {
  let database: EmptyDatabase;
  let roles: DatabaseRoles;
  let app: pg.Client;

  beforeAll(async () => {
    database = await emptyDatabase();
    if (!('databaseUrl' in database.location)) throw new Error('This test needs PostgreSQL');
    roles = await createRoles(database.location.databaseUrl);
    app = new pg.Client({ connectionString: roles.appUrl });
    await app.connect();
  });
  afterAll(async () => {
    await app?.end();
    await roles?.drop();
    await database?.remove();
  });

  test('the plain role alone cannot create the database, and the start says how to', async () => {
    const product = await launchProduct({ DATABASE_URL: roles.appUrl, DEMO: '0' });
    expect((await product.exited).code).toBe(1);
    await product.stop();
    expect(product.output()).toMatch(/permission denied.*npm run db:migrate with DATABASE_OWNER_URL/);
  });

  test('the owner migrates; the product sells, imports, and runs jobs as the plain role', async () => {
    const settings = { DATABASE_URL: roles.appUrl, DATABASE_OWNER_URL: roles.ownerUrl };
    const first = await startProduct({ ...settings, DEMO: '1' });
    expect((await first.stop()).code).toBe(0);
    expect(first.output()).not.toMatch(/permission denied/);
    // Later processes don't need the owner's password.
    const second = await startProduct({ DATABASE_URL: roles.appUrl, DEMO: '0' });
    expect((await second.stop()).code).toBe(0);
    const { rows } = await app.query(`select
      exists (select from purchases where status = 'paid') as purchases,
      exists (select from stores) as stores,
      exists (select from pgboss.job where state = 'completed') as jobs`);
    expect(rows).toEqual([{ purchases: true, stores: true, jobs: true }]);
  });

  test.each([
    'truncate ledger_postings',
    'truncate sessions',
    'truncate pgboss.job',
    'create table mine ()',
    'create schema mine',
    'create temporary table mine ()',
    'alter table agreements disable trigger all',
    'drop trigger guard_update on payments',
    'drop table sessions',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    "set session_replication_role = 'replica'",
    `set role postgres`,
    'create role mine',
  ])('the plain role may not %s', async (statement) => {
    await expect(app.query(statement)).rejects.toThrow(/permission denied|must be owner/);
  });
});
