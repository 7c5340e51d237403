import { type Kysely, sql } from 'kysely';

/** The same values as in 20261121T1931-savings-search.ts. */
const EVERYWHERE = -1;
const FIRST_BLOCK = 2_000_000;

const SEARCHED = ['name_key', 'search_name', 'categories', 'is_national', 'cell', 'ux', 'uy', 'uz'];

/** All strings of one or two characters in the words of a row `s`, each once. */
const PARTS = sql.raw(`lateral (
  select distinct part
  from generate_series(1, length(s.search_name)) as at, unnest(array[1, 2]) as size, substr(s.search_name, at, size) as part
  where length(part) = size and strpos(part, ' ') = 0
) parts`);

/**
 * Counts the stores for each string of one or two characters. Many words contain such a string, so counting
 * its stores in a search would read most of the word table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The count is not in the index, so that an update changes no index.
  await sql`create table part_counts (part text collate "C" not null, type int2 not null, is_national boolean not null,
    stores int4 not null, primary key (part, type, is_national))
    with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
  // Filling the table with a million stores exceeds the statement timeout.
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`insert into part_counts
    select part, type, is_national, count(*) from stores s cross join ${PARTS} where is_listed group by 1, 2, 3`.execute(
    db,
  );
  await replaceTriggerFunction(db);
}

/**
 * Uses a generic plan, because planning took longer than running the statements. A generic plan assumes few
 * rows, so never join `before` with `after`: that would compare every row with every other row.
 */
async function replaceTriggerFunction(db: Kysely<unknown>): Promise<void> {
  const changed = 'unnest(removed) union all select *, 1 from unnest(added)';
  await sql`create or replace function apply_store_changes(before stores[], after stores[]) returns void
    language plpgsql set plan_cache_mode = force_generic_plan as $$
    declare
      removed stores[];
      added stores[];
    begin
      select array_agg(version) filter (where delta = -1), array_agg(version) filter (where delta = 1)
        into removed, added
        from (
          select version, delta, count(*) over (partition by id, ${sql.raw(SEARCHED.join(', '))}) as versions
          from (
            select o as version, -1 as delta, o.* from unnest(before) o where o.is_listed
            union all select n, 1, n.* from unnest(after) n where n.is_listed
          ) listed
        ) counted where versions = 1;
      if removed is null and added is null then
        return;
      end if;

      delete from store_words where store_id in (select s.id from unnest(removed) s);
      insert into store_words
        select distinct s.id, word, s.name_key, nullif(s.search_name, s.name_key),
          strpos(' ' || s.search_name || ' ', ' ' || word || ' '),
          s.cell, s.ux, s.uy, s.uz, s.is_national, s.type, s.category_mask
        from unnest(added) s, string_to_table(s.search_name, ' ') as word;

      insert into search_words as known (word, stores)
        select word, sum(delta) from (
          select distinct s.id, word, delta
          from (select *, -1 as delta from ${sql.raw(changed)}) s, string_to_table(s.search_name, ' ') as word
        ) words
        group by word having sum(delta) <> 0 order by word
        on conflict (word) do update set stores = known.stores + excluded.stores;

      insert into square_counts as known (category, square, type, is_national, stores)
        select category, square, type, is_national, sum(delta) from (
          select distinct s.id, s.delta, s.type, s.is_national, square, category
          from (select *, -1 as delta from ${sql.raw(changed)}) s,
            unnest(array[${sql.lit(EVERYWHERE)}, s.cell, ${sql.lit(FIRST_BLOCK)} + s.block]) as square,
            unnest(0::int2 || s.categories) as category
          where square is not null
        ) counted
        group by category, square, type, is_national having sum(delta) <> 0
        order by category, square, type, is_national
        on conflict (category, square, type, is_national) do update set stores = known.stores + excluded.stores;

      insert into word_counts as known (category, word, type, is_national, stores)
        select category, word, type, is_national, sum(delta) from (
          select distinct s.id, s.delta, s.type, s.is_national, word, category
          from (select *, -1 as delta from ${sql.raw(changed)}) s,
            string_to_table(s.search_name, ' ') as word,
            unnest(0::int2 || s.categories) as category
        ) counted
        group by category, word, type, is_national having sum(delta) <> 0
        order by category, word, type, is_national
        on conflict (category, word, type, is_national) do update set stores = known.stores + excluded.stores;

      insert into part_counts as known (part, type, is_national, stores)
        select part, s.type, s.is_national, sum(delta)
        from (select *, -1 as delta from ${sql.raw(changed)}) s cross join ${PARTS}
        group by part, s.type, s.is_national having sum(delta) <> 0
        order by part, s.type, s.is_national
        on conflict (part, type, is_national) do update set stores = known.stores + excluded.stores;
    end $$`.execute(db);
}
