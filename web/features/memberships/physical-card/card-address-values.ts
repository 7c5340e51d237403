import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import type { ConfirmableAddress } from '../../checkout/address-values.ts';

export type PhysicalCardView = RouterOutputs['physicalCards']['find'];

/** Identifies a membership by its number. Guests also need the key from the link in their receipt. */
export interface CardHolder {
  id: string;
  key: string | null;
}

export type CardAddressValues = ConfirmableAddress;

/** Prefills the address of the last card or, for a first card, the one that the account used last. */
export function buildCardAddressValues(
  { address }: PhysicalCardView,
  contact: RememberedContact | null = null,
): CardAddressValues {
  const {
    street1 = '',
    street2 = '',
    city = '',
    state = '',
    zip = '',
    country = 'US',
  } = address ?? contact?.address ?? {};
  return { street1, street2: street2 ?? '', city, state, zip, country, confirmedAddress: '' };
}
