export interface PostalAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export type AddressResult =
  /** The address as USPS writes it. `changed` is true if it differs by more than case and spaces. */
  | { status: 'found'; address: PostalAddress; changed: boolean }
  | { status: 'not-found' }
  /** USPS could not be reached: an outage, a timeout, or a used-up quota. */
  | { status: 'unavailable' };

export interface AddressVerifier {
  /** True if it never calls USPS. */
  readonly isStandIn: boolean;
  /** Looks up a US address. Never throws. */
  verify(address: PostalAddress): Promise<AddressResult>;
}

function normalizeLine(line: string | null): string {
  return (line ?? '').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Returns the same key for addresses that differ only by case and spaces. */
export function addressKey(address: PostalAddress): string {
  const { street1, street2, city, state, zip, country } = address;
  return JSON.stringify([street1, street2, city, state, zip, country].map(normalizeLine));
}

/** Builds the result 'found' by comparing both addresses. */
export function toFoundResult(submitted: PostalAddress, found: PostalAddress): AddressResult {
  return { status: 'found', address: found, changed: addressKey(submitted) !== addressKey(found) };
}
