import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDb, type DbClient, inTransaction } from '#db/client.ts';
import { EMBEDDED_VERSION } from '#db/embedded-files.ts';
import { COPY_FOLDER, formatManifest, manifestPath, measureFile } from '#server/app/cli/backup/manifest.ts';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { restoreCommand } from '#server/app/cli/restore.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { loadSecrets } from '#server/platform/config/secrets.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const configOf = (name: string) =>
  loadConfig({ DATA_DIR: join(folder(), name), FILES_DIR: join(folder(), 'uploads') });
const restore = (backup: string, dataDir: string, settings: Record<string, string> = {}) =>
  executeCommand(restoreCommand, { config: loadConfig({ DATA_DIR: dataDir, ...settings }) }, [backup]);
const readText = (...path: string[]) => readFile(join(folder(), ...path), 'utf8');

/** Opens an embedded database and starts its command socket, as a server does. */
async function serve(name: string) {
  const config = configOf(name);
  const client = await createDb({ dataDir: config.dataDir });
  const { db, embedded } = client;
  const deps = {
    db,
    embedded,
    config,
    now: () => new Date(),
    jobs: recordingJobQueue(),
    log: recordingLogger(),
  };
  const closeSocket = await startCommandSocket(deps);
  const close = async () => {
    await closeSocket();
    await client.close();
  };
  return { config, client, close };
}

/** Writes two rows per transaction until `isOver`. */
async function writePairs({ db }: DbClient, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await inTransaction(db, async (trx) => {
      const id = randomUUID();
      for (const side of ['left', 'right']) await sql`insert into pairs values (${id}, ${side})`.execute(trx);
    });
    // Leave most of the time to the backup, which runs in this process too.
    await sleep(10);
  }
}

async function readPairs(name: string) {
  const client = await createDb({ dataDir: join(folder(), name) });
  const { rows } = await sql<{ ids: number; sides: number }>`
    select count(distinct id) as ids, count(*) as sides from pairs`.execute(client.db);
  await client.close();
  return rows[0] ?? { ids: 0, sides: 0 };
}

beforeAll(async () => {
  await cp(await embeddedTemplate(), join(folder(), 'data'), { recursive: true });
  await mkdir(join(folder(), 'uploads/logos'), { recursive: true });
  await writeFile(join(folder(), 'uploads/logos/a.webp'), 'a logo', { mode: 0o644 });
  await loadSecrets(configOf('data'));
  const server = await serve('data');
  await sql`create table pairs (id uuid not null, side text not null)`.execute(server.client.db);
  let isOver = false;
  const writingPairs = writePairs(server.client, () => isOver);
  const result = await dispatchCommand(server.config, 'backup', [join(folder(), 'backup')]);
  isOver = true;
  await writingPairs;
  await server.close();
  expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining('keep it private') });
});

describe('npm run backup and restore', () => {
  test('keep the database, files, and secrets of a server that goes on writing', async () => {
    const restoreResult = await restore(join(folder(), 'backup'), join(folder(), 'restored'));
    expect(restoreResult).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('npm run reconcile -- --from'),
    });
    const pairs = await readPairs('restored');
    expect(pairs.ids).toBeGreaterThan(0);
    expect(pairs.sides).toBe(2 * pairs.ids);
    for (const [file, original] of [
      ['secrets.json', 'data/secrets.json'],
      ['field-keys.json', 'data/field-keys.json'],
      ['files/logos/a.webp', 'uploads/logos/a.webp'],
    ] as const) {
      expect(await readText('restored', file)).toBe(await readText(original));
      for (const copy of ['backup/data', 'restored']) {
        expect((await stat(join(folder(), copy, file))).mode & 0o777).toBe(0o600);
      }
    }
    expect((await stat(join(folder(), 'backup'))).mode & 0o777).toBe(0o700);
  });

  test('work without a server', async () => {
    const config = configOf('data');
    expect(await dispatchCommand(config, 'backup', [join(folder(), 'cold')])).toMatchObject({ exitCode: 0 });
    expect(await restore(join(folder(), 'cold'), join(folder(), 'warm'))).toMatchObject({ exitCode: 0 });
    expect((await readPairs('warm')).ids).toBeGreaterThan(0);
  });

  test.each([
    ['a folder with files', 'backup', 'is not empty'],
    ['a place inside the data folder', 'data/backups/monday', 'outside the data folder'],
  ])('a backup refuses %s', async (_title, target, message) => {
    const result = await dispatchCommand(configOf('data'), 'backup', [join(folder(), target)]);
    expect(result).toEqual({ exitCode: 1, output: expect.stringContaining(message) });
  });
});

/** Creates a backup with two small files, which is enough to be refused. */
async function makeSmallBackup(): Promise<string> {
  const backup = join(folder(), randomUUID());
  const files = [];
  for (const path of ['secrets.json', 'files/logo.webp']) {
    const file = join(backup, COPY_FOLDER, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `the content of ${path}`);
    files.push({ path, bytes: 0, sha256: '', ...(await measureFile(file)) });
  }
  const contents = {
    createdAt: new Date(),
    postgres: EMBEDDED_VERSION,
    migrations: [],
    folders: ['files'],
    files,
  };
  await writeFile(manifestPath(backup), formatManifest(contents));
  return backup;
}

const edit = (change: (manifest: Record<string, unknown>) => object) => async (backup: string) => {
  const manifest: Record<string, unknown> = JSON.parse(await readFile(manifestPath(backup), 'utf8'));
  await writeFile(manifestPath(backup), JSON.stringify(change(manifest)));
};

describe('a restore refuses', () => {
  test.each<[string, (backup: string) => Promise<void>, string]>([
    ['a folder without a manifest', (backup) => rm(manifestPath(backup)), 'is not a complete backup'],
    ['another manifest', (backup) => writeFile(manifestPath(backup), '{"name":"x"}'), 'is not a backup of'],
    ['half a manifest', (backup) => writeFile(manifestPath(backup), '{"product":'), 'is damaged'],
    ['a newer format', edit((manifest) => ({ ...manifest, format: 2 })), 'has the format 2'],
    ['files of another PostgreSQL', edit((manifest) => ({ ...manifest, postgres: '19' })), 'PostgreSQL 19'],
    [
      'a newer release’s backup',
      edit((manifest) => ({ ...manifest, migrations: ['20991231T0000-later'] })),
      '20991231T0000-later',
    ],
    ['paths outside the folder', edit((manifest) => ({ ...manifest, folders: ['../x'] })), 'is damaged'],
    [
      'a changed file',
      (backup) => writeFile(join(backup, 'data/secrets.json'), '{}'),
      'secrets.json has changed',
    ],
    ['a missing file', (backup) => rm(join(backup, 'data/files/logo.webp')), 'logo.webp is missing'],
  ])('%s, and writes nothing', async (_title, damage, message) => {
    const backup = await makeSmallBackup();
    await damage(backup);
    const target = join(folder(), 'untouched');
    expect(await restore(backup, target)).toEqual({ exitCode: 1, output: expect.stringContaining(message) });
    await expect(readdir(target)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('a data folder that has files, is in use, or is not used', async () => {
    const backup = join(folder(), 'backup');
    expect((await restore(backup, join(folder(), 'data'))).output).toContain('is not empty');
    const settings = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    expect((await restore(backup, join(folder(), 'new'), settings)).output).toContain('DATABASE_URL');
    const server = await serve('data');
    await expect(restore(backup, join(folder(), 'data'))).rejects.toThrow(`process ${process.pid}`);
    await server.close();
  });
});
