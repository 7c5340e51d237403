import { z } from 'zod';
import { isCountryCode } from './countries.ts';
import { readZip } from './readers/zip.ts';
import { optionalLine, requiredLine } from './text.ts';
import { usStateCode } from './us-states.ts';

const DEFAULT_COUNTRY = 'US';

function countryField(required: string) {
  return z
    .string()
    .nullish()
    .transform((value) => value ?? DEFAULT_COUNTRY)
    .pipe(requiredLine(required, 60))
    .transform((value) => value.toUpperCase())
    .refine(isCountryCode, 'Please choose a country');
}

/** `required` is the message for an empty field, because forms differ: 'Required' or 'Required Field'. */
export function addressFields(required: string) {
  return {
    street1: requiredLine(required, 100),
    street2: optionalLine(100),
    city: requiredLine(required, 60),
    state: requiredLine(required, 60),
    zip: requiredLine(required, 12),
    country: countryField(required),
  };
}

interface StateAndZip {
  state: string;
  zip: string;
  country: string;
}

/**
 * A zod check for any object with an address. A US address needs a US state, which is stored as two letters,
 * and a ZIP code of 5 or 9 digits.
 */
export function usAddressRules({ value, issues }: z.core.ParsePayload<StateAndZip>): void {
  if (value.country !== DEFAULT_COUNTRY) return;
  const state = usStateCode(value.state);
  if (state) value.state = state;
  else if (value.state) {
    issues.push({ code: 'custom', input: value.state, path: ['state'], message: 'Please choose a state' });
  }
  const zip = readZip(value.zip);
  if ('value' in zip) value.zip = zip.value;
  else if (value.zip) issues.push({ code: 'custom', input: value.zip, path: ['zip'], message: zip.error });
}

export const postalAddress = z.object(addressFields('Required')).check(usAddressRules);
export type PostalAddress = z.infer<typeof postalAddress>;

/**
 * The result of validating an address. `address` is in USPS's spelling if USPS found it, and otherwise as
 * entered (D36).
 */
export const addressCheck = z.object({
  /**
   * 'found' is also returned for an address outside the US, which isn't checked. 'unavailable' means that
   * USPS couldn't check the address; the purchase continues with it as entered.
   */
  status: z.enum(['found', 'not-found', 'unavailable']),
  address: z.object({
    street1: z.string(),
    street2: z.string().nullable(),
    city: z.string(),
    state: z.string(),
    zip: z.string(),
    country: z.string(),
  }),
  /** Whether the address from USPS differs from the entered one by more than letter case and spaces. */
  changed: z.boolean(),
});
export type AddressCheck = z.infer<typeof addressCheck>;
