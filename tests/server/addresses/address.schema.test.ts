import isoCountries from 'i18n-iso-countries';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { addressFields, postalAddress } from '#server/lib/address.schema.ts';
import { countries } from '#server/lib/countries.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { usStateCode, usStates } from '#server/lib/us-states.ts';

const validAddress = { street1: '1437 Bannock St', city: 'Denver', state: 'CO', zip: '80202', country: 'US' };

function listErrors(input: unknown): Record<string, string> {
  const parsed = postalAddress.safeParse(input);
  return parsed.success ? {} : toFieldErrors(parsed.error);
}

describe('[S5 card shipping] an address', () => {
  test('requires every field except the second line', () => {
    const required = { street1: 'Required', city: 'Required', state: 'Required', zip: 'Required' };
    expect(listErrors({})).toEqual(required);
    expect(listErrors({ street1: null, city: null, state: null, zip: null, street2: null })).toEqual(
      required,
    );
    const blankAddress = { street1: ' ', street2: '', city: '', state: '', zip: ' ', country: ' ' };
    expect(listErrors(blankAddress)).toEqual({ ...required, country: 'Required' });
    expect(listErrors(validAddress)).toEqual({});
  });

  test('[S5 business basic info] uses the business form’s own message in that form', () => {
    const parsed = z.object(addressFields('Required Field')).safeParse({});
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(Array(4).fill('Required Field'));
  });

  test('[S3 shipping address] defaults to the United States', () => {
    const { country: _, ...without } = validAddress;
    expect(postalAddress.parse(without).country).toBe('US');
    expect(postalAddress.parse({ ...without, country: null }).country).toBe('US');
    expect(postalAddress.parse({ ...validAddress, country: 'us' }).country).toBe('US');
    expect(listErrors({ ...validAddress, country: 'XX' })).toEqual({ country: 'Please choose a country' });
    expect(listErrors({ ...validAddress, country: '__proto__' })).toEqual({
      country: 'Please choose a country',
    });
  });

  test('has trimmed lines and stores an empty second line as null', () => {
    const parsed = postalAddress.parse({ ...validAddress, street1: '  1437 Bannock St ', street2: '  ' });
    expect(parsed).toEqual({ ...validAddress, street2: null });
  });

  test.each([
    ['80202', '80202'],
    ['80202-1234', '80202-1234'],
    ['802021234', '80202-1234'],
    ['８０２０２', '80202'],
  ])('with ZIP %s stores %s', (zip, stored) => {
    expect(postalAddress.parse({ ...validAddress, zip }).zip).toBe(stored);
  });

  test.each(['8020', '802022', 'ABCDE', '80202-12'])('is refused with ZIP %s', (zip) => {
    expect(listErrors({ ...validAddress, zip })).toEqual({ zip: 'Please enter a 5-digit ZIP code' });
  });

  test.each(['co', 'CO', 'Colorado', 'COLORADO'])('with state %s stores CO', (state) => {
    expect(postalAddress.parse({ ...validAddress, state }).state).toBe('CO');
  });

  test('with an unknown state is refused with its other errors', () => {
    expect(listErrors({ ...validAddress, state: 'Cascadia', zip: '1', city: '' })).toEqual({
      city: 'Required',
      state: 'Please choose a state',
      zip: 'Please enter a 5-digit ZIP code',
    });
  });

  test('[D36] outside the US may have any state and postal code', () => {
    const vienna = { street1: 'Stephansplatz 3', city: 'Wien', state: 'Wien', zip: '1010', country: 'AT' };
    expect(postalAddress.parse(vienna)).toEqual({ ...vienna, street2: null });
    const vancouver = {
      street1: '453 W 12th Ave',
      city: 'Vancouver',
      state: 'bc',
      zip: 'V5Y 1V4',
      country: 'CA',
    };
    expect(postalAddress.parse(vancouver)).toEqual({ ...vancouver, street2: null });
  });

  test('is refused if it has control characters or overlong lines', () => {
    for (const field of ['street1', 'street2', 'city', 'state', 'zip', 'country']) {
      expect(Object.keys(listErrors({ ...validAddress, [field]: 'a\u0000b' })), field).toEqual([field]);
      expect(Object.keys(listErrors({ ...validAddress, [field]: 'x'.repeat(101) })), field).toEqual([field]);
    }
  });

  test('is validated the same way in a form with more fields', () => {
    const form = postalAddress.extend({ phone: z.string().min(1, 'Required') });
    const parsed = form.safeParse({ ...validAddress, state: 'Cascadia', phone: '' });
    expect(parsed.error && toFieldErrors(parsed.error)).toEqual({
      state: 'Please choose a state',
      phone: 'Required',
    });
  });
});

describe('[S3 categories] the lists of countries and states', () => {
  test('contain unique ISO codes with unique names', () => {
    expect(countries.length).toBeGreaterThanOrEqual(190);
    for (const { code, name } of countries) {
      expect(isoCountries.isValid(code), code).toBe(true);
      expect(name, code).toMatch(/^\p{L}[\p{L} '().-]+$/u);
    }
    expect(new Set(countries.map((country) => country.code)).size).toBe(countries.length);
    expect(new Set(countries.map((country) => country.name)).size).toBe(countries.length);
    for (const code of ['US', 'CA', 'MX', 'GB', 'DE', 'IN']) {
      expect(
        countries.some((country) => country.code === code),
        code,
      ).toBe(true);
    }
  });

  test('contain 50 states, D.C., 5 territories, and 3 military codes, by code and by name', () => {
    expect(usStates).toHaveLength(59);
    for (const { code, name } of usStates) {
      expect(usStateCode(code)).toBe(code);
      expect(usStateCode(` ${name.toLowerCase()} `)).toBe(code);
    }
    expect(['N.Y.', 'us virgin islands'].map(usStateCode)).toEqual(['NY', 'VI']);
    expect(usStateCode('ZZ')).toBeNull();
  });
});
