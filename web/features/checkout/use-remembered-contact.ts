import type { RememberedContact } from '#server/checkout/remembered-contact.schema.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Loaded again by the next form, because a purchase may have changed it. */
const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false };

/** Undefined while loading. It only prefills forms, so a failed query counts as nothing remembered. */
export function useRememberedContact(isSignedIn: boolean): RememberedContact | null | undefined {
  const contact = trpc.checkout.rememberedContact.useQuery(undefined, { ...LOAD_ONCE, enabled: isSignedIn });
  if (!isSignedIn || contact.isError) return null;
  return contact.data;
}

interface ContactValues {
  phone: string;
  street1: string;
  street2: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** Values for the fields of a form that has an address and, unless it lacks the field, a telephone number. */
export function contactValues(contact: RememberedContact | null): Partial<ContactValues> {
  if (contact === null) return {};
  const { phone, address } = contact;
  return {
    ...(phone === null ? {} : { phone }),
    ...(address === null ? {} : { ...address, street2: address.street2 ?? '' }),
  };
}
