import { setTimeout as sleep } from 'node:timers/promises';
import { withDatabaseUrl } from '#tests/bench/support/database.ts';
import { openSite } from './support/site.ts';

// Measures how many transactions per second an idle process makes, by role. Each request to `/readyz` adds
// one.
// Usage:
//   node tests/operations/idle.ts [seconds]

const seconds = Number(process.argv[2] ?? 60);
const MAX_WEB_RATE = 3;
/** PostgreSQL reports a connection's transactions with a delay of up to a second, or when it closes. */
const SETTLE_MS = 10_000;

for (const role of ['web', 'worker', 'all'] as const) {
  await withDatabaseUrl(async (url) => {
    const site = await openSite(url, { DATABASE_URL: url });
    const countTransactions = async () => {
      const [row] = await site.query<{ count: string }>(`
        select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`);
      return Number(row?.count);
    };
    try {
      await site.start({ ROLE: role });
      await sleep(SETTLE_MS);
      const countBefore = await countTransactions();
      await sleep(seconds * 1000);
      const rate = ((await countTransactions()) - countBefore) / seconds;
      const connections = await site.query<{ name: string; count: string }>(`
        select application_name as name, count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() group by 1 order by 1`);
      const names = connections.map(({ name, count }) => `${name}: ${count}`).join(', ');
      console.log(`ROLE=${role}: ${rate.toFixed(1)} transactions a second (connections: ${names})`);
      if (role === 'web' && rate > MAX_WEB_RATE) process.exitCode = 1;
    } finally {
      await site.close();
    }
  }, {});
}
