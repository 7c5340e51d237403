import { describe, expect, test } from 'vitest';
import { validateAddress } from '#server/domains/addresses/address.service.ts';
import type { PostalAddress } from '#server/lib/address.schema.ts';
import {
  type AddressResult,
  type AddressVerifier,
  toFoundResult,
} from '#server/platform/integrations/usps/address-verifier.ts';
import { createCachedVerifier } from '#server/platform/integrations/usps/cached-verifier.ts';

const denver: PostalAddress = {
  street1: '1437 Bannock St',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

/** Makes a verifier that responds with `makeAnswer` and records its requests. */
function createScriptedVerifier(makeAnswer: (address: PostalAddress) => AddressResult) {
  const requests: PostalAddress[] = [];
  const verifier: AddressVerifier = {
    isStandIn: false,
    verify: async (address) => {
      requests.push(address);
      return makeAnswer(address);
    },
  };
  return { requests, verifier };
}

describe('[D36] validateAddress', () => {
  test('returns the USPS spelling if it differs', async () => {
    const correctedAddress = { ...denver, zip: '80202-5337' };
    const { verifier } = createScriptedVerifier((address) => toFoundResult(address, correctedAddress));
    expect(await validateAddress(verifier, denver)).toEqual({
      status: 'found',
      changed: true,
      address: correctedAddress,
    });
  });

  test.each(['not-found', 'unavailable'] as const)(
    'returns the address unchanged if the USPS result is %s',
    async (status) => {
      const { verifier } = createScriptedVerifier(() => ({ status }));
      expect(await validateAddress(verifier, denver)).toEqual({ status, changed: false, address: denver });
    },
  );

  test('requests only US addresses from USPS', async () => {
    const { requests, verifier } = createScriptedVerifier(() => ({ status: 'not-found' }));
    const vienna = { ...denver, city: 'Wien', state: 'Wien', zip: '1010', country: 'AT' };
    expect(await validateAddress(verifier, vienna)).toEqual({
      status: 'found',
      changed: false,
      address: vienna,
    });
    expect(requests).toEqual([]);
  });
});

describe('[STACK USPS] the USPS client, with 60 requests an hour', () => {
  test('requests each address once, ignoring case and spaces', async () => {
    const { requests, verifier } = createScriptedVerifier((address) => toFoundResult(address, denver));
    const cachedVerifier = createCachedVerifier(verifier);
    const first = await cachedVerifier.verify(denver);
    expect(await cachedVerifier.verify({ ...denver, street1: ' 1437  BANNOCK ST', city: 'DENVER' })).toEqual(
      first,
    );
    expect(requests).toHaveLength(1);
    await cachedVerifier.verify({ ...denver, street2: 'Apt 4' });
    expect(requests).toHaveLength(2);
    expect(cachedVerifier.isStandIn).toBe(false);
  });

  test('sends one request for concurrent calls', async () => {
    const { requests, verifier } = createScriptedVerifier(() => ({ status: 'not-found' }));
    const cachedVerifier = createCachedVerifier(verifier);
    const answers = await Promise.all(Array.from({ length: 10 }, () => cachedVerifier.verify(denver)));
    expect(answers).toEqual(Array(10).fill({ status: 'not-found' }));
    expect(requests).toHaveLength(1);
  });

  test('does not cache an outage', async () => {
    let open = false;
    const { requests, verifier } = createScriptedVerifier((address) =>
      open ? toFoundResult(address, address) : { status: 'unavailable' },
    );
    const cachedVerifier = createCachedVerifier(verifier);
    expect(await cachedVerifier.verify(denver)).toEqual({ status: 'unavailable' });
    open = true;
    expect(await cachedVerifier.verify(denver)).toMatchObject({ status: 'found' });
    expect(requests).toHaveLength(2);
  });

  test('drops a cached result after its lifetime', async () => {
    let time = new Date('2026-11-21T12:00:00Z');
    const { requests, verifier } = createScriptedVerifier(() => ({ status: 'not-found' }));
    const cachedVerifier = createCachedVerifier(verifier, { ttlMs: 1_000, now: () => time });
    await cachedVerifier.verify(denver);
    time = new Date(time.getTime() + 999);
    await cachedVerifier.verify(denver);
    expect(requests).toHaveLength(1);
    time = new Date(time.getTime() + 1);
    await cachedVerifier.verify(denver);
    expect(requests).toHaveLength(2);
  });

  test('limits its cache and drops the least recently used result first', async () => {
    const { requests, verifier } = createScriptedVerifier(() => ({ status: 'not-found' }));
    const cachedVerifier = createCachedVerifier(verifier, { size: 2 });
    const verifyZip = (zip: string) => cachedVerifier.verify({ ...denver, zip });
    for (const zip of ['80001', '80002', '80001', '80003']) await verifyZip(zip);
    expect(requests).toHaveLength(3);
    await verifyZip('80001');
    expect(requests).toHaveLength(3);
    await verifyZip('80002');
    expect(requests).toHaveLength(4);
  });
});
