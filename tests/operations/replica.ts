import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '#tests/bench/support/http-client.ts';
import { createVisitors } from '#tests/bench/support/product-server.ts';
import { verificationPath } from '#tests/bench/verification.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import type { ProductProcess } from '#tests/helpers/product.ts';
import { sendCalls, type Tally } from './support/calls.ts';
import { startReplica, startWriter } from './support/replica.ts';
import { buyOneCard, openSite } from './support/site.ts';

// Runs the product with a streaming replica that lags, loses its connection to the writer, hangs, and dies,
// while verifications, searches, and purchases are sent. Usage:
//   node tests/operations/replica.ts [calls per step]

const count = Number(process.argv[2] ?? 500);
const NAME = 'everything_card_replicated';
/**
 * The longest that a call may take. A read may first wait for a replica that hangs, and then for the writer.
 */
const MAX_CALL_MS = 4_500;
const problems: string[] = [];
const expectThat = (isTrue: boolean, problem: string) => {
  if (!isTrue) problems.push(problem);
};

const writer = await startWriter();
await onServer(writer.url, (admin) => admin.query(`create database ${NAME}`));
const url = databaseUrl(writer.url, NAME);
const replica = await startReplica(url).catch(async (error: unknown) => {
  await writer.stop();
  throw error;
});
const site = await openSite(url, {});
try {
  const product = await site.start({ DATABASE_URL: url, DATABASE_READ_URL: replica.url });
  await site.sendEventsTo(product);
  const number = await buyOneCard(site, product);
  const headers = createVisitors();
  const load = (pauseMs = 5) => sendCalls([product.port], { count, clients: 4, number, pauseMs });
  const report = (step: string, { succeeded, failures, slowestMs }: Tally) => {
    console.log(`${step}: ${failures.length} failed, slowest ${Math.round(slowestMs)} ms`, succeeded);
    problems.push(...failures.slice(0, 3));
    expectThat(slowestMs < MAX_CALL_MS, `${step}: a call took ${slowestMs} ms`);
  };
  /**
   * Changes the cardholder's name in the writer. Returns how many milliseconds verifications show the old
   * one.
   */
  const measureStaleness = async (name: string): Promise<number> => {
    await site.query('update memberships set firstname = $1 where number = $2', [name, number]);
    const startedAt = performance.now();
    const client = new HttpClient(product.port);
    while (!(await client.get(verificationPath(number), headers())).body.includes(name)) {
      if (performance.now() - startedAt > 20_000) break;
      await sleep(50);
    }
    client.close();
    return performance.now() - startedAt;
  };
  const countReplicaReads = async () => {
    const [row] = await replica.query<{ count: string }>(
      `select xact_commit as count from pg_stat_database where datname = '${NAME}'`,
    );
    return Number(row?.count);
  };

  await load();
  const readsBefore = await countReplicaReads();
  report('healthy', await load());
  await sleep(2_000);
  const reads = (await countReplicaReads()) - readsBefore;
  console.log(`The replica served ${reads} reads; lag: ${await readLag(product)} s`);
  expectThat(reads > count / 2, 'the replica served too few reads');

  const lag = async () => Number(await readLag(product));
  const becomeCurrent = async (step: string) => {
    const startedAt = performance.now();
    while ((await lag()) > 0.5 && performance.now() - startedAt < 30_000) await sleep(200);
    console.log(`${step}: current after ${Math.round(performance.now() - startedAt)} ms`);
    expectThat((await lag()) <= 0.5, `${step}: the replica did not become current`);
  };
  /**
   * Makes the replica fall behind. Verifications may then show a change up to 2 seconds late; the limit also
   * allows for the interval of the measurements.
   */
  const fallBehind = async (step: string, cause: () => Promise<unknown>) => {
    const loading = load(20);
    await sleep(300);
    await cause();
    const staleMs = Math.round(await measureStaleness(step));
    console.log(`${step}: the old name was shown for ${staleMs} ms; lag: ${await lag()} s`);
    expectThat(staleMs < 2_300, `${step}: a verification was too old`);
    const client = new HttpClient(product.port);
    const response = await client.get(verificationPath(await buyOneCard(site, product)), headers());
    client.close();
    expectThat(response.body.includes('"state":"active"'), `${step}: a new card was not found`);
    report(step, await loading);
  };

  await fallBehind('Paused', () => replica.query('select pg_wal_replay_pause()'));
  await replica.query('select pg_wal_replay_resume()');
  await becomeCurrent('Resumed');
  await fallBehind('Disconnected', () => replica.setConnected(false));
  await replica.setConnected(true);
  await becomeCurrent('Connected again');

  for (const name of ['SIGSTOP', 'SIGCONT', 'SIGKILL'] as const) {
    const loading = load();
    await sleep(200);
    await replica.signal(name);
    report(name, await loading);
    if (name === 'SIGCONT') await becomeCurrent(name);
  }
} finally {
  await site.close();
  await replica.stop();
  await writer.stop();
}
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

async function readLag({ url: address }: ProductProcess): Promise<string> {
  const metrics = await (await fetch(`${address}/metrics`)).text();
  return /^database_replica_lag_seconds (\S+)/m.exec(metrics)?.[1] ?? 'unknown';
}
