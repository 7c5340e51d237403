import { sql } from 'kysely';
import { type Db, inTransaction } from '#db/client.ts';
import { searchWords } from '#server/lib/search-words.ts';
import type { GeneratedStore } from './generate.ts';

const ROWS_PER_STATEMENT = 5_000;

const COLUMNS = sql`id uuid, business_id uuid, name text, name_key text, search_name text, categories int2[],
  is_premier boolean, is_national boolean, is_listed boolean, is_members_only boolean, street1 text, city text,
  state text, zip text, phone text, latitude float8, longitude float8`;

function row(store: GeneratedStore) {
  return {
    id: store.id,
    business_id: store.businessId,
    name: store.name,
    name_key: store.name.toLowerCase(),
    search_name: searchWords(store.name).join(' '),
    categories: store.categories,
    is_premier: store.isPremier,
    is_national: store.isNational,
    is_listed: store.isListed,
    is_members_only: store.isMembersOnly,
    street1: store.street1,
    city: store.city,
    state: store.state,
    zip: store.zip,
    phone: store.phone,
    latitude: store.latitude,
    longitude: store.longitude,
  };
}

async function loadBatch(db: Db, stores: GeneratedStore[]): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(stores.map(row))}::json) as batch (${COLUMNS})`;
  await inTransaction(db, async (trx) => {
    // A previous batch may have inserted the business, if it ended in the middle of a chain.
    await sql`insert into businesses (id, name, name_key, search_name, categories, is_premier, is_national, is_listed,
        is_members_only)
      select distinct on (business_id) business_id, name, name_key, search_name, categories, is_premier, is_national,
        is_listed, is_members_only
      from ${rows} on conflict (id) do nothing`.execute(trx);
    await sql`insert into stores (id, business_id, street1, city, state, zip, phone, latitude, longitude, name_key,
        search_name, categories, is_national, is_listed)
      select id, business_id, street1, city, state, zip, phone, latitude, longitude, name_key, search_name, categories,
        is_national, is_listed
      from ${rows}`.execute(trx);
  });
}

/** Inserts stores and their businesses in batches, then updates the planner's statistics. */
export async function loadStores(db: Db, stores: Iterable<GeneratedStore>): Promise<void> {
  let batch: GeneratedStore[] = [];
  for (const store of stores) {
    batch.push(store);
    if (batch.length < ROWS_PER_STATEMENT) continue;
    await loadBatch(db, batch);
    batch = [];
  }
  if (batch.length > 0) await loadBatch(db, batch);
  await sql`vacuum analyze stores, store_words, search_words, square_counts, word_counts, part_counts, businesses`.execute(
    db,
  );
}
