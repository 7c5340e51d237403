import { createDb } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';

/** A process that migrates a database on request and reports what it applied. */
const [databaseUrl = ''] = process.argv.slice(2);
const client = await createDb({ databaseUrl, poolSize: 2 });
process.once('message', async () => {
  process.send?.(await migrateToLatest(client));
  await client.close();
  process.disconnect();
});
process.send?.('ready');
