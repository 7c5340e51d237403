import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Database } from '#db/database.ts';
import { searchReferences } from '#server/domains/affiliates/reference.service.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const ROWS = 40_000;

serverDescribe('[D5] the reference search among many accounts', () => {
  const queries: CompiledQuery[] = [];
  let recordingDb: Kysely<Database>;
  let client: pg.Client;

  beforeAll(async () => {
    recordingDb = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url, max: 1 }) }),
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        queries.push(event.query);
      },
    });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await sql`insert into accounts (id, email, firstname, lastname, zip, account_type, reference_code, password_hash)
      select gen_random_uuid(), i || '@example.com', 'Maria' || i, 'Gomez' || i, '80202',
        case when i % 10 = 0 then 1 else 0 end, 'R' || i, '' from generate_series(1, ${ROWS}) i`.execute(
      database.db,
    );
    await sql`vacuum analyze accounts`.execute(database.db);
  });
  afterAll(async () => {
    await recordingDb.destroy();
    await client.end();
  });

  /** Explains the search's queries with generic plans, which don't depend on parameter values. */
  async function explainSearch(input: string): Promise<string[]> {
    queries.length = 0;
    await searchReferences(recordingDb, input, null);
    const plans: string[] = [];
    await client.query('set plan_cache_mode = force_generic_plan');
    for (const { sql: text, parameters } of queries.splice(0)) {
      await client.query(`prepare asked as ${text}`);
      const values = parameters.map((value) => client.escapeLiteral(String(value))).join(', ');
      const { rows } = await client.query(`explain execute asked(${values})`);
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      await client.query('deallocate asked');
    }
    return plans;
  }

  serverTest('finds a code or an email through its unique index', async () => {
    const [exact] = await explainSearch('R7');
    expect(exact).toContain('accounts_reference_code');
    expect(exact).toContain('accounts_email');
    expect(exact).not.toContain('Seq Scan');
  });

  serverTest('finds a name prefix through the name’s index, up to the limit', async () => {
    const [, fullNamePlan, lastNamePlan] = await explainSearch('gomez');
    expect(fullNamePlan).toContain('Index Scan using accounts_affiliate_full_name');
    expect(lastNamePlan).toContain('Index Scan using accounts_affiliate_lastname');
    expect(`${fullNamePlan}${lastNamePlan}`).not.toMatch(/Seq Scan|Bitmap/);
  });

  serverTest('skips the second index if the first returned enough', async () => {
    expect(await explainSearch('maria')).toHaveLength(2);
  });
});
