import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { AddressValues } from './address-values.ts';

/** Each form loads the contact again, because a purchase may have changed it. */
const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false };

/**
 * Returns the contact that prefills forms. Undefined while loading. Null for visitors, if nothing is
 * remembered, and if the query failed.
 */
export function useRememberedContact(isSignedIn: boolean): RememberedContact | null | undefined {
  const contact = trpc.checkout.rememberedContact.useQuery(undefined, { ...LOAD_ONCE, enabled: isSignedIn });
  if (!isSignedIn || contact.isError) return null;
  return contact.data;
}

interface ContactValues extends AddressValues {
  phone: string;
}

/** Returns values for the fields of a form with an address. Forms without a phone field ignore `phone`. */
export function contactValues(contact: RememberedContact | null): Partial<ContactValues> {
  if (contact === null) return {};
  const { phone, zip, address } = contact;
  return {
    ...(phone === null ? {} : { phone }),
    ...(address === null ? { zip } : { ...address, street2: address.street2 ?? '' }),
  };
}
