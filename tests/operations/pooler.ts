import { requirePostgres } from '#tests/bench/support/database.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { countSucceeded, sendCalls } from './support/calls.ts';
import { startPgbouncer } from './support/pgbouncer.ts';
import { buyOneCard, openSite } from './support/site.ts';

// Runs the product through pgbouncer in transaction mode, from its first start: migrations, 1,000 calls to
// two web processes, and the jobs of a worker. Needs pgbouncer (Debian: apt-get install pgbouncer). Usage:
//   node tests/operations/pooler.ts [calls]

const count = Number(process.argv[2] ?? 1_000);
/** The size of pgbouncer's pool. Smaller than the processes' own pools together, so that they must share. */
const POOL_SIZE = 6;
const NAME = 'everything_card_pooled';

const server = await requirePostgres();
await onServer(server.url, (admin) => admin.query(`create database ${NAME}`));
const directUrl = databaseUrl(server.url, NAME);
const pooler = await startPgbouncer(directUrl, POOL_SIZE);
const site = await openSite(directUrl, { DATABASE_URL: pooler.url, DATABASE_STATEMENTS: 'unnamed' });
try {
  const web = await site.start({ ROLE: 'web' });
  const [otherWeb, worker] = await Promise.all([site.start({ ROLE: 'web' }), site.start({ ROLE: 'worker' })]);
  await site.sendEventsTo(web);
  const number = await buyOneCard(site, web);
  const tally = await sendCalls([web.port, otherWeb.port], { count, clients: 8, number });
  const receipts = await site.settle();
  const purchases = 1 + (tally.succeeded.purchase ?? 0);
  const [connections] = await site.query<{ count: string }>(
    `select count(*) from pg_stat_activity where datname = '${NAME}' and application_name like 'everything-card %'`,
  );
  const [failed] = await site.query<{ count: string }>(
    `select count(*) from pgboss.job where state = 'failed' or retry_count > 0`,
  );
  console.log(`${countSucceeded(tally)} of ${count} calls succeeded:`, tally.succeeded);
  console.log(`${receipts} receipts for ${purchases} purchases; failed or repeated jobs: ${failed?.count}`);
  console.log(`Connections to PostgreSQL: ${connections?.count}`);
  for (const failure of tally.failures.slice(0, 10)) console.log(failure);
  for (const product of [web, otherWeb, worker])
    if (product.output().includes('"level"')) console.log(product.output());
  const isRight = tally.failures.length === 0 && receipts === purchases && failed?.count === '0';
  process.exitCode = isRight ? 0 : 1;
} finally {
  await site.close();
  await pooler.stop();
  await server.stop();
}
