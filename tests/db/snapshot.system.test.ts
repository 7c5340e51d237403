import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createDb, type Db } from '#db/client.ts';
import { makeSnapshot } from '#db/make-snapshot.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { seed } from '#db/seed/seed.ts';
import { restoreSnapshot, writeSnapshot } from '#db/snapshot.ts';
import { databaseText } from '#tests/helpers/database/database-text.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
let file: string;

beforeAll(async () => {
  file = join(folder(), 'seeded.zst');
  await makeSnapshot(file);
});

/** Lists the columns, constraints, indexes, triggers, and functions. */
async function describeSchema(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'column' as kind, table_name || '.' || column_name as name,
      concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as definition
      from information_schema.columns where table_schema = 'public'
    union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint
    union all select 'index', indexname, indexdef from pg_indexes
    union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger
    union all select 'function', proname, prosrc from pg_proc where pronamespace = 'public'::regnamespace
    order by 1, 2, 3`.execute(db);
  return rows;
}

/** Lists every row as text. Masks times and ids, because they differ between any two databases. */
async function describeRows(db: Db): Promise<string[]> {
  return (await databaseText(db))
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)/g, 'an instant')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .split('\n')
    .sort();
}

test('[architecture] a database restored from a snapshot has the same schema and rows as one that was migrated and seeded', async () => {
  const [restored, fresh] = [join(folder(), 'restored'), join(folder(), 'fresh')];
  await mkdir(restored);
  expect(await restoreSnapshot(file, join(restored, 'database'))).toBe(true);
  await cp(await embeddedTemplate(), fresh, { recursive: true });
  const [a, b] = [await createDb({ dataDir: restored }), await createDb({ dataDir: fresh })];
  await seed(b.db);
  expect(await migrateToLatest(a)).toEqual([]);
  expect(await describeSchema(a.db)).toEqual(await describeSchema(b.db));
  expect(await describeRows(a.db)).toEqual(await describeRows(b.db));
  await Promise.all([a.close(), b.close()]);
});

test('[architecture] concurrent processes that write the same snapshot leave one complete file and remove older releases’ files', async () => {
  const source = join(folder(), 'source');
  await mkdir(join(source, 'empty'), { recursive: true });
  await writeFile(join(source, 'a'), 'rows');
  const cache = join(folder(), 'shared');
  await writeSnapshot(source, join(cache, 'demo-1.zst'));
  await writeSnapshot(source, join(cache, 'seeded-1.zst'));
  await Promise.all(Array.from({ length: 4 }, () => writeSnapshot(source, join(cache, 'demo-2.zst'))));
  expect((await readdir(cache)).sort()).toEqual(['demo-2.zst', 'seeded-1.zst']);
  expect(await restoreSnapshot(join(cache, 'demo-2.zst'), join(folder(), 'copy'))).toBe(true);
  expect((await readdir(join(folder(), 'copy'))).sort()).toEqual(['a', 'empty']);
});

test.each<[string, (packed: Buffer) => Uint8Array]>([
  ['with a changed byte', (packed) => packed.fill(packed.readUInt8(99) + 1, 99, 100)],
  ['that is cut off', (packed) => packed.subarray(0, -9)],
  ['that is empty', () => Buffer.alloc(0)],
])('[architecture] a snapshot %s is rejected and creates no folder', async (name, damage) => {
  const damagedFile = join(folder(), `${name}.zst`);
  await writeFile(damagedFile, damage(await readFile(file)));
  expect(await restoreSnapshot(damagedFile, join(folder(), name))).toBe(false);
  expect(await readdir(folder())).not.toEqual(expect.arrayContaining([expect.stringContaining(name)]));
});
