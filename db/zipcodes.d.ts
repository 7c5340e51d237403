// The package has no types. These cover what we use.
declare module 'zipcodes' {
  export interface ZipPlace {
    zip: string;
    city: string;
    state: string;
    country: 'US' | 'Canada';
    /** In degrees. */
    latitude: number;
    longitude: number;
  }
  /** US entries are keyed by ZIP code, Canadian ones by the first three characters of the postal code. */
  export const codes: Readonly<Record<string, ZipPlace>>;
  export function lookup(zip: string): ZipPlace | undefined;
}
