import type { OwnLocation } from '#server/domains/stores/owner/own-location.schema.ts';

type Address = Pick<OwnLocation, 'phone' | 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country'>;

/** Converts a location's stored address to form values. Null means a new location. */
export function toAddressValues(location: Address | null) {
  return {
    phone: location?.phone ?? '',
    street1: location?.street1 ?? '',
    street2: location?.street2 ?? '',
    city: location?.city ?? '',
    state: location?.state ?? '',
    zip: location?.zip ?? '',
    country: location?.country ?? 'US',
  };
}
