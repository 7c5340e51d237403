import { createDb } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';

/** A process that migrates the database it was started with when it is told to, and says what it applied. */
const [databaseUrl = ''] = process.argv.slice(2);
const client = await createDb({ databaseUrl, poolSize: 2 });
process.once('message', async () => {
  process.send?.(await migrateToLatest(client.db));
  await client.close();
  process.disconnect();
});
process.send?.('ready');
