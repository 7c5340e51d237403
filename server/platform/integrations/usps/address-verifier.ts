export interface PostalAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export type AddressResult =
  // The address in USPS's spelling. `changed` is true if it differs by more than case and spaces.
  | { status: 'found'; address: PostalAddress; changed: boolean }
  | { status: 'not-found' }
  // USPS couldn't be reached, took too long, or the quota is used up.
  | { status: 'unavailable' };

export interface AddressVerifier {
  /** True if the verifier never calls USPS. */
  readonly isStandIn: boolean;
  /** Takes a US address. Never throws. */
  verify(address: PostalAddress): Promise<AddressResult>;
}

function normalizeLine(line: string | null): string {
  return (line ?? '').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Addresses that differ only in case and spaces have the same key. */
export function addressKey(address: PostalAddress): string {
  const { street1, street2, city, state, zip, country } = address;
  return JSON.stringify([street1, street2, city, state, zip, country].map(normalizeLine));
}

export function toFoundResult(submitted: PostalAddress, found: PostalAddress): AddressResult {
  return { status: 'found', address: found, changed: addressKey(submitted) !== addressKey(found) };
}
