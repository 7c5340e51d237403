import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { embeddedTestDb, testDb } from '#tests/helpers/database/database.ts';
import { makeBusiness, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { createStoresFile, importFile, runStores } from './stores-file.ts';

const source = testDb();
const empty = testDb();
const embedded = embeddedTestDb();
const folder = temporaryFolder();

const exportStores = async (database: { db: typeof source.db }) =>
  (await runStores(database.db, ['export', '-'])).written;

describe('npm run stores -- export', () => {
  test('exports and imports an empty database', async () => {
    const { written, ...result } = await runStores(empty.db, ['export', '-']);
    expect(result).toEqual({ exitCode: 0, output: '', notes: [] });
    expect(written.split('\n')).toEqual([expect.stringMatching(/^business_key,store_key,.*,longitude$/), '']);
  });

  test('exports a file that recreates the same stores, in either kind of database', async () => {
    const rows = Array.from({ length: 740 }, (_, index) => ({
      business_key: index < 510 ? 'one big chain' : `single-${index}`,
      store_key: `${index}`,
      businessname: index < 510 ? 'Big Chain' : `Single ${index}`,
      latitude: String(30 + index / 1_000),
    }));
    await importFile(source.db, createStoresFile(rows));
    // Rows that no import creates: without keys or coordinates, and with characters special to CSV or
    // spreadsheets.
    await makeStore(source.db, { business: { name: 'No key "at all", Inc.\'s' } });
    await makeBusiness(source.db, { name: 'No locations' });
    const oddBusiness = await makeBusiness(source.db, {
      name: '=1+1',
      isNational: true,
      isListed: false,
      importKey: '@odd',
    });
    await makeStore(source.db, {
      businessId: oddBusiness.id,
      importKey: "'=x",
      street1: '-Main "St", 4',
      street2: "'quoted",
      phone: '+1 555 010 0111',
      latitude: 1e-7,
      longitude: -0.1,
    });
    await makeStore(source.db, { businessId: oddBusiness.id, latitude: null, longitude: null, zip: null });
    await makePromotion(source.db, {
      businessId: oddBusiness.id,
      info: '<p>a &amp; b</p>\n<p>“c”, 10 %</p>',
    });
    await makePromotion(source.db, {
      businessId: oddBusiness.id,
      code: '=HYPERLINK("x")',
      validUntil: '2026-01-31',
      headline: '=1+1 "free"',
      savesCents: 1_250,
    });

    const file = await exportStores(source);
    expect(file.split('\n')).toHaveLength(740 + 6);
    for (const database of [empty, embedded]) {
      expect(await importFile(database.db, file)).toMatchObject({
        exitCode: 0,
        output: 'Rows loaded: 744 (744 new, 0 updated, 0 unchanged). Rows refused: 0.',
      });
      expect(await exportStores(database)).toBe(file);
    }
    expect(await importFile(source.db, file)).toMatchObject({
      output: 'Rows loaded: 744 (0 new, 0 updated, 744 unchanged). Rows refused: 0.',
    });
  });

  test('writes UTF-8 that spreadsheets recognize, and keeps the old file on failure', async () => {
    const path = join(folder(), 'stores.csv');
    const { output } = await runStores(source.db, ['export', path]);
    expect(output).toBe(`744 rows written to ${path}.`);
    const fileText = await readFile(path, 'utf8');
    expect(fileText).toBe(`\ufeff${await exportStores(source)}`);
    expect(await runStores(source.db, ['import', path])).toMatchObject({ exitCode: 0 });
    await writeFile(join(folder(), 'file'), '');
    expect(await runStores(source.db, ['export', join(folder(), 'file', 'stores.csv')])).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining("can't be written"),
    });
  });
});
