import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import type { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { seedPlaces } from '#db/seed/seed.ts';
import { getTypeParser } from '#db/type-parsers.ts';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { searchSavings } from '#server/domains/stores/search/savings-search.service.ts';
import { serverDescribe, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { generateStores } from '#tests/helpers/stores/generate.ts';
import { loadStores } from '#tests/helpers/stores/load.ts';

const database = testDb();
const STORES = 30_000;
const VIEWER = { isMember: false, now: new Date('2026-11-21T12:00:00Z') };
const NEW_YORK = { zip: '10001' };

/**
 * The test server commits asynchronously, and VACUUM doesn't mark unflushed rows as visible. Without a flush,
 * PostgreSQL would plan no index-only scans.
 */
async function flushAndVacuum(url: string | undefined): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set synchronous_commit = on');
    await client.query('create table flushed ()');
    await client.query('drop table flushed');
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

type Search = z.input<typeof savingsSearch>;

serverDescribe('[3 speed] a search among many stores', () => {
  const queries: CompiledQuery[] = [];
  let recordingDb: Kysely<Database>;

  beforeAll(async () => {
    recordingDb = new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: new pg.Pool({ connectionString: database.url, types: { getTypeParser } }),
      }),
      plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
      log: (event) => {
        queries.push(event.query);
      },
    });
    await inTransaction(database.db, seedPlaces);
    await loadStores(database.db, generateStores({ count: STORES, seed: 3 }));
    await sql`insert into promotions (id, business_id, position, info)
      select gen_random_uuid(), id, 0, 'Save' from businesses`.execute(database.db);
    await flushAndVacuum(database.url);
  });
  afterAll(() => recordingDb.destroy());

  /**
   * Returns the custom and generic plans of a search's queries. PostgreSQL may use the generic plan for a
   * repeated query.
   */
  async function explainSearch(search: Search): Promise<string[]> {
    queries.length = 0;
    await searchSavings(recordingDb, savingsSearch.parse(search), VIEWER);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      const plans: string[] = [];
      for (const [index, { sql: text, parameters }] of queries.entries()) {
        const { rows } = await client.query(`explain ${text}`, [...parameters]);
        await client.query(`set plan_cache_mode = force_generic_plan`);
        await client.query(`prepare query_${index} as ${text}`);
        const nulls = parameters.map(() => 'null').join(', ');
        const generic = await client.query(`explain execute query_${index}${nulls && `(${nulls})`}`);
        await client.query('reset plan_cache_mode');
        plans.push(...[rows, generic.rows].map((lines) => lines.map((row) => row['QUERY PLAN']).join('\n')));
      }
      return plans;
    } finally {
      await client.end();
    }
  }

  /** Checks that no plan scans a whole table, and returns the plans as text. */
  async function plansWithoutScans(search: Search): Promise<string> {
    const plans = await explainSearch(search);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (stores|store_words|\w+_counts)/);
    return plans.join('\n');
  }

  const SEARCHES: Array<[name: string, search: Search, indexOnly: string[]]> = [
    ['New York', NEW_YORK, ['square_counts_pkey', 'stores_block', 'stores_cell']],
    ['New York, page 50', { ...NEW_YORK, skip: 490 }, ['square_counts_pkey', 'stores_cell']],
    ['Montana', { zip: '59001' }, ['square_counts_pkey']],
    ['New York and national', { ...NEW_YORK, national: true }, ['stores_cell', 'stores_national']],
    ['New York by type', { ...NEW_YORK, sortBy: 3 }, ['square_counts_pkey', 'stores_cell']],
    ['New York by distance', { ...NEW_YORK, sortBy: 5 }, ['square_counts_pkey']],
    ['everything', {}, ['square_counts_pkey', 'stores_name']],
    ['everything, descending', { sortBy: 2, skip: 100 }, ['stores_name']],
    ['everything by type', { sortBy: 3 }, ['stores_type']],
    ['national', { national: true }, ['square_counts_pkey', 'stores_national']],
    ['a word', { name: 'pizza' }, ['store_words_name']],
    ['a part of a word', { name: 'pizz' }, ['store_words_name']],
    ['a typo', { name: 'piza' }, ['store_words_name']],
    ['a word, national', { name: 'pizza', national: true }, ['store_words_national']],
    ['two words', { name: 'pizza house' }, ['store_words_\\w+']],
    ['New York and a common word', { ...NEW_YORK, name: 'the' }, ['store_words_cell']],
    ['New York and a rare word', { ...NEW_YORK, name: 'trattoria' }, ['store_words_\\w+']],
  ];
  serverTest.each(SEARCHES)('uses index-only scans: %s', async (_name, search, indexOnly) => {
    const plans = await plansWithoutScans(search);
    for (const index of indexOnly)
      expect(plans).toMatch(new RegExp(`Index Only Scan (Backward )?using ${index}\\b`));
  });

  serverTest.each([{ name: 'e' }, { name: 'pi', sortBy: 2 } as const])(
    'for one or two letters reads prepared counts and the names in order: $name',
    async (search) => {
      const plans = await plansWithoutScans(search);
      expect(plans).toContain('part_counts');
      expect(plans).toMatch(/Index Scan (Backward )?using stores_name\b/);
      expect(plans).not.toMatch(/search_words|store_words/);
    },
  );

  serverTest('reads a page’s rows by id', async () => {
    const plans = await plansWithoutScans({ ...NEW_YORK, limit: 10 });
    expect(plans).toContain('Index Scan using stores_pkey');
    expect(plans).toContain('promotions_position');
  });
});
