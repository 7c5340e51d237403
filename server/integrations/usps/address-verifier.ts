export interface PostalAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export type AddressAnswer =
  /** The address as the post office writes it; `changed` when it differs by more than case and spaces. */
  | { status: 'found'; address: PostalAddress; changed: boolean }
  | { status: 'not-found' }
  /** Nobody could be asked: an outage, a slow answer, a used-up allowance. */
  | { status: 'unavailable' };

export interface AddressVerifier {
  /** True where no post office is asked. */
  readonly standIn: boolean;
  /** Looks up an address in the United States; answers, and never throws. */
  verify(address: PostalAddress): Promise<AddressAnswer>;
}

function plain(line: string | null): string {
  return (line ?? '').trim().replace(/\s+/g, ' ').toUpperCase();
}

/** One spelling for addresses that differ by case and spaces alone. */
export function addressKey(address: PostalAddress): string {
  const { street1, street2, city, state, zip, country } = address;
  return JSON.stringify([street1, street2, city, state, zip, country].map(plain));
}

/** The answer 'found', compared with what was asked. */
export function foundAddress(asked: PostalAddress, found: PostalAddress): AddressAnswer {
  return { status: 'found', address: found, changed: addressKey(asked) !== addressKey(found) };
}
