import { randomUUID } from 'node:crypto';
import { cp, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createDb, type DbClient } from '#db/client.ts';
import { splitStatements } from '#db/export/export-database.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { exportCommand } from '#server/app/cli/db-export.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { loadSecrets } from '#server/platform/config/secrets.ts';
import { serverDescribe, serverTest } from '#tests/helpers/database/database.ts';
import { databaseUrl, dropDatabase, embeddedTemplate, onServer } from '#tests/helpers/database/template.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const AWKWARD = `it's; "quoted" $$ -- not a comment\n\\ ünïcödé 🎟`;

test('[architecture] a dump is split at the ends of its statements only', () => {
  const statements = [
    `CREATE FUNCTION f() RETURNS void LANGUAGE plpgsql AS $$ begin perform 1; end; $$`,
    `CREATE FUNCTION g() RETURNS text LANGUAGE sql AS $body$ select '$$;' $body$`,
    `INSERT INTO "odd;name" VALUES ('a;b', 'it''s; -- no comment')`,
    'SELECT 5 - 3',
  ];
  const dump = statements
    .map((statement) => `--\n-- Name: it's; a comment\n--\n\n${statement};\n`)
    .join('\n');
  expect([...splitStatements(dump)]).toEqual(statements);
});

serverDescribe('npm run db:export', () => {
  const name = `everything_card_export_${randomUUID().replaceAll('-', '')}`;
  const serverUrl = inject('postgres')?.url ?? '';
  const url = serverUrl && databaseUrl(serverUrl, name);
  const runExport = (settings: Record<string, string>, ...args: string[]) =>
    executeCommand(
      exportCommand,
      { config: loadConfig({ DATA_DIR: join(folder(), 'data'), ...settings }) },
      args,
    );

  async function withEmbedded(work: (client: DbClient) => Promise<void>): Promise<void> {
    const client = await createDb({ dataDir: join(folder(), 'data') });
    await work(client).finally(() => client.close());
  }

  beforeAll(async () => {
    await onServer(serverUrl, (admin) => admin.query(`create database ${name}`));
    await cp(await embeddedTemplate(), join(folder(), 'data'), { recursive: true });
    await loadSecrets(loadConfig({ DATA_DIR: join(folder(), 'data') }));
  });
  afterAll(() => dropDatabase(serverUrl, name));

  serverTest('copies every row, and the keys', async () => {
    await withEmbedded(async ({ db }) => {
      await seed(db);
      await makeAccount(db, { email: 'anna@example.com', firstname: AWKWARD });
    });
    const keys = join(folder(), 'keys');
    const { exitCode, output } = await runExport({ DATABASE_URL: url }, '--keys', keys);
    expect({ exitCode, output }).toMatchObject({ exitCode: 0 });
    expect(output).toMatch(/public\.accounts +1\n/);
    const target = await createDb({ databaseUrl: url });
    const { rows } = await sql`select firstname from accounts where email = 'anna@example.com'`.execute(
      target.db,
    );
    expect(rows).toEqual([{ firstname: AWKWARD }]);
    // The export also copied the record of applied migrations, so none are pending.
    expect(await migrateToLatest(target)).toEqual([]);
    await target.close();
    expect((await stat(keys)).mode & 0o777).toBe(0o600);
    const settings = Object.fromEntries(
      (await readFile(keys, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    const movedConfig = loadConfig({ DATA_DIR: join(folder(), 'other'), ...settings });
    const original = await loadSecrets(loadConfig({ DATA_DIR: join(folder(), 'data') }));
    expect(movedConfig).toMatchObject({
      identitySecrets: original.identitySecrets,
      fieldKeys: original.fieldKeys,
    });
  });

  serverTest('refuses a database with tables, and a server that runs', async () => {
    expect(await runExport({ DATABASE_URL: url })).toEqual({
      exitCode: 1,
      output: expect.stringContaining('is not empty'),
    });
    expect(await runExport({})).toMatchObject({ exitCode: 2 });
    await withEmbedded(() =>
      expect(runExport({ DATABASE_URL: url })).rejects.toThrow(`process ${process.pid}`),
    );
  });
});
