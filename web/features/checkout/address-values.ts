export interface AddressValues {
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export const emptyAddress: AddressValues = {
  street1: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
};

export interface ConfirmableAddress extends AddressValues {
  /**
   * The addressKey of the address that the buyer last confirmed, so that they aren't asked about it again.
   */
  confirmedAddress: string;
}

/** Addresses that differ only in case and in spaces around a line have the same key. */
export function addressKey(address: AddressValues): string {
  const { street1, street2, city, state, zip, country } = address;
  return [street1, street2, city, state, zip, country].map((line) => line.trim().toUpperCase()).join('\n');
}
