import { sql } from 'kysely';
import { createDb, type Db } from '#db/client.ts';
import { generateStores } from '#tests/helpers/stores/generate.ts';
import { loadStores } from '#tests/helpers/stores/load.ts';

export const SEED = 20_261_121;
/** Stores that the triggers' function is given at a time. */
const CHUNK = 50_000;

/**
 * Handles of the load alone: no triggers, no foreign keys asked. What is not flushed yet a vacuum does not take for
 * visible to all, and index-only scans need that.
 */
function loadingUrl(url: string): string {
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

/** The indexes that no constraint stands on; building them afterwards takes a fraction of the time. */
async function takeIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid in ('stores'::regclass, 'store_words'::regclass, 'search_words'::regclass)
      and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  return rows.map(({ definition }) => definition);
}

/**
 * Generates and loads so many stores. What the triggers keep is worked out by their own function, but with many more
 * stores at a time than a writer has.
 */
export async function fillStores(url: string, count: number): Promise<void> {
  const { db, close } = await createDb({ databaseUrl: loadingUrl(url), poolSize: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(db);
    const definitions = await takeIndexes(db);
    await loadStores(db, generateStores({ count, seed: SEED }));
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const { rows } = await sql<{ last: string | null }>`
        with chunk as (select * from stores where id > ${after}::uuid order by id limit ${CHUNK})
        select apply_store_changes(null, array(select row(c.*)::stores from chunk c)),
          (select id from chunk order by id desc limit 1) as last`.execute(db);
      const last = rows[0]?.last;
      if (!last) break;
      after = last;
    }
    for (const definition of definitions) await sql.raw(definition).execute(db);
    await addPromotions(db);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await close();
  }
}

/** One for most businesses, a second one for one in three, none for one in ten. */
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
