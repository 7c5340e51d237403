import {
  type AddressAnswer,
  type AddressVerifier,
  foundAddress,
  type PostalAddress,
} from './address-verifier.ts';
import { normalizeStreet, normalizeUnit, plainCapitals } from './normalize-street.ts';

/** A street line with this word finds the post office closed: '1 Unavailable Way'. For tests and trying. */
const OUTAGE_WORD = /\bunavailable\b/i;

/**
 * Stands in for the post office without a network: it knows every ZIP with its city and state and how streets are
 * abbreviated, but not which houses exist. Not found: an unknown ZIP, a ZIP of another state, a street without a
 * house number.
 */
export function createOfflineVerifier(): AddressVerifier {
  return { standIn: true, verify };
}

async function verify(address: PostalAddress): Promise<AddressAnswer> {
  if (OUTAGE_WORD.test(address.street1)) return { status: 'unavailable' };
  // 80,000 places, a second's work: read when the first address is asked for.
  const { lookup } = await import('zipcodes');
  const place = lookup(address.zip.slice(0, 5));
  const lines = normalizeStreet(address.street1);
  if (!lines || place?.country !== 'US' || place.state !== address.state.toUpperCase()) {
    return { status: 'not-found' };
  }
  const second = address.street2 ? normalizeUnit(address.street2) : null;
  return foundAddress(address, {
    // Two lines hold one apartment at most; a second one stays where it was typed.
    street1: second && lines.unit ? `${lines.street} ${lines.unit}` : lines.street,
    street2: second ?? lines.unit,
    city: plainCapitals(place.city),
    state: place.state,
    zip: address.zip,
    country: 'US',
  });
}
