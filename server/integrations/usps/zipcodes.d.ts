// The package brings no types; this is the part that is used.
declare module 'zipcodes' {
  export interface ZipPlace {
    zip: string;
    city: string;
    state: string;
    country: 'US' | 'Canada';
  }
  export function lookup(zip: string): ZipPlace | undefined;
}
