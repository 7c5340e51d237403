import { expect, test } from 'vitest';
import { testDb } from '#tests/helpers/database/database.ts';
import { type FileRow, importFile, storesFile, summary } from './stores-file.ts';

const database = testDb();

const findBusiness = (key: string) =>
  database.db.selectFrom('businesses').selectAll().where('importKey', '=', key).executeTakeFirst();

test.each<[string, FileRow, string]>([
  ['no key', { business_key: ' ' }, 'column business_key: Required Field'],
  ['no name', { businessname: '' }, 'column businessname: Required Field'],
  [
    'a name of many words',
    { businessname: 'a b c d e f g h i j k' },
    'column businessname: Please use at most 10 words',
  ],
  ['a name of signs', { businessname: '***' }, 'column businessname: Please use a letter or a digit'],
  ['a location without a key', { store_key: '' }, 'column store_key: Required Field'],
  ['no category', { categories: '' }, 'column categories: Please choose a category'],
  ['an unknown category', { categories: '4;Shoes' }, "column categories: There is no category 'Shoes'"],
  ['category 20', { categories: '20' }, "column categories: There is no category '20'"],
  ['a category twice', { categories: '4;Retail' }, 'column categories: Please name each category once'],
  ['neither yes nor no', { premier: 'maybe' }, 'column premier: Please say yes or no'],
  [
    'a logo from another site',
    { logo: 'https://a.example/a.svg' },
    'column logo: Please use a logo of ours: /store-logos/….svg',
  ],
  [
    'a link that runs',
    { url: 'javascript:alert(1)' },
    'column url: Please use an address that begins with https:// or http://',
  ],
  [
    'a link without a host',
    { url: 'https:///' },
    'column url: Please use an address that begins with https:// or http://',
  ],
  ['an unknown state', { state: 'Atlantis' }, 'column state: Please choose a state'],
  [
    'a ZIP that lost its zero',
    { zip: '2134' },
    'column zip: Please enter a ZIP code of 5 digits (spreadsheets drop the zeros at its beginning)',
  ],
  ['an unknown country', { country: 'XX' }, 'column country: Please use the two letters of a country'],
  ['no phone number', { phone: 'call us' }, 'column phone: Please enter a phone number'],
  ['half a place', { longitude: '' }, 'column longitude: Required Field'],
  ['a place off the map', { latitude: '139' }, 'column latitude: Please use degrees from -90 to 90'],
  ['a place in words', { latitude: 'north' }, 'column latitude: Please use degrees, such as 39.7491'],
  [
    'an unknown ZIP',
    { zip: '99998', latitude: '', longitude: '' },
    'column zip: We do not know this ZIP code; give latitude and longitude',
  ],
  [
    'promotions that are no JSON',
    { promotions: '10 % off' },
    'column promotions: Please use a JSON array of promotions',
  ],
  ['one promotion', { promotions: '{}' }, 'column promotions: Please use a list of promotions'],
  [
    'a promotion without its text',
    { promotions: '[{"info":"x"},{"code":"A"}]' },
    'column promotions: info of promotion 2: Required Field',
  ],
  [
    'a promotion of script alone',
    { promotions: '[{"info":"<script>alert(1)</script>"}]' },
    'column promotions: Promotion 1 needs a description',
  ],
  [
    'a promotion with a field of its own',
    { promotions: '[{"info":"x","valid":"2027-01-01"}]' },
    'column promotions: promotion 1: has no valid',
  ],
  [
    'a day that is none',
    { promotions: '[{"info":"x","validUntil":"2027-02-30"}]' },
    'column promotions: validUntil of promotion 1: Please use a date, YYYY-MM-DD',
  ],
  [
    'a sign that no database keeps',
    { promotions: '[{"info":"a\\u0000b"}]' },
    'column promotions: info of promotion 1: Please use letters and signs only',
  ],
  [
    'half a sign',
    { promotions: '[{"info":"a\\ud800"}]' },
    'column promotions: info of promotion 1: Please use letters and signs only',
  ],
])(
  '%s is reported by line and column, and the other rows are imported',
  async (description, wrongFields, message) => {
    const rows = [
      { business_key: `before ${description}` },
      { business_key: `wrong ${description}`, ...wrongFields },
      { business_key: `after ${description}` },
    ];
    const result = await importFile(database.db, storesFile(rows));
    expect(result).toMatchObject(summary({ new: 2, refused: 1 }));
    expect(result.notes).toEqual([`line 3, ${message}`]);
    expect(await findBusiness(`wrong ${description}`)).toBeUndefined();
    expect(await findBusiness(`after ${description}`)).toMatchObject({ importKey: `after ${description}` });
  },
);
