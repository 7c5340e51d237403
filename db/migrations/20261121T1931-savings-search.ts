import { type Kysely, sql } from 'kysely';

/**
 * What the savings search reads: a covering index for each sort order, the words of the stores' names, and
 * counts. Triggers update all of it in the transaction that writes a store. It contains only listed stores.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Finds parts of words, and words with a typo.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await createIndexes(db);
  await createWords(db);
  await createCounts(db);
  await createTriggers(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // A search by distance reads one cell at a time. Each cell is in the order of names, so that the results
  // can be merged.
  await sql`create index stores_cell on stores (cell, name_key, id)
    include (ux, uy, uz, is_national, type, category_mask) where is_listed`.execute(db);
  // Near the edge of the circle, and for nearest-first, the search reads one block at a time.
  await sql`create index stores_block on stores (block, id)
    include (name_key, ux, uy, uz, is_national, type, category_mask) where is_listed`.execute(db);
  await sql`create index stores_name on stores (name_key, id)
    include (is_national, type, category_mask) where is_listed`.execute(db);
  // Sorts 3 and 4 read one type at a time.
  await sql`create index stores_type on stores (type, name_key, id)
    include (is_national, category_mask) where is_listed`.execute(db);
  await sql`create index stores_national on stores (name_key, id)
    include (ux, uy, uz, type, category_mask) where is_listed and is_national`.execute(db);
  // PostgreSQL uses it to find a business's stores when the business changes or is deleted.
  await sql`create index stores_business on stores (business_id)`.execute(db);
}

async function createWords(db: Kysely<unknown>): Promise<void> {
  // One row per store and word of its name, with the columns that a search filters by, so that searching for
  // a common word reads one range of an index. `search_name` is null if it equals `name_key`. With the whole
  // name, a search can check for its other words. `begins` is where this word starts in the name. So a store
  // with two matching words is returned only once, without a join or `distinct`.
  await sql`create table store_words (
    store_id uuid not null,
    word text collate "C" not null,
    name_key text collate "C" not null,
    search_name text collate "C",
    begins int2 not null,
    cell int4,
    ux float8,
    uy float8,
    uz float8,
    is_national boolean not null,
    type int2 not null,
    category_mask int4 not null,
    primary key (store_id, word)
  ) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.02)`.execute(db);
  await sql`create index store_words_cell on store_words (word, cell, name_key, store_id)
    include (search_name, begins, ux, uy, uz, is_national, type, category_mask)`.execute(db);
  await sql`create index store_words_name on store_words (word, name_key, store_id)
    include (search_name, begins, is_national, type, category_mask)`.execute(db);
  await sql`create index store_words_national on store_words (word, name_key, store_id)
    include (search_name, begins, ux, uy, uz, type, category_mask) where is_national`.execute(db);

  // All words, to find those that contain a string or resemble a misspelled word.
  await sql`create table search_words (
    word text collate "C" primary key,
    stores int4 not null
  )`.execute(db);
  await sql`create index search_words_parts on search_words using gin (word gin_trgm_ops)`.execute(db);
}

/**
 * Cells are numbered from 0. Square -1 is the whole country. A block's square is 2,000,000 plus its number.
 */
const EVERYWHERE = -1;
const FIRST_BLOCK = 2_000_000;

async function createCounts(db: Kysely<unknown>): Promise<void> {
  // The number of stores by category (0 for any), type, and national flag, per square and per word. Triggers
  // keep the counts exact. Neighboring squares are next to each other in the index.
  const counted = `type int2 not null, is_national boolean not null, stores int4 not null`;
  const settings = 'fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02';
  await sql`create table square_counts (category int2 not null, square int4 not null, ${sql.raw(counted)},
    primary key (category, square, type, is_national) include (stores)) with (${sql.raw(settings)})`.execute(
    db,
  );
  await sql`create table word_counts (category int2 not null, word text collate "C" not null, ${sql.raw(counted)},
    primary key (category, word, type, is_national) include (stores)) with (${sql.raw(settings)})`.execute(
    db,
  );
}

const SEARCHED = ['name_key', 'search_name', 'categories', 'is_national', 'cell', 'ux', 'uy', 'uz'];
const searchedAs = (row: string) => sql.raw(`(${SEARCHED.map((column) => `${row}.${column}`).join(', ')})`);

async function createTriggers(db: Kysely<unknown>): Promise<void> {
  // Ignores rows whose search columns didn't change. Any other row is removed with its old values and added
  // with its new ones. Every transaction updates the counts in the same order, so that two of them wait
  // instead of deadlocking.
  await sql`create function apply_store_changes(before stores[], after stores[]) returns void
    language plpgsql as $$
    declare
      removed stores[];
      added stores[];
    begin
      select array_agg(o) into removed from unnest(before) o
        left join unnest(after) n on n.id = o.id
        where o.is_listed and (n.id is null or not n.is_listed or ${searchedAs('o')} is distinct from ${searchedAs('n')});
      select array_agg(n) into added from unnest(after) n
        left join unnest(before) o on o.id = n.id
        where n.is_listed and (o.id is null or not o.is_listed or ${searchedAs('o')} is distinct from ${searchedAs('n')});

      delete from store_words where store_id in (select s.id from unnest(removed) s);
      insert into store_words
        select distinct s.id, word, s.name_key, nullif(s.search_name, s.name_key),
          strpos(' ' || s.search_name || ' ', ' ' || word || ' '),
          s.cell, s.ux, s.uy, s.uz, s.is_national, s.type, s.category_mask
        from unnest(added) s, string_to_table(s.search_name, ' ') as word;

      insert into search_words as known (word, stores)
        select word, sum(delta) from (
          select distinct s.id, word, delta
          from (select *, -1 as delta from unnest(removed) union all select *, 1 from unnest(added)) s,
            string_to_table(s.search_name, ' ') as word
        ) words
        group by word having sum(delta) <> 0 order by word
        on conflict (word) do update set stores = known.stores + excluded.stores;

      insert into square_counts as known (category, square, type, is_national, stores)
        select category, square, type, is_national, sum(delta) from (
          select distinct s.id, s.delta, s.type, s.is_national, square, category
          from (select *, -1 as delta from unnest(removed) union all select *, 1 from unnest(added)) s,
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
          from (select *, -1 as delta from unnest(removed) union all select *, 1 from unnest(added)) s,
            string_to_table(s.search_name, ' ') as word,
            unnest(0::int2 || s.categories) as category
        ) counted
        group by category, word, type, is_national having sum(delta) <> 0
        order by category, word, type, is_national
        on conflict (category, word, type, is_national) do update set stores = known.stores + excluded.stores;
    end $$`.execute(db);

  await sql`create function stores_inserted() returns trigger language plpgsql as $$
    begin
      perform apply_store_changes(null, array(select row(n.*)::stores from new_rows n));
      return null;
    end $$`.execute(db);
  await sql`create function stores_updated() returns trigger language plpgsql as $$
    begin
      perform apply_store_changes(array(select row(o.*)::stores from old_rows o), array(select row(n.*)::stores from new_rows n));
      return null;
    end $$`.execute(db);
  await sql`create function stores_deleted() returns trigger language plpgsql as $$
    begin
      perform apply_store_changes(array(select row(o.*)::stores from old_rows o), null);
      return null;
    end $$`.execute(db);
  await sql`create trigger stores_inserted after insert on stores
    referencing new table as new_rows for each statement execute function stores_inserted()`.execute(db);
  await sql`create trigger stores_updated after update on stores
    referencing old table as old_rows new table as new_rows
    for each statement execute function stores_updated()`.execute(db);
  await sql`create trigger stores_deleted after delete on stores
    referencing old table as old_rows for each statement execute function stores_deleted()`.execute(db);
}
