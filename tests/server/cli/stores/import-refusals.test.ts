import { expect, test } from 'vitest';
import { testDb } from '#tests/helpers/database/database.ts';
import { createStoresFile, type FileRow, importFile, summary } from './stores-file.ts';

const database = testDb();

const findBusiness = (key: string) =>
  database.db.selectFrom('businesses').selectAll().where('importKey', '=', key).executeTakeFirst();

test.each<[string, FileRow, string]>([
  ['no key', { business_key: ' ' }, 'column business_key: Required Field'],
  ['no name', { businessname: '' }, 'column businessname: Required Field'],
  [
    'a name with too many words',
    { businessname: 'a b c d e f g h i j k' },
    'column businessname: Please use at most 10 words',
  ],
  [
    'a name of punctuation only',
    { businessname: '***' },
    'column businessname: Please use at least one letter or digit',
  ],
  ['a location without a key', { store_key: '' }, 'column store_key: Required Field'],
  ['no category', { categories: '' }, 'column categories: Please choose a category'],
  ['an unknown category', { categories: '4;Shoes' }, "column categories: There is no category 'Shoes'"],
  ['category 20', { categories: '20' }, "column categories: There is no category '20'"],
  ['a repeated category', { categories: '4;Retail' }, 'column categories: Please name each category once'],
  ['a flag that is neither yes nor no', { premier: 'maybe' }, 'column premier: Please enter yes or no'],
  [
    'a logo from another site',
    { logo: 'https://a.example/a.svg' },
    'column logo: Please use one of our logos: /store-logos/….svg',
  ],
  [
    'a javascript: link',
    { url: 'javascript:alert(1)' },
    'column url: Please enter a web address, such as www.example.com',
  ],
  [
    'a link without a host',
    { url: 'https:///' },
    'column url: Please enter a web address, such as www.example.com',
  ],
  ['an unknown state', { state: 'Atlantis' }, 'column state: Please choose a state'],
  ['an unknown country', { country: 'XX' }, 'column country: Please use a two-letter country code'],
  ['an invalid phone number', { phone: 'call us' }, 'column phone: Please enter a phone number'],
  ['only one coordinate', { longitude: '' }, 'column longitude: Required Field'],
  ['a latitude out of range', { latitude: '139' }, 'column latitude: Please use degrees from -90 to 90'],
  [
    'a latitude that is not a number',
    { latitude: 'north' },
    'column latitude: Please use degrees, such as 39.7491',
  ],
  [
    'an unknown ZIP',
    { zip: '99998', latitude: '', longitude: '' },
    'column zip: We don’t recognize this ZIP code. Please give the latitude and longitude',
  ],
  [
    'promotions that are not JSON',
    { promotions: '10 % off' },
    'column promotions: Please use a JSON array of promotions',
  ],
  [
    'savings that are not a number of cents',
    { promotions: '[{"info":"x","savesCents":"12.50"}]' },
    'column promotions: savesCents of promotion 1: Please enter an amount such as 12.50',
  ],
  [
    'promotions that are not a list',
    { promotions: '{}' },
    'column promotions: Please use a list of promotions',
  ],
  [
    'a promotion without a description',
    { promotions: '[{"info":"x"},{"code":"A"}]' },
    'column promotions: info of promotion 2: Required Field',
  ],
  [
    'a promotion with only a script',
    { promotions: '[{"info":"<script>alert(1)</script>"}]' },
    'column promotions: Promotion 1 needs a description',
  ],
  [
    'a promotion with an unknown field',
    { promotions: '[{"info":"x","valid":"2027-01-01"}]' },
    'column promotions: promotion 1: has no valid',
  ],
  [
    'an impossible date',
    { promotions: '[{"info":"x","validUntil":"2027-02-30"}]' },
    'column promotions: validUntil of promotion 1: There’s no such day. Please check the date',
  ],
  [
    'a null character',
    { promotions: '[{"info":"a\\u0000b"}]' },
    'column promotions: info of promotion 1: Please use only letters, numbers, and symbols',
  ],
  [
    'half a surrogate pair',
    { promotions: '[{"info":"a\\ud800"}]' },
    'column promotions: info of promotion 1: Please use only letters, numbers, and symbols',
  ],
])(
  '%s is reported by line and column, and the other rows are imported',
  async (description, wrongFields, message) => {
    const rows = [
      { business_key: `before ${description}` },
      { business_key: `wrong ${description}`, ...wrongFields },
      { business_key: `after ${description}` },
    ];
    const result = await importFile(database.db, createStoresFile(rows));
    expect(result).toMatchObject(summary({ new: 2, refused: 1 }));
    expect(result.notes).toEqual([`line 3, ${message}`]);
    expect(await findBusiness(`wrong ${description}`)).toBeUndefined();
    expect(await findBusiness(`after ${description}`)).toMatchObject({ importKey: `after ${description}` });
  },
);
