import { describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts';
import { buildTestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const app = testApp(database);
const enteredAddress = {
  street1: '1437 Bannock Street',
  city: 'denver',
  state: 'Colorado',
  zip: '80202',
  country: 'US',
};

describe('[S7 ValidateAddress] addresses.validate', () => {
  test('returns the USPS spelling of an address', async () => {
    const visitor = await app.visitor();
    const response = await visitor.trpc('query', 'addresses.validate', enteredAddress);
    expect([response.status, response.data]).toEqual([
      200,
      {
        status: 'found',
        changed: true,
        address: {
          ...enteredAddress,
          street1: '1437 BANNOCK ST',
          street2: null,
          city: 'DENVER',
          state: 'CO',
        },
      },
    ]);
  });

  test('[D36] returns the address unchanged if USPS doesn’t find it or is unavailable', async () => {
    const visitor = await app.visitor();
    const unknown = { ...enteredAddress, state: 'UT' };
    expect((await visitor.trpc('query', 'addresses.validate', unknown)).data).toEqual({
      status: 'not-found',
      changed: false,
      address: { ...unknown, street2: null },
    });
    const unavailableAddress = { ...enteredAddress, street1: '1 Unavailable Way' };
    expect((await visitor.trpc('query', 'addresses.validate', unavailableAddress)).data).toMatchObject({
      status: 'unavailable',
      address: { street1: '1 Unavailable Way' },
    });
  });

  test('[S5] returns an error for each missing field', async () => {
    const visitor = await app.visitor();
    const response = await visitor.trpc('query', 'addresses.validate', {
      ...enteredAddress,
      street1: '',
      zip: '',
    });
    expect(response.status).toBe(400);
    expect(response.error?.data.fieldErrors).toEqual({ street1: 'Required', zip: 'Required' });
  });

  test('[D49] has a rate limit, which protects our USPS quota', async () => {
    const now = () => new Date('2026-11-21T12:00:00Z');
    const limitedApp = await buildTestApp(database.db, { now });
    const visitor = await limitedApp.visitor();
    const validate = () => visitor.trpc('query', 'addresses.validate', enteredAddress);
    for (let i = 0; i < RATE_LIMITS.address.hits; i++) expect((await validate()).status).toBe(200);
    expect((await validate()).status).toBe(429);
    await limitedApp.close();
  });
});
