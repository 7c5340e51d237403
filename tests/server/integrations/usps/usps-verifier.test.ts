import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PostalAddress } from '#server/lib/address.schema.ts';
import { createUspsVerifier } from '#server/platform/integrations/usps/usps-verifier.ts';
import { type FakeUsps, goodToken, json, startFakeUsps, uspsAddress, uspsError } from './usps-fake.ts';

const input: PostalAddress = {
  street1: '1437 Bannock Street',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

let usps: FakeUsps;
let reasons: string[];
let time: Date;

beforeEach(async () => {
  usps = await startFakeUsps();
  reasons = [];
  time = new Date('2026-11-21T12:00:00Z');
});
afterEach(() => usps.close());

function verifier(timeoutMs = 15_000) {
  return createUspsVerifier({
    clientId: 'id',
    clientSecret: 'secret',
    baseUrl: usps.url,
    timeoutMs,
    now: () => time,
    onUnavailable: (reason) => reasons.push(reason),
  });
}

describe('[D36] the USPS verifier', () => {
  test('requests a token with our credentials and returns the address as USPS spells it', async () => {
    usps.address = (request, response, url) => {
      const isAuthorized = request.headers.authorization === 'Bearer token-1';
      json(isAuthorized ? 200 : 401, isAuthorized ? uspsAddress() : '')(request, response, url);
    };
    const standardized = { ...input, street1: '1437 BANNOCK ST', city: 'DENVER', zip: '80202-5337' };
    const usVerifier = verifier();
    expect(usVerifier.isStandIn).toBe(false);
    expect(await usVerifier.verify(input)).toEqual({ status: 'found', changed: true, address: standardized });
    expect(JSON.parse(usps.tokenRequests[0] ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'id',
      client_secret: 'secret',
    });
    expect(Object.fromEntries(usps.lookups[0] ?? [])).toEqual({
      streetAddress: '1437 Bannock Street',
      city: 'Denver',
      state: 'CO',
      ZIPCode: '80202',
    });
    expect(await usVerifier.verify(standardized)).toEqual({
      status: 'found',
      changed: false,
      address: standardized,
    });
    expect(reasons).toEqual([]);
  });

  test('sends and returns the apartment and the ZIP+4', async () => {
    usps.address = json(200, uspsAddress({ address: { secondaryAddress: 'APT 4B', ZIPPlus4: null } }));
    const answer = await verifier().verify({ ...input, street2: 'Apartment 4b', zip: '80202-1234' });
    expect(Object.fromEntries(usps.lookups[0] ?? [])).toMatchObject({
      secondaryAddress: 'Apartment 4b',
      ZIPCode: '80202',
      ZIPPlus4: '1234',
    });
    expect(answer).toMatchObject({ address: { street2: 'APT 4B', zip: '80202' } });
  });

  test('reuses a token until shortly before it expires', async () => {
    const usVerifier = verifier();
    await Promise.all(Array.from({ length: 5 }, () => usVerifier.verify(input)));
    expect(usps.tokenRequests).toHaveLength(1);
    time = new Date(time.getTime() + 28_700_000);
    await usVerifier.verify(input);
    expect(usps.tokenRequests).toHaveLength(1);
    time = new Date(time.getTime() + 60_000);
    await usVerifier.verify(input);
    expect(usps.tokenRequests).toHaveLength(2);
  });

  test('retries with a new token if the old one was revoked', async () => {
    const usVerifier = verifier();
    await usVerifier.verify(input);
    usps.token = json(200, { access_token: 'token-2', expires_in: 100 });
    usps.address = (request, response, url) => {
      const isAuthorized = request.headers.authorization === 'Bearer token-2';
      json(isAuthorized ? 200 : 401, isAuthorized ? uspsAddress() : uspsError('401'))(request, response, url);
    };
    expect(await usVerifier.verify(input)).toMatchObject({ status: 'found' });
    expect(usps.lookups).toHaveLength(3);
  });
});

describe('[S2 shipping] an address unknown to USPS', () => {
  test.each(['010001', '010002', '010003', '010004', '010005', '010006'])(
    'is not found with the error %s',
    async (code) => {
      usps.address = json(400, uspsError('400', [code]));
      expect(await verifier().verify(input)).toEqual({ status: 'not-found' });
      usps.address = json(400, uspsError(code));
      expect(await verifier().verify(input)).toEqual({ status: 'not-found' });
    },
  );

  test('is not found with a 404, an unconfirmed house number, or several matches', async () => {
    usps.address = json(404, uspsError('404'));
    expect(await verifier().verify(input)).toEqual({ status: 'not-found' });
    usps.address = json(200, uspsAddress({ additionalInfo: { DPVConfirmation: 'N' } }));
    expect(await verifier().verify(input)).toEqual({ status: 'not-found' });
    const ambiguousAnswer = {
      corrections: [{ code: '22', text: 'Multiple addresses' }],
      additionalInfo: { DPVConfirmation: ' ' },
    };
    usps.address = json(200, uspsAddress(ambiguousAnswer));
    expect(await verifier().verify(input)).toEqual({ status: 'not-found' });
    expect(reasons).toEqual([]);
  });

  test.each(['Y', 'D', 'S'])(
    'is found if the building is known, even if its apartment is not confirmed (%s)',
    async (dpv) => {
      usps.address = json(200, uspsAddress({ additionalInfo: { DPVConfirmation: dpv } }));
      expect(await verifier().verify(input)).toMatchObject({ status: 'found' });
      usps.address = json(200, uspsAddress({ additionalInfo: null }));
      expect(await verifier().verify(input)).toMatchObject({ status: 'found' });
    },
  );
});

describe('[D36] an outage never blocks a purchase', () => {
  test.each([
    ['500', json(500, uspsError('500'))],
    ['503 without a body', json(503, '')],
    ['403', json(403, uspsError('403'))],
    ['a repeated 401', json(401, uspsError('401'))],
    ['400 that is not about the address', json(400, uspsError('400', ['990001']))],
    ['a 404 from a proxy', json(404, '<html>Not Found</html>')],
    ['HTML instead of JSON', json(200, '<html>1437 Bannock Street</html>')],
    ['an address without a street', json(200, uspsAddress({ address: { streetAddress: '' } }))],
    ['an address with a number for a state', json(200, uspsAddress({ address: { state: 7 } }))],
    ['null', json(200, 'null')],
    ['an incomplete body', json(200, '{"address": {"streetAddress": "1437 Bannock Street"')],
    ['a closed connection', (request: { socket: { destroy(): void } }) => request.socket.destroy()],
    ['a redirect', json(302, '', { location: 'http://127.0.0.1:1/' })],
  ])('counts %s as unavailable', async (_, reply) => {
    usps.address = reply;
    expect(await verifier().verify(input)).toEqual({ status: 'unavailable' });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).not.toMatch(/bannock|denver|80202|secret/i);
  });

  test.each([
    ['refused credentials', json(401, { error: 'invalid_client' })],
    ['HTML instead of a token', json(200, 'hello')],
    ['an empty token', json(200, { access_token: '', expires_in: 10 })],
  ])('counts %s as unavailable, and requests a token again for the next address', async (_, reply) => {
    const usVerifier = verifier();
    usps.token = reply;
    expect(await usVerifier.verify(input)).toEqual({ status: 'unavailable' });
    expect(usps.lookups).toEqual([]);
    usps.token = goodToken;
    expect(await usVerifier.verify(input)).toMatchObject({ status: 'found' });
  });

  test('times out on a slow response, including the token request’s', async () => {
    usps.address = () => {};
    expect(await verifier(100).verify(input)).toEqual({ status: 'unavailable' });
    usps.token = () => {};
    expect(await verifier(100).verify(input)).toEqual({ status: 'unavailable' });
    expect(reasons).toEqual([expect.stringMatching(/timeout/i), expect.stringMatching(/timeout/i)]);
  });

  test('times out on an incomplete body', async () => {
    usps.address = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"address":');
    };
    expect(await verifier(100).verify(input)).toEqual({ status: 'unavailable' });
  });

  test('counts an unreachable server as unavailable', async () => {
    const usVerifier = verifier();
    await usps.close();
    expect(await usVerifier.verify(input)).toEqual({ status: 'unavailable' });
    expect(reasons[0]).toMatch(/fetch failed/);
  });

  test('sends no requests after a 429 until Retry-After has passed', async () => {
    const usVerifier = verifier();
    usps.address = json(429, uspsError('429'), { 'retry-after': '600' });
    expect(await usVerifier.verify(input)).toEqual({ status: 'unavailable' });
    usps.address = json(200, uspsAddress());
    expect(await usVerifier.verify(input)).toEqual({ status: 'unavailable' });
    expect(usps.lookups).toHaveLength(1);
    time = new Date(time.getTime() + 600_001);
    expect(await usVerifier.verify(input)).toMatchObject({ status: 'found' });
  });

  test('waits a minute after a 429 without Retry-After', async () => {
    const usVerifier = verifier();
    usps.address = json(429, '');
    await usVerifier.verify(input);
    usps.address = json(200, uspsAddress());
    time = new Date(time.getTime() + 59_000);
    expect(await usVerifier.verify(input)).toEqual({ status: 'unavailable' });
    time = new Date(time.getTime() + 1_001);
    expect(await usVerifier.verify(input)).toMatchObject({ status: 'found' });
  });
});
