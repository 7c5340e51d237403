import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { requirePostgres } from '#tests/bench/support/database.ts';
import { databaseUrl, onServer } from '#tests/helpers/database/template.ts';
import { launchProduct } from '#tests/helpers/product.ts';
import { countSucceeded, sendCalls } from './support/calls.ts';
import { buyOneCard, openSite } from './support/site.ts';

// Runs an older release next to a newer one, on the newer one's schema. The newer release is the last commit
// plus two migrations that this script adds. The older one must be a commit that already checks whether
// migrations are compatible. Usage:
//   node tests/operations/older-release.ts [older commit, by default HEAD] [calls]

const [olderCommit = 'HEAD', callCount = '600'] = process.argv.slice(2);
const count = Number(callCount);
const NAME = 'everything_card_releases';
const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);

const COLUMN = `import { type Kysely, sql } from 'kysely';

export const isCompatible = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`alter table memberships add column nickname text not null default ''\`.execute(db);
}
`;
const INDEX = `import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isCompatible = true;
export const isTransactional = false;

export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'memberships_nickname', 'memberships (nickname)');
}
`;
const INCOMPATIBLE = COLUMN.replace('isCompatible = true', 'isCompatible = false').replace(
  'nickname',
  'alias',
);

const folder = await mkdtemp(join(tmpdir(), 'everything-card-releases-'));

/**
 * Extracts a commit into a new folder, adds migrations, and links this checkout's dependencies and build.
 * Returns the folder.
 */
async function extract(
  name: string,
  commit: string,
  migrations: Record<string, string> = {},
): Promise<string> {
  const target = join(folder, name);
  await run('sh', ['-c', `mkdir "$1" && git archive "$2" | tar -x -C "$1"`, 'sh', target, commit], {
    cwd: root,
  });
  for (const shared of ['node_modules', 'dist']) await symlink(join(root, shared), join(target, shared));
  for (const [file, source] of Object.entries(migrations))
    await writeFile(join(target, 'db/migrations', file), source);
  return target;
}

const server = await requirePostgres();
await onServer(server.url, (admin) => admin.query(`create database ${NAME}`));
const url = databaseUrl(server.url, NAME);
const site = await openSite(url, { DATABASE_URL: url });
const failures: string[] = [];
try {
  const olderFolder = await extract('older', olderCommit);
  const newMigrations = { '29991231T0000-column.ts': COLUMN, '29991231T0001-index.ts': INDEX };
  const newerFolder = await extract('newer', 'HEAD', newMigrations);
  const newestFolder = await extract('newest', 'HEAD', {
    ...newMigrations,
    '29991231T0002-incompatible.ts': INCOMPATIBLE,
  });

  const [first, second] = [await site.start({}, olderFolder), await site.start({}, olderFolder)];
  await site.sendEventsTo(first);
  const number = await buyOneCard(site, first);
  let purchases = 1;
  const phase = async (name: string, ports: number[], during: () => Promise<void> = async () => {}) => {
    const [tally] = await Promise.all([
      sendCalls(ports, { count, clients: 3, number, pauseMs: 20 }),
      during(),
    ]);
    purchases += tally.succeeded.purchase ?? 0;
    failures.push(...tally.failures);
    console.log(`${name}: ${countSucceeded(tally)} of ${count} calls succeeded`);
  };

  let newPort = 0;
  await phase('while the newer release migrates', [first.port, second.port], async () => {
    newPort = (await site.start({}, newerFolder)).port;
  });
  await phase('both releases', [first.port, second.port, newPort]);
  await second.stop();
  const restarted = await site.start({}, olderFolder);
  await phase('after a restart of the older release', [first.port, restarted.port, newPort]);

  const receipts = await site.settle();
  console.log(`${receipts} receipts for ${purchases} purchases`);
  if (receipts !== purchases) failures.push('receipts are missing');
  const appliedMigrations = await site.query<{ name: string; is_compatible: boolean }>(
    `select name, is_compatible from kysely_migration where name like '2999%' order by name`,
  );
  console.log('The newer migrations:', appliedMigrations);

  await site.start({}, newestFolder);
  const refusedProcess = await launchProduct(
    { DATABASE_URL: url, DATA_DIR: site.dataDir, DEMO: '0', STRIPE_SANDBOX_URL: site.sandbox.url },
    { release: olderFolder },
  );
  const { code } = await refusedProcess.exited;
  console.log(
    `After an incompatible migration, the older release exits with ${code}: ${refusedProcess.output().trim()}`,
  );
  if (code !== 1) failures.push('the older release started on an incompatible schema');
} finally {
  for (const failure of failures.slice(0, 10)) console.log(failure);
  await site.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = failures.length === 0 ? 0 : 1;
