import { describe, expect, test } from 'vitest';
import type { PostalAddress } from '#server/lib/address.schema.ts';
import { normalizeStreet, normalizeUnit } from '#server/platform/integrations/usps/normalize-street.ts';
import { createOfflineVerifier } from '#server/platform/integrations/usps/offline-verifier.ts';

const verifier = createOfflineVerifier();
const denver: PostalAddress = {
  street1: '1437 Bannock Street',
  street2: null,
  city: 'denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

describe('[D36] the offline address verifier', () => {
  test('reports that it is a stand-in', () => {
    expect(verifier.isStandIn).toBe(true);
  });

  test('normalizes an address like USPS and takes the city from the ZIP code', async () => {
    const input = { ...denver, street2: 'Apartment 4b', city: 'Dnever' };
    expect(await verifier.verify(input)).toEqual({
      status: 'found',
      changed: true,
      address: { ...denver, street1: '1437 BANNOCK ST', street2: 'APT 4B', city: 'DENVER' },
    });
  });

  test('reports a normalized address as unchanged, in any case', async () => {
    const answer = await verifier.verify({ ...denver, street1: '1437 Bannock  St' });
    expect(answer).toMatchObject({ status: 'found', changed: false });
  });

  test('keeps a 9-digit ZIP code', async () => {
    expect(await verifier.verify({ ...denver, zip: '80202-1234' })).toMatchObject({
      address: { zip: '80202-1234' },
    });
  });

  test.each([
    ['an unknown ZIP', { zip: '00000' }],
    ['a ZIP code of another state', { state: 'UT' }],
    ['a Canadian postal code', { zip: 'V5Y' }],
    ['a street without a house number', { street1: 'Bannock Street' }],
    ['a house number without a street', { street1: '1437' }],
  ])('does not find %s', async (_, change) => {
    expect(await verifier.verify({ ...denver, ...change })).toEqual({ status: 'not-found' });
  });

  test('finds territories and military post offices', async () => {
    const guam = { ...denver, street1: '100 Chalan Kanton Tasi', city: 'Hagatna', state: 'GU', zip: '96910' };
    expect(await verifier.verify(guam)).toMatchObject({ status: 'found' });
    const militaryAddress = { ...denver, street1: 'PSC 3 Box 1200', city: 'APO', state: 'AE', zip: '09001' };
    expect(await verifier.verify(militaryAddress)).toMatchObject({
      address: { street1: 'PSC 3 BOX 1200', city: 'APO' },
    });
  });

  test('is unavailable for a street that contains "Unavailable"', async () => {
    expect(await verifier.verify({ ...denver, street1: '1 Unavailable Way' })).toEqual({
      status: 'unavailable',
    });
  });
});

describe('[D36] a street line', () => {
  test.each([
    ['123 North Main Street', '123 N MAIN ST'],
    ['123 n. main st.', '123 N MAIN ST'],
    ['500 Pennsylvania Avenue Southeast', '500 PENNSYLVANIA AVE SE'],
    ['350 South 400 East', '350 S 400 E'],
    ['123 North Street', '123 NORTH ST'],
    ['77 Avenue B', '77 AVENUE B'],
    ['9 West Street Northwest', '9 WEST ST NW'],
    ['1 Saint Paul Boulevard', '1 SAINT PAUL BLVD'],
    ['10 Broadway', '10 BROADWAY'],
    ['37-12 Prince Street', '37-12 PRINCE ST'],
    ['N6W23001 Bluemound Road', 'N6W23001 BLUEMOUND RD'],
    ['12½ Cañón Perdido Street', null],
    ['12 Cañón Perdido Street', '12 CANON PERDIDO ST'],
    ['P.O. Box 12', 'PO BOX 12'],
    ['Post Office Box 12', 'PO BOX 12'],
    ['p o box 12a', 'PO BOX 12A'],
    ['Rural Route 2 Box 152', 'RR 2 BOX 152'],
    ['HC 68 Box 23A', 'HC 68 BOX 23A'],
    ['Main Street', null],
    ['', null],
  ])('%s is normalized to %s', (line, normalized) => {
    expect(normalizeStreet(line)?.street ?? null).toBe(normalized);
  });

  test('is split from an apartment at its end', () => {
    expect(normalizeStreet('100 Main Street Apartment 4')).toEqual({ street: '100 MAIN ST', unit: 'APT 4' });
    expect(normalizeStreet('100 Main Street, Suite 200')).toEqual({ street: '100 MAIN ST', unit: 'STE 200' });
    expect(normalizeStreet('100 Main Street #4')).toEqual({ street: '100 MAIN ST', unit: '# 4' });
  });

  test('keeps its unit if the second line names another one', async () => {
    const input = { ...denver, street1: '1437 Bannock Street Suite 2', street2: 'Room 5' };
    expect(await verifier.verify(input)).toMatchObject({
      address: { street1: '1437 BANNOCK ST STE 2', street2: 'RM 5' },
    });
  });

  test('has an abbreviated second line', () => {
    expect(normalizeUnit('suite 200')).toBe('STE 200');
    expect(normalizeUnit('#4')).toBe('# 4');
    expect(normalizeUnit('c/o Ana Núñez')).toBe('C/O ANA NUNEZ');
  });
});
