import type { RouterOutputs } from '#web/lib/trpc.ts';
import type { AddressValues } from '../../checkout/card/card-purchase-values.ts';

/** A membership's printed card, as the server describes it. */
export type PhysicalCardView = RouterOutputs['physicalCards']['find'];

/** Whose card it is about: the membership's number and, for a guest, the key of the receipt's link. */
export interface CardHolder {
  id: string;
  key: string | null;
}

export interface CardAddressValues extends AddressValues {
  /** The address that its holder has stood by, so that the same one is not asked about twice. */
  confirmedAddress: string;
}

/** Where the last card went, to be changed; empty fields for a first one. */
export function cardAddressValues({ address }: PhysicalCardView): CardAddressValues {
  const { street1 = '', street2 = '', city = '', state = '', zip = '', country = 'US' } = address ?? {};
  return { street1, street2: street2 ?? '', city, state, zip, country, confirmedAddress: '' };
}
