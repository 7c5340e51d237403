import pg from 'pg';

const BATCH_ROWS = 250_000;

/** Adds accounts until the database has this many bytes. Returns its size in bytes. */
export async function fillDatabase(url: string, bytes: number): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (;;) {
      const { rows } = await client.query('select pg_database_size(current_database())::float8 as size');
      const size = Number(rows[0]?.size);
      if (size >= bytes) {
        await client.query('vacuum analyze');
        return size;
      }
      await client.query(
        `insert into accounts (id, email, password_hash, firstname, lastname, zip, account_type)
         select id, id || '@example.com', md5(id::text) || md5(id::text || 'b'), 'Maria', 'Gomez', '80202', 0
         from (select gen_random_uuid() as id from generate_series(1, ${BATCH_ROWS})) made`,
      );
    }
  } finally {
    await client.end();
  }
}
