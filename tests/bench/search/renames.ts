import pg from 'pg';

const RENAMES = 100;
const WARM_UP_RENAMES = 10;

/**
 * Renames businesses with one listed store, each in its own transaction. Returns how many milliseconds each
 * took.
 */
export async function measureRenames(url: string): Promise<number[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select b.id, word || ' ' || lag(word) over (order by b.id) as name
       from (select id, row_number() over (order by md5(id::text)) as n from businesses b
         where is_listed and (select count(*) from stores where business_id = b.id) = 1 limit $1) b
       join (select word, row_number() over (order by md5(word)) as n from search_words where stores > 0) w using (n)`,
      [RENAMES + WARM_UP_RENAMES + 1],
    );
    const durations: number[] = [];
    for (const { id, name } of rows.slice(1)) {
      const startedAt = performance.now();
      await client.query({
        name: 'rename',
        text: 'update businesses set name = $2, name_key = $2, search_name = $2 where id = $1',
        values: [id, name],
      });
      durations.push(performance.now() - startedAt);
    }
    return durations.slice(WARM_UP_RENAMES);
  } finally {
    await client.end();
  }
}
