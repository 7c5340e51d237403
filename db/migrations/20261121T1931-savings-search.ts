import { type Kysely, sql } from 'kysely';

/**
 * What the savings search reads: covering indexes in the order of each sort, the words of the names, and counts. All
 * of it is kept by triggers, in the transaction of whoever writes a store; only listed stores are in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Parts of words and words with an error in them.
  await sql`create extension if not exists pg_trgm`.execute(db);
  await createIndexes(db);
  await createWords(db);
  await createCounts(db);
  await createTriggers(db);
}

async function createIndexes(db: Kysely<unknown>): Promise<void> {
  // A circle is read cell by cell; inside a cell in the order of names, so that the cells' streams merge.
  await sql`create index stores_cell on stores (cell, name_key, id)
    include (ux, uy, uz, is_national, type, category_mask) where is_listed`.execute(db);
  // At the circle's edge, and for the nearest, it is read block by block.
  await sql`create index stores_block on stores (block, id)
    include (name_key, ux, uy, uz, is_national, type, category_mask) where is_listed`.execute(db);
  await sql`create index stores_name on stores (name_key, id)
    include (is_national, type, category_mask) where is_listed`.execute(db);
  // A type at a time: sorts 3 and 4.
  await sql`create index stores_type on stores (type, name_key, id)
    include (is_national, category_mask) where is_listed`.execute(db);
  await sql`create index stores_national on stores (name_key, id)
    include (ux, uy, uz, type, category_mask) where is_listed and is_national`.execute(db);
  // Postgres looks here for the stores of a business that changes or goes.
  await sql`create index stores_business on stores (business_id)`.execute(db);
}

async function createWords(db: Kysely<unknown>): Promise<void> {
  // Each word of each name once, with what is filtered by: the common word is then one range of an index. The words
  // of the name (null where the name_key is just that) and where this one begins among them tell whether the other
  // words fit, and which of two words that hold the same part is the first: nothing has to be joined or made unique.
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

  // The dictionary: which words hold a part, or look like a word with an error in it.
  await sql`create table search_words (
    word text collate "C" primary key,
    stores int4 not null
  )`.execute(db);
  await sql`create index search_words_parts on search_words using gin (word gin_trgm_ops)`.execute(db);
}

/** Squares are numbered from 0; the whole country is beside them, and blocks come after all cells. */
const EVERYWHERE = -1;
const FIRST_BLOCK = 2_000_000;

async function createCounts(db: Kysely<unknown>): Promise<void> {
  // Stores by category (0: of any), type, national or not, exact at any moment: in a square, squares beside each other
  // standing together; and with a word.
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
  // Rows that the search would see otherwise than before: each is taken out as it was and put in as it is. Rows are
  // counted in one order in every transaction, so that two of them wait for each other and do not deadlock.
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
