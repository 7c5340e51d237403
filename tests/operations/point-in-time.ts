import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createDb } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import { markdownTable } from '#tests/bench/support/table.ts';
import { seededRandom } from '#tests/helpers/crash/random.ts';
import { startProduct } from '#tests/helpers/product.ts';
import { openWorkplace, type Server } from './support/cluster.ts';
import { fillDatabase } from './support/fill.ts';
import { buyAll, createBuyers, type ListedFinding, readFindings, runCommand } from './support/purchases.ts';

// Loses a primary's disk, then restores PostgreSQL from the write-ahead log that receive-wal.sh received:
// once to the last byte, and once to an instant before a mistake. After that, `reconcile` must list every
// charge that is missing in the restored database, and `purchases` must repair each of them. Prints a table;
// exits with 1 if a goal is missed.
// Usage: node tests/operations/point-in-time.ts [gigabytes]

const gigabytes = Number(process.argv[2] ?? 1);
const PURCHASES_BEFORE = 20;
const PURCHASES_AFTER = 30;
const MAX_RESTORE_SECONDS = 300;
const MAX_LOST_SECONDS = 60;
const BEAT_MS = 50;
const PAUSE_MS = 1_500;

const rows: string[][] = [];
let isMissed = false;

function record(row: string, result: string, goal = '', isMet = true): void {
  rows.push([row, result, goal, goal === '' ? '' : isMet ? 'met' : 'MISSED']);
  if (!isMet) isMissed = true;
}

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000;
const formatSeconds = (seconds: number) => `${seconds.toFixed(1)} s`;

async function queryOne(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query(sql);
    return Object.values(result.rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

/** Writes a row every 50 ms until the server is gone. Returns the time of the last committed row. */
async function writeBeats(url: string, onStart: () => Promise<void>): Promise<Date> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table beats (at timestamptz not null)');
  let lastAt = new Date(0);
  const started = sleep(3_000).then(onStart);
  try {
    for (;;) {
      const result = await client.query('insert into beats values (clock_timestamp()) returning at');
      lastAt = result.rows[0].at;
      await sleep(BEAT_MS);
    }
  } catch {
    await started;
    return lastAt;
  }
}

const workplace = await openWorkplace();
const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-operations-'));
const sandbox = await startSandbox({ dataDir });
const settings = { STRIPE_SANDBOX_URL: sandbox.url, DATA_DIR: dataDir, DEMO: '0' };
const random = seededRandom(20_261_123);
/** Functions that stop what was started, called in reverse order at the end. */
const stopFunctions: Array<() => unknown> = [];

const countMemberships = async (url: string) =>
  Number(await queryOne(url, 'select count(*) from memberships'));

async function startServer(data: string): Promise<Server> {
  const server = await workplace.startServer(data);
  stopFunctions.push(server.stop);
  return server;
}

async function startFilledServer(data: string): Promise<Server> {
  console.error(`filling a database of ${gigabytes} GB`);
  await workplace.initialize(data);
  const server = await startServer(data);
  const client = await createDb({ databaseUrl: server.url });
  await migrateToLatest(client);
  await seed(client.db);
  await client.close();
  record('database', `${((await fillDatabase(server.url, gigabytes * 1e9)) / 1e9).toFixed(2)} GB`);
  return server;
}

/** Makes purchases before and after an instant. Half of the later buyers don't exist yet at the instant. */
async function shop(primary: Server) {
  console.error('buying');
  const product = await startProduct({ ...settings, DATABASE_URL: primary.url });
  stopFunctions.push(product.stop);
  await buyAll(product.port, sandbox.url, await createBuyers(primary.url, PURCHASES_BEFORE, random));
  const existingBuyers = await createBuyers(primary.url, PURCHASES_AFTER / 2, random);
  const membershipsThen = await countMemberships(primary.url);
  const chargesThen = new Set((await sandbox.control.charges()).map(({ id }) => id));
  await sleep(PAUSE_MS);
  const instant = String(await queryOne(primary.url, "select clock_timestamp() at time zone 'UTC' || '+00'"));
  await sleep(PAUSE_MS);
  await buyAll(product.port, sandbox.url, existingBuyers);
  await buyAll(product.port, sandbox.url, await createBuyers(primary.url, PURCHASES_AFTER / 2, random));
  await product.stop();
  const charges = (await sandbox.control.charges()).filter(({ id }) => !chargesThen.has(id));
  return { instant, membershipsThen, charges, memberships: await countMemberships(primary.url) };
}

interface Archive {
  backup: string;
  wal: string;
}

async function restore({ backup, wal }: Archive, instant: string, name: string): Promise<Server> {
  console.error(`restoring ${instant}`);
  const startedAt = performance.now();
  const data = join(workplace.folder, name);
  await workplace.runScript('restore.sh', [backup, wal, data, instant]);
  const server = await startServer(data);
  record(`restored ${name}`, formatSeconds(secondsSince(startedAt)));
  return server;
}

async function checkWholeRestore(archive: Archive, lastBeat: Date, memberships: number): Promise<void> {
  const server = await restore(archive, 'latest', 'to the last byte');
  const restoredBeat = await queryOne(server.url, 'select max(at) from beats');
  const lostMs =
    restoredBeat instanceof Date ? lastBeat.getTime() - restoredBeat.getTime() : Number.POSITIVE_INFINITY;
  const lostSeconds = Math.max(0, lostMs) / 1000;
  record(
    'lost with the primary’s disk',
    formatSeconds(lostSeconds),
    `${MAX_LOST_SECONDS} s`,
    lostSeconds <= MAX_LOST_SECONDS,
  );
  const restoredCount = await countMemberships(server.url);
  record('memberships after it', `${restoredCount} of ${memberships}`, 'all', restoredCount === memberships);
  await server.stop();
}

/** Lists findings until there are none, and repairs each one as an operator would. */
async function reconcile(databaseUrl: string, day: string, charges: readonly string[]): Promise<void> {
  console.error('reconciling');
  const run = (...args: string[]) => runCommand(args, { ...settings, DATABASE_URL: databaseUrl });
  const list = async (): Promise<ListedFinding[]> => {
    const { code, output } = await run('reconcile', '--from', day);
    const findings = readFindings(output);
    if ((code === 0) !== (findings.length === 0)) throw new Error(output);
    return findings;
  };
  const findings = await list();
  const listedIds = new Set(findings.map(({ id }) => id));
  const listedCount = charges.filter((id) => listedIds.has(id)).length;
  record(
    'charges after it that reconcile lists',
    `${listedCount} of ${charges.length}`,
    'all',
    listedCount === charges.length,
  );
  record('other findings', String(findings.length - listedCount), '0', findings.length === listedCount);
  const repairs = { adopted: 0, refunded: 0, failed: 0 };
  for (const { id } of findings) {
    const adoption = await run('purchases', 'adopt', id);
    const refund = adoption.code === 0 ? undefined : await run('purchases', 'refund', id);
    repairs[adoption.code === 0 ? 'adopted' : refund?.code === 0 ? 'refunded' : 'failed'] += 1;
    if (refund && refund.code !== 0) console.error(adoption.output, refund.output);
  }
  record('repaired', `${repairs.adopted} adopted, ${repairs.refunded} refunded`, 'all', repairs.failed === 0);
  const remainingFindings = await list();
  record('findings left', String(remainingFindings.length), '0', remainingFindings.length === 0);
  if (remainingFindings.length > 0) console.error(remainingFindings);
}

async function run(): Promise<void> {
  const data = join(workplace.folder, 'primary');
  const primary = await startFilledServer(data);
  const connection = { PGHOST: '127.0.0.1', PGPORT: String(primary.port), PGUSER: 'postgres' };
  const wal = join(workplace.folder, 'wal');
  const receiver = workplace.startScript('receive-wal.sh', [wal], connection);
  stopFunctions.push(receiver.end);
  const backupStartedAt = performance.now();
  const backup = await workplace.runScript('base-backup.sh', [join(workplace.folder, 'base')], connection);
  record('base backup', formatSeconds(secondsSince(backupStartedAt)));
  const { instant, membershipsThen, charges, memberships } = await shop(primary);

  console.error('losing the disk');
  const lastBeat = await writeBeats(primary.url, async () => {
    await primary.kill();
    await rm(data, { recursive: true, force: true });
  });
  await sleep(PAUSE_MS);
  receiver.end();
  await checkWholeRestore({ backup, wal }, lastBeat, memberships);

  const startedAt = performance.now();
  const pastServer = await restore({ backup, wal }, instant, 'to an instant');
  const product = await startProduct({ ...settings, DATABASE_URL: pastServer.url });
  stopFunctions.push(product.stop);
  const readySeconds = secondsSince(startedAt);
  record(
    'product ready after',
    formatSeconds(readySeconds),
    `${MAX_RESTORE_SECONDS} s`,
    readySeconds <= MAX_RESTORE_SECONDS,
  );
  const restoredCount = await countMemberships(pastServer.url);
  record(
    'memberships at the instant',
    `${restoredCount} of ${membershipsThen}`,
    'all',
    restoredCount === membershipsThen,
  );
  const day = instant.slice(0, 'YYYY-MM-DD'.length);
  await reconcile(
    pastServer.url,
    day,
    charges.map(({ id }) => id),
  );
}

try {
  await run();
} finally {
  for (const stop of stopFunctions.reverse()) await stop();
  await sandbox.close();
  await rm(dataDir, { recursive: true, force: true });
  await workplace.remove();
}
console.log(markdownTable({ columns: ['step', 'result', 'goal', 'verdict'], rows }));
process.exitCode = isMissed ? 1 : 0;
