import { readPlaces, type Zip } from '#db/places/place-file.ts';
import {
  type AddressResult,
  type AddressVerifier,
  type PostalAddress,
  toFoundResult,
} from './address-verifier.ts';
import { normalizeStreet, normalizeUnit, toPlainCapitals } from './normalize-street.ts';

/** A street that contains this word, such as '1 Unavailable Way', returns 'unavailable'. Tests use it. */
const OUTAGE_WORD = /\bunavailable\b/i;

/**
 * A stand-in for USPS that needs no network. It knows the city and state of every ZIP code and the street
 * abbreviations, but not which houses exist. It doesn't find unknown ZIP codes, ZIP codes of another state,
 * or street lines with neither a house number nor a box.
 */
export function createOfflineVerifier(): AddressVerifier {
  return { isStandIn: true, verify };
}

let zipsPromise: Promise<Map<string, Zip>> | undefined;

/** Read on first use: the file has 42,000 ZIP codes. */
async function readZips(): Promise<Map<string, Zip>> {
  const { zips } = await readPlaces();
  return new Map(zips.map((zip) => [zip.zip, zip]));
}

async function verify(address: PostalAddress): Promise<AddressResult> {
  if (OUTAGE_WORD.test(address.street1)) return { status: 'unavailable' };
  zipsPromise ??= readZips();
  const place = (await zipsPromise).get(address.zip.slice(0, 5));
  const lines = normalizeStreet(address.street1);
  if (!lines || place?.state !== address.state.toUpperCase()) {
    return { status: 'not-found' };
  }
  const typedUnit = address.street2 ? normalizeUnit(address.street2) : null;
  return toFoundResult(address, {
    // If both lines contain a unit, keep the one in the street line.
    street1: typedUnit && lines.unit ? `${lines.street} ${lines.unit}` : lines.street,
    street2: typedUnit ?? lines.unit,
    city: toPlainCapitals(place.city),
    state: place.state,
    zip: address.zip,
    country: 'US',
  });
}
