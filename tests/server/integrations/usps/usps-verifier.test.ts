import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PostalAddress } from '#server/addresses/address.schema.ts';
import { createUspsVerifier } from '#server/integrations/usps/usps-verifier.ts';
import { type FakeUsps, goodToken, json, startFakeUsps, uspsAddress, uspsError } from './usps-fake.ts';

const asked: PostalAddress = {
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

describe('[D36] the post office', () => {
  test('is asked with a token for our credentials, and its spelling is taken', async () => {
    usps.address = (request, response, url) => {
      const allowed = request.headers.authorization === 'Bearer token-1';
      json(allowed ? 200 : 401, allowed ? uspsAddress() : '')(request, response, url);
    };
    const found = { ...asked, street1: '1437 BANNOCK ST', city: 'DENVER', zip: '80202-5337' };
    const post = verifier();
    expect(post.standIn).toBe(false);
    expect(await post.verify(asked)).toEqual({ status: 'found', changed: true, address: found });
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
    expect(await post.verify(found)).toEqual({ status: 'found', changed: false, address: found });
    expect(reasons).toEqual([]);
  });

  test('hears of the apartment and the ZIP+4, and tells of them', async () => {
    usps.address = json(200, uspsAddress({ address: { secondaryAddress: 'APT 4B', ZIPPlus4: null } }));
    const answer = await verifier().verify({ ...asked, street2: 'Apartment 4b', zip: '80202-1234' });
    expect(Object.fromEntries(usps.lookups[0] ?? [])).toMatchObject({
      secondaryAddress: 'Apartment 4b',
      ZIPCode: '80202',
      ZIPPlus4: '1234',
    });
    expect(answer).toMatchObject({ address: { street2: 'APT 4B', zip: '80202' } });
  });

  test('gives one token to many questions, until shortly before its end', async () => {
    const post = verifier();
    await Promise.all(Array.from({ length: 5 }, () => post.verify(asked)));
    expect(usps.tokenRequests).toHaveLength(1);
    time = new Date(time.getTime() + 28_700_000);
    await post.verify(asked);
    expect(usps.tokenRequests).toHaveLength(1);
    time = new Date(time.getTime() + 60_000);
    await post.verify(asked);
    expect(usps.tokenRequests).toHaveLength(2);
  });

  test('is asked once more, with a new token, where the old one was withdrawn', async () => {
    const post = verifier();
    await post.verify(asked);
    usps.token = json(200, { access_token: 'token-2', expires_in: 100 });
    usps.address = (request, response, url) => {
      const allowed = request.headers.authorization === 'Bearer token-2';
      json(allowed ? 200 : 401, allowed ? uspsAddress() : uspsError('401'))(request, response, url);
    };
    expect(await post.verify(asked)).toMatchObject({ status: 'found' });
    expect(usps.lookups).toHaveLength(3);
  });
});

describe('[S2 shipping] an address that the post office does not know', () => {
  test.each(['010001', '010002', '010003', '010004', '010005', '010006'])(
    'error %s is not found',
    async (code) => {
      usps.address = json(400, uspsError('400', [code]));
      expect(await verifier().verify(asked)).toEqual({ status: 'not-found' });
      usps.address = json(400, uspsError(code));
      expect(await verifier().verify(asked)).toEqual({ status: 'not-found' });
    },
  );

  test('so are its 404, a house number that it cannot confirm, and a choice of several', async () => {
    usps.address = json(404, uspsError('404'));
    expect(await verifier().verify(asked)).toEqual({ status: 'not-found' });
    usps.address = json(200, uspsAddress({ additionalInfo: { DPVConfirmation: 'N' } }));
    expect(await verifier().verify(asked)).toEqual({ status: 'not-found' });
    const several = {
      corrections: [{ code: '22', text: 'Multiple addresses' }],
      additionalInfo: { DPVConfirmation: ' ' },
    };
    usps.address = json(200, uspsAddress(several));
    expect(await verifier().verify(asked)).toEqual({ status: 'not-found' });
    expect(reasons).toEqual([]);
  });

  test.each(['Y', 'D', 'S'])(
    'a building that exists is found (%s), its apartment is the buyer’s to know',
    async (dpv) => {
      usps.address = json(200, uspsAddress({ additionalInfo: { DPVConfirmation: dpv } }));
      expect(await verifier().verify(asked)).toMatchObject({ status: 'found' });
      usps.address = json(200, uspsAddress({ additionalInfo: null }));
      expect(await verifier().verify(asked)).toMatchObject({ status: 'found' });
    },
  );
});

describe('[D36] an outage never blocks a purchase', () => {
  test.each([
    ['500', json(500, uspsError('500'))],
    ['503 without a body', json(503, '')],
    ['403', json(403, uspsError('403'))],
    ['401 again and again', json(401, uspsError('401'))],
    ['400 that is not about the address', json(400, uspsError('400', ['990001']))],
    ['404 of some proxy', json(404, '<html>Not Found</html>')],
    ['garbage', json(200, '<html>1437 Bannock Street</html>')],
    ['an address without a street', json(200, uspsAddress({ address: { streetAddress: '' } }))],
    ['an address with a number for a state', json(200, uspsAddress({ address: { state: 7 } }))],
    ['null', json(200, 'null')],
    ['half an answer', json(200, '{"address": {"streetAddress": "1437 Bannock Street"')],
    ['a closed connection', (request: { socket: { destroy(): void } }) => request.socket.destroy()],
    ['a redirect', json(302, '', { location: 'http://127.0.0.1:1/' })],
  ])('%s is unavailable', async (_, reply) => {
    usps.address = reply;
    expect(await verifier().verify(asked)).toEqual({ status: 'unavailable' });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).not.toMatch(/bannock|denver|80202|secret/i);
  });

  test.each([
    ['refused credentials', json(401, { error: 'invalid_client' })],
    ['garbage for a token', json(200, 'hello')],
    ['an empty token', json(200, { access_token: '', expires_in: 10 })],
  ])('%s: unavailable, and asked again next time', async (_, reply) => {
    const post = verifier();
    usps.token = reply;
    expect(await post.verify(asked)).toEqual({ status: 'unavailable' });
    expect(usps.lookups).toEqual([]);
    usps.token = goodToken;
    expect(await post.verify(asked)).toMatchObject({ status: 'found' });
  });

  test('a slow answer is given up, the token’s time included', async () => {
    usps.address = () => {};
    expect(await verifier(100).verify(asked)).toEqual({ status: 'unavailable' });
    usps.token = () => {};
    expect(await verifier(100).verify(asked)).toEqual({ status: 'unavailable' });
    expect(reasons).toEqual([expect.stringMatching(/timeout/i), expect.stringMatching(/timeout/i)]);
  });

  test('a body that stops half way is given up', async () => {
    usps.address = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"address":');
    };
    expect(await verifier(100).verify(asked)).toEqual({ status: 'unavailable' });
  });

  test('nobody there', async () => {
    const post = verifier();
    await usps.close();
    expect(await post.verify(asked)).toEqual({ status: 'unavailable' });
    expect(reasons[0]).toMatch(/fetch failed/);
  });

  test('a used-up allowance is left alone for as long as the post office says', async () => {
    const post = verifier();
    usps.address = json(429, uspsError('429'), { 'retry-after': '600' });
    expect(await post.verify(asked)).toEqual({ status: 'unavailable' });
    usps.address = json(200, uspsAddress());
    expect(await post.verify(asked)).toEqual({ status: 'unavailable' });
    expect(usps.lookups).toHaveLength(1);
    time = new Date(time.getTime() + 600_001);
    expect(await post.verify(asked)).toMatchObject({ status: 'found' });
  });

  test('and for a minute where it says nothing', async () => {
    const post = verifier();
    usps.address = json(429, '');
    await post.verify(asked);
    usps.address = json(200, uspsAddress());
    time = new Date(time.getTime() + 59_000);
    expect(await post.verify(asked)).toEqual({ status: 'unavailable' });
    time = new Date(time.getTime() + 1_001);
    expect(await post.verify(asked)).toMatchObject({ status: 'found' });
  });
});
