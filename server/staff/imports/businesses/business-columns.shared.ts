import type { TableDefinition } from '../../../lib/table/headings.ts';
import type { MappingRules } from '../mapping/mapping-rules.shared.ts';

/** The columns of a stores file in export order, with the descriptions that the usage prints. */
export const STORES_COLUMNS = {
  business_key: 'an id that you choose for the business; rows with the same id are about the same business',
  store_key: "the location's id within its business; empty for a business without a location",
  businessname: "the business's name",
  categories: 'numbers 1 to 19 or names, separated by ;, the main one first',
  premier: 'yes or no (empty: no), like the next two',
  national: 'whether it serves the whole country; a location is then optional',
  members_only: 'whether only members can see its promotions',
  listed: 'whether the search shows it (empty: yes)',
  logo: 'one of our logos: /store-logos/….svg',
  url: 'its website: https://example.com or example.com',
  promotions:
    'a JSON array: [{"code": "SAVE10", "info": "<p>10% off</p>", "url": "https://…", "additionalURL": null, "validUntil": "2027-01-31", "online": false, "headline": "Ten percent off", "savesCents": 1200}]; only info is required, and without the last two the stored ones are kept',
  street1: '',
  street2: '',
  city: '',
  state: 'two letters, or its name',
  zip: '5 digits, or 9 with a hyphen; zeros that a spreadsheet dropped at the beginning are added',
  country: 'two letters or its name (empty: US)',
  phone: '',
  latitude: 'degrees; empty: the center of the ZIP code',
  longitude: 'degrees; same',
} as const;

export type StoresColumn = keyof typeof STORES_COLUMNS;

export function isStoresColumn(name: string): name is StoresColumn {
  return Object.hasOwn(STORES_COLUMNS, name);
}

/** What staff may decide about these columns for a whole file. */
export const STORES_MAPPING = {
  labels: {
    business_key: 'ID of the business',
    store_key: 'ID of the location',
    businessname: 'Name',
    categories: 'Categories',
    premier: 'Premier',
    national: 'National',
    members_only: 'Members only',
    listed: 'Listed',
    logo: 'Logo',
    url: 'Website',
    promotions: 'Promotions',
    street1: 'Street',
    street2: 'Street, second line',
    city: 'City',
    state: 'State',
    zip: 'ZIP code',
    country: 'Country',
    phone: 'Phone',
    latitude: 'Latitude',
    longitude: 'Longitude',
  },
  required: [['business_key'], ['store_key'], ['businessname'], ['categories']],
  days: [],
  valued: { categories: { separator: ';' } },
  defaults: ['categories'],
} as const satisfies MappingRules<StoresColumn>;

/** Other headings for these columns. The columns that a file may leave out are empty. */
export const STORES_TABLE = {
  required: ['business_key', 'store_key', 'businessname', 'categories'],
  columns: {
    business_key: ['business id', 'company id'],
    store_key: ['store id', 'location id', 'branch id'],
    businessname: ['name', 'business', 'company', 'company name', 'store name', 'shop name'],
    categories: ['category'],
    premier: [],
    national: [],
    members_only: [],
    listed: [],
    logo: [],
    url: ['website', 'web site', 'web address', 'homepage', 'web'],
    promotions: ['offers'],
    street1: ['street', 'street address', 'address', 'address 1', 'address line 1'],
    street2: ['address 2', 'address line 2', 'suite'],
    city: ['town'],
    state: ['province', 'state or province'],
    zip: ['zip code', 'postal code', 'postcode'],
    country: ['country code'],
    phone: ['phone number', 'telephone', 'tel'],
    latitude: ['lat'],
    longitude: ['lng', 'lon', 'long'],
  },
} as const satisfies TableDefinition & { columns: Record<StoresColumn, readonly string[]> };

export const STORES_COLUMN_NAMES = Object.keys(STORES_COLUMNS).filter(isStoresColumn);
