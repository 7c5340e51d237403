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
  url: 'its website, http or https',
  promotions:
    'a JSON array: [{"code": "SAVE10", "info": "<p>10% off</p>", "url": "https://…", "additionalURL": null, "validUntil": "2027-01-31", "online": false, "headline": "Ten percent off", "savesCents": 1200}]; only info is required, and without the last two the stored ones are kept',
  street1: '',
  street2: '',
  city: '',
  state: 'two letters, or its name',
  zip: '5 digits, or 9 with a hyphen',
  country: 'two letters (empty: US)',
  phone: '',
  latitude: 'degrees; empty: the center of the ZIP code',
  longitude: 'degrees; same',
} as const;

export type StoresColumn = keyof typeof STORES_COLUMNS;

export function isStoresColumn(name: string): name is StoresColumn {
  return Object.hasOwn(STORES_COLUMNS, name);
}

export const STORES_COLUMN_NAMES = Object.keys(STORES_COLUMNS).filter(isStoresColumn);
