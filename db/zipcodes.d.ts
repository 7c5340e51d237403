// The package has no types. This covers the part that is used.
declare module 'zipcodes' {
  export interface ZipPlace {
    zip: string;
    city: string;
    state: string;
    country: 'US' | 'Canada';
    /** Degrees. */
    latitude: number;
    longitude: number;
  }
  /** Keyed by ZIP code; the others by the first three digits. */
  export const codes: Readonly<Record<string, ZipPlace>>;
  export function lookup(zip: string): ZipPlace | undefined;
}
