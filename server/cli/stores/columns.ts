/** The columns of a file of stores, in the order in which they are written, each with what stands in it. */
export const STORES_COLUMNS = {
  business_key: "the business's own id, yours to choose: the same one means the same business",
  store_key: "the location's id within its business; empty where the row is a business without a location",
  businessname: 'its name',
  categories: 'numbers 1 to 19 or names, separated by ; – the first one is its type',
  premier: 'yes or no (empty: no), as in the next two',
  national: 'whether it serves the whole country; it may then stand for no place',
  members_only: 'whether its promotions are for members only',
  listed: 'whether it is found (empty: yes)',
  logo: 'one of ours: /store-logos/….svg',
  url: 'its website, http or https',
  promotions:
    'a JSON array: [{"code": "SAVE10", "info": "<p>10 % off</p>", "url": "https://…", "additionalURL": null, "validUntil": "2027-01-31", "online": false}]; only info is needed',
  street1: '',
  street2: '',
  city: '',
  state: 'two letters, or its name',
  zip: '5 digits, or 9 with a hyphen',
  country: 'two letters (empty: US)',
  phone: '',
  latitude: 'degrees; empty: the centre of the ZIP code',
  longitude: 'degrees; likewise',
} as const;

export type StoresColumn = keyof typeof STORES_COLUMNS;

export function isStoresColumn(name: string): name is StoresColumn {
  return Object.hasOwn(STORES_COLUMNS, name);
}

export const STORES_COLUMN_NAMES = Object.keys(STORES_COLUMNS).filter(isStoresColumn);

/** Which column stands where; `fault` says in a sentence what is wrong with a header. */
export function readHeader(cells: readonly string[]): Array<StoresColumn | null> | { fault: string } {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const missing = STORES_COLUMN_NAMES.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    return { fault: `The first line must name the columns; missing: ${missing.join(', ')}.` };
  }
  const twice = STORES_COLUMN_NAMES.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0) return { fault: `The first line names columns twice: ${twice.join(', ')}.` };
  // What else somebody keeps in the file is theirs.
  return names.map((name) => (isStoresColumn(name) ? name : null));
}
