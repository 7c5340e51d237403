import {
  type AddressResult,
  type AddressVerifier,
  type PostalAddress,
  toFoundResult,
} from './address-verifier.ts';
import { normalizeStreet, normalizeUnit, toPlainCapitals } from './normalize-street.ts';

/** A street with this word, such as '1 Unavailable Way', returns 'unavailable', for tests and manual checks. */
const OUTAGE_WORD = /\bunavailable\b/i;

/**
 * A stand-in for USPS that needs no network. It knows every ZIP code with its city and state and the street
 * abbreviations, but not which houses exist. Not found: an unknown ZIP code, a ZIP code of another state, and a
 * street without a house number.
 */
export function createOfflineVerifier(): AddressVerifier {
  return { isStandIn: true, verify };
}

async function verify(address: PostalAddress): Promise<AddressResult> {
  if (OUTAGE_WORD.test(address.street1)) return { status: 'unavailable' };
  // Loaded with the first address, because reading 80,000 places takes a second.
  const { lookup } = await import('zipcodes');
  const place = lookup(address.zip.slice(0, 5));
  const lines = normalizeStreet(address.street1);
  if (!lines || place?.country !== 'US' || place.state !== address.state.toUpperCase()) {
    return { status: 'not-found' };
  }
  const typedUnit = address.street2 ? normalizeUnit(address.street2) : null;
  return toFoundResult(address, {
    // An address has at most one unit; a second one stays where it was typed.
    street1: typedUnit && lines.unit ? `${lines.street} ${lines.unit}` : lines.street,
    street2: typedUnit ?? lines.unit,
    city: toPlainCapitals(place.city),
    state: place.state,
    zip: address.zip,
    country: 'US',
  });
}
