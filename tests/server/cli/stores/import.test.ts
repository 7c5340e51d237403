import { describe, expect, test } from 'vitest';
import { STORES_COLUMN_NAMES } from '#server/staff/imports/businesses/business-columns.shared.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { expectSearchTruth } from '../../stores/search/search-truth.ts';
import { createStoresFile, type FileRow, importFile, runStores, summary } from './stores-file.ts';

const database = testDb();

const findBusiness = (key: string) =>
  database.db.selectFrom('businesses').selectAll().where('importKey', '=', key).executeTakeFirst();
const listStores = (key: string) =>
  database.db
    .selectFrom('stores')
    .innerJoin('businesses', 'businesses.id', 'stores.businessId')
    .selectAll('stores')
    .where('businesses.importKey', '=', key)
    .orderBy('stores.id')
    .execute();
const readEverything = async () => ({
  businesses: await database.db.selectFrom('businesses').selectAll().orderBy('id').execute(),
  stores: await database.db.selectFrom('stores').selectAll().orderBy('id').execute(),
  promotions: await database.db.selectFrom('promotions').selectAll().orderBy('id').execute(),
});

describe('npm run stores -- import', () => {
  test('imports every column', async () => {
    const promotions = [
      { code: 'SAVE10', info: '<p>10 % <b>off</b></p>', url: 'https://a.example', validUntil: '2027-01-31' },
      { info: 'Two for one', online: true, additionalURL: 'http://b.example/x?y=1' },
      { info: 'Lunch', headline: 'A free drink with lunch', savesCents: 300 },
    ];
    const row: FileRow = {
      business_key: 'all',
      categories: 'real estate/FINANCE; 4 ;Food & Drink',
      premier: 'yes',
      national: 'TRUE',
      members_only: '1',
      listed: 'no',
      logo: '/store-logos/auto-1.svg',
      url: 'https://joes.example',
      promotions: JSON.stringify(promotions),
      street2: 'Suite 4',
      state: 'colorado',
      zip: '80202-1234',
      phone: '+1 (555) 010-0111',
    };
    expect(await importFile(database.db, createStoresFile([row]))).toMatchObject(summary({ new: 1 }));
    const business = await findBusiness('all');
    expect(business).toMatchObject({
      name: 'Joe’s Café',
      categories: [17, 4, 9],
      isPremier: true,
      isNational: true,
      isMembersOnly: true,
      isListed: false,
      logo: '/store-logos/auto-1.svg',
      url: 'https://joes.example',
      accountId: null,
    });
    expect(await listStores('all')).toMatchObject([
      {
        importKey: '1',
        street1: '1600 Curtis St',
        street2: 'Suite 4',
        city: 'Denver',
        state: 'CO',
        zip: '80202-1234',
        country: 'US',
        phone: '+1 (555) 010-0111',
        latitude: 39.7491,
        longitude: -104.9946,
      },
    ]);
    const promotionsQuery = database.db
      .selectFrom('promotions')
      .selectAll()
      .where('businessId', '=', business?.id ?? '');
    expect(await promotionsQuery.orderBy('position').execute()).toMatchObject([
      { code: 'SAVE10', info: '<p>10 % <b>off</b></p>', url: 'https://a.example', validUntil: '2027-01-31' },
      { code: null, info: 'Two for one', isOnline: true, additionalUrl: 'http://b.example/x?y=1' },
      { info: 'Lunch', headline: 'A free drink with lunch', savesCents: 300 },
    ]);
    const withoutOffers = promotions.map(({ headline: _, savesCents: __, ...older }) => older);
    const olderFile = createStoresFile([{ ...row, promotions: JSON.stringify(withoutOffers) }]);
    expect(await importFile(database.db, olderFile)).toMatchObject(summary({ unchanged: 1 }));
  });

  test('updates on a second run without creating duplicates', async () => {
    const rows: FileRow[] = Array.from({ length: 2_500 }, (_, index) => ({
      business_key: `many-${Math.floor(index / 3)}`,
      store_key: `${index % 3}`,
      businessname: `Many ${Math.floor(index / 3)}`,
      promotions: index % 6 < 3 ? '[{"info":"<p>Off</p>"}]' : '',
    }));
    expect(await importFile(database.db, createStoresFile(rows))).toMatchObject({
      output: 'Rows loaded: 2,500 (2,500 new, 0 updated, 0 unchanged). Rows refused: 0.',
    });
    const stateBefore = await readEverything();
    expect(await importFile(database.db, createStoresFile(rows))).toMatchObject({
      output: 'Rows loaded: 2,500 (0 new, 0 updated, 2,500 unchanged). Rows refused: 0.',
    });
    expect(await readEverything()).toEqual(stateBefore);

    const changedRows = rows.map((row, index) => (index === 1_700 ? { ...row, street1: '2 Elm St' } : row));
    expect(await importFile(database.db, createStoresFile(changedRows))).toMatchObject({
      output: 'Rows loaded: 2,500 (0 new, 1 updated, 2,499 unchanged). Rows refused: 0.',
    });
    await expectSearchTruth(database.db);
  });

  test('counts lines correctly after empty lines and multi-line cells', async () => {
    const [header, ...lines] = createStoresFile([
      {
        business_key: 'lines-1',
        promotions: JSON.stringify([{ info: 'x' }], null, 2),
      },
      { business_key: 'lines-2', premier: '?' },
    ]).split('\n');
    const file = `\ufeff${[header, '', ...lines, '', ',,,,,,,,,,,,,,,,,,,', 'a,b'].join('\r\n')}`;
    const result = await importFile(database.db, file);
    const index = file.split('\r\n').findIndex((line) => line.startsWith('lines-2')) + 1;
    expect(result.notes).toEqual([
      `line ${index}, column premier: Please enter yes or no`,
      `line ${file.split('\r\n').length}: This row has 2 cells, the first line has 20`,
    ]);
    expect(result.output).toBe(summary({ new: 1, refused: 2 }).output);
  });

  test('reports at most the requested number of rows', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => ({
      business_key: `refused-${index}`,
      premier: '?',
    }));
    const { notes } = await importFile(database.db, createStoresFile(rows));
    expect(notes).toHaveLength(21);
    expect(notes.at(-1)).toBe('… and 10 more refused rows.');
    expect((await importFile(database.db, createStoresFile(rows), '--errors', '2')).notes).toHaveLength(3);
  });

  test('accepts columns in any order, with other columns between them', async () => {
    const file = createStoresFile([{ business_key: 'order' }], [...STORES_COLUMN_NAMES].reverse());
    const [header, row] = file.split('\n');
    expect(await importFile(database.db, `note,${header?.toUpperCase()}\nmine,${row}\n`)).toMatchObject(
      summary({ new: 1 }),
    );
    expect(await listStores('order')).toMatchObject([{ street1: '1600 Curtis St' }]);
  });

  test.each([
    [
      'lacks columns',
      'business_key,businessname\n',
      /^The first line must name the columns. Missing: store_key, categories\.$/,
    ],
    ['names one twice', `zip,${STORES_COLUMN_NAMES.join()}\n`, 'The first line names columns twice: zip.'],
    ['is missing', '', /^The file is empty\. The first line must name the columns: business_key, /],
  ])('explains in one line a header that %s', async (_what, file, sentence) => {
    const { exitCode, output, notes } = await importFile(database.db, file);
    expect([exitCode, notes]).toEqual([1, []]);
    expect(output).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
    expect(output.split('\n')).toHaveLength(1);
  });

  test('stops at an unclosed quotation mark and imports the rows above it', async () => {
    const file = `${createStoresFile([{ business_key: 'open-1' }, { business_key: 'open-2' }])}"open-3,1,Name\nmore`;
    const { notes, ...result } = await importFile(database.db, file);
    expect(result).toMatchObject(summary({ new: 2, refused: 1 }));
    expect(notes).toEqual(['line 4: a quotation mark is not closed; the rest of the file was not read']);
  });

  test('reads Windows-1252, addresses as people write them, and a ZIP without its first zero', async () => {
    const file = createStoresFile([
      { business_key: 'latin', businessname: 'Café', country: 'USA', zip: '2134', url: 'www.example.com' },
    ]);
    const result = await importFile(database.db, Buffer.from(file, 'latin1'));
    expect(result).toMatchObject(summary({ new: 1 }));
    const business = await database.db
      .selectFrom('businesses')
      .innerJoin('stores', 'stores.businessId', 'businesses.id')
      .select(['businesses.name', 'businesses.url', 'stores.zip', 'stores.country'])
      .where('businesses.importKey', '=', 'latin')
      .executeTakeFirstOrThrow();
    expect(business).toEqual({ name: 'Café', url: 'https://www.example.com', zip: '02134', country: 'US' });
  });

  test('adds businesses from a file without some columns, but doesn’t erase their data in known ones', async () => {
    const file = 'business_key,store_key,Name,Category,Region\npartial,,Bar,4,West\n';
    expect(await importFile(database.db, file)).toMatchObject({
      ...summary({ new: 1 }),
      notes: ['Not used: Region.'],
    });
    const again = await importFile(database.db, file);
    expect(again).toMatchObject(summary({ refused: 1 }));
    expect(again.notes[1]).toMatch(
      /^line 2: We have this business\. Add the columns that are missing, .*: premier, /,
    );
  });

  test('requires consecutive rows of one business to agree, but later rows update it', async () => {
    const result = await importFile(
      database.db,
      createStoresFile([
        { business_key: 'agree', store_key: '1' },
        { business_key: 'agree', store_key: '1', street1: 'Again St' },
        { business_key: 'agree', store_key: '2', businessname: 'Other' },
        { business_key: 'agree', store_key: '3' },
        { business_key: 'between' },
        { business_key: 'agree', store_key: '4', businessname: 'Newer' },
      ]),
    );
    expect(result.notes).toEqual([
      'line 3, column store_key: Line 2 already has this location',
      'line 4, column business_key: Line 2 has different data for this business; its rows may differ only in the location',
    ]);
    expect((await listStores('agree')).map(({ importKey, nameKey }) => [importKey, nameKey])).toEqual([
      ['1', 'newer'],
      ['3', 'newer'],
      ['4', 'newer'],
    ]);
  });

  test('uses the center of the ZIP code if coordinates are missing', async () => {
    await makePlaces(database.db, [
      { zip: '59718', city: 'Bozeman', state: 'MT', latitude: 45.67, longitude: -111.1 },
    ]);
    const row = { business_key: 'centre', zip: '59718', latitude: '', longitude: '' };
    await importFile(database.db, createStoresFile([row]));
    expect(await listStores('centre')).toMatchObject([{ latitude: 45.67, longitude: -111.1 }]);
    expect(await importFile(database.db, createStoresFile([row]))).toMatchObject(summary({ unchanged: 1 }));
  });

  test('accepts a business without a location', async () => {
    const withoutLocation = {
      store_key: '',
      street1: '',
      city: '',
      state: '',
      zip: '',
      latitude: '',
      longitude: '',
    };
    const rows = [{ business_key: 'alone', ...withoutLocation }];
    expect(await importFile(database.db, createStoresFile(rows))).toMatchObject(summary({ new: 1 }));
    expect(await findBusiness('alone')).toMatchObject({ importKey: 'alone' });
    expect(await listStores('alone')).toEqual([]);
  });
});

describe('npm run stores', () => {
  test.each([
    [[]],
    [['load', 'a.csv']],
    [['import']],
    [['import', 'a', 'b']],
    [['import', 'a', '--errors', 'x']],
  ])('prints the usage for %j', async (args) => {
    const { exitCode, output } = await runStores(database.db, args);
    expect(exitCode).toBe(2);
    expect(output).toContain('npm run stores -- import <file.csv>');
  });

  test.each(['/nowhere/stores.csv', '/tmp'])('reports that %s cannot be read', async (file) => {
    const { exitCode, output } = await runStores(database.db, ['import', file]);
    expect(exitCode).toBe(1);
    expect(output).toContain(file);
    expect(output.split('\n')).toHaveLength(1);
  });
});
