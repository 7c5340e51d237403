import type { RouterOutputs } from '#web/lib/trpc.ts';
import type { AddressValues } from '../../checkout/card/card-purchase-values.ts';

export type PhysicalCardView = RouterOutputs['physicalCards']['find'];

/** The membership's number and, for a guest, the key from the receipt's link. */
export interface CardHolder {
  id: string;
  key: string | null;
}

export interface CardAddressValues extends AddressValues {
  /** The address that the holder confirmed, so that it is not questioned twice. */
  confirmedAddress: string;
}

/** The last card's address, or empty fields for a first card. */
export function cardAddressValues({ address }: PhysicalCardView): CardAddressValues {
  const { street1 = '', street2 = '', city = '', state = '', zip = '', country = 'US' } = address ?? {};
  return { street1, street2: street2 ?? '', city, state, zip, country, confirmedAddress: '' };
}
