export interface PostalAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export type AddressAnswer =
  /** The address as USPS writes it. `changed` is true if it differs by more than case and spaces. */
  | { status: 'found'; address: PostalAddress; changed: boolean }
  | { status: 'not-found' }
  /** USPS could not be asked: an outage, a timeout, or a used-up quota. */
  | { status: 'unavailable' };

export interface AddressVerifier {
  /** True if USPS is not asked. */
  readonly standIn: boolean;
  /** Looks up a US address. Never throws. */
  verify(address: PostalAddress): Promise<AddressAnswer>;
}

function plain(line: string | null): string {
  return (line ?? '').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** Returns the same key for addresses that differ only by case and spaces. */
export function addressKey(address: PostalAddress): string {
  const { street1, street2, city, state, zip, country } = address;
  return JSON.stringify([street1, street2, city, state, zip, country].map(plain));
}

/** Builds the result 'found' by comparing both addresses. */
export function foundAddress(asked: PostalAddress, found: PostalAddress): AddressAnswer {
  return { status: 'found', address: found, changed: addressKey(asked) !== addressKey(found) };
}
