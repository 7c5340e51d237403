// The package brings no types; this is the part that is used.
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
  /** By ZIP code; the others by the first three characters of theirs. */
  export const codes: Readonly<Record<string, ZipPlace>>;
  export function lookup(zip: string): ZipPlace | undefined;
}
