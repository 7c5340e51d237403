import { sql } from 'kysely';
import { createDb, type Db } from '#db/client.ts';
import { generateStores } from '#tests/helpers/stores/generate.ts';
import { loadStores } from '#tests/helpers/stores/load.ts';

export const SEED = 20_261_121;
/** How many stores to pass to the triggers' function at once. */
const CHUNK_SIZE = 50_000;

/**
 * Adds connection settings for loading: no triggers and no foreign key checks. Commits are synchronous
 * because VACUUM doesn't mark unflushed rows as visible to all, which index-only scans need.
 */
function buildLoadingUrl(url: string): string {
  const loading = new URL(url);
  const settings = {
    session_replication_role: 'replica',
    synchronous_commit: 'on',
    maintenance_work_mem: '512MB',
    jit: 'off',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  loading.searchParams.set('options', options.join(' '));
  return loading.href;
}

/**
 * Drops indexes that no constraint uses and returns their definitions. Rebuilding them after the load is
 * faster.
 */
async function dropIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('stores'::regclass, 'store_words'::regclass, 'search_words'::regclass)
      and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/**
 * Generates and loads stores and their promotions. Calls the triggers' function in large batches instead of
 * once per statement.
 */
export async function fillStores(url: string, count: number): Promise<void> {
  const { db, close } = await createDb({ databaseUrl: buildLoadingUrl(url), poolSize: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(db);
    const definitions = await dropIndexes(db);
    await loadStores(db, generateStores({ count, seed: SEED }));
    for (let lastId = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await sql<{ last: string | null }>`
        with chunk as (select * from stores where id > ${lastId}::uuid order by id limit ${CHUNK_SIZE})
        select apply_store_changes(null, array(select row(c.*)::stores from chunk c)),
          (select id from chunk order by id desc limit 1) as last`.execute(db);
      const last = rows[0]?.last;
      if (!last) break;
      lastId = last;
    }
    for (const definition of definitions) await sql.raw(definition).execute(db);
    await addPromotions(db);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await close();
  }
}

/** Adds promotions: none for about one business in ten, two for one in three, one for the others. */
export async function addPromotions(db: Db): Promise<void> {
  await sql`insert into promotions (id, business_id, position, code, info, url, valid_until, is_online)
    select gen_random_uuid(), id, position, upper(left(id::text, 8)),
      '<p>Save <strong>' || 5 + position * 10 || ' %</strong> on everything, on any day.</p>',
      'https://example.com/' || id, case when position = 0 then current_date + 365 end, position = 1
    from (select id, get_byte(uuid_send(id), 15) as chance from businesses) b,
      generate_series(0, case when chance < 85 then 1 when chance < 230 then 0 else -1 end) position`.execute(
    db,
  );
  await sql`vacuum analyze promotions`.execute(db);
}
