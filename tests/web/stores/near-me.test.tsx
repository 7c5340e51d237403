import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { servedWeb } from '#tests/helpers/web.tsx';
import { found, here, makeColorado } from './savings-web.tsx';

const database = testDb();
const web = servedWeb(testApp(database, { limits: NO_LIMITS }));

beforeAll(async () => {
  await makeColorado(database.db);
  await makeStore(database.db, { business: { name: 'Denver Deli' } });
});

type Ask = Geolocation['getCurrentPosition'];

function withPosition(getCurrentPosition: Ask | null) {
  const ask = getCurrentPosition === null ? null : vi.fn(getCurrentPosition);
  if (ask === null) Reflect.deleteProperty(navigator, 'geolocation');
  else
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: ask },
      configurable: true,
    });
  return ask;
}

const at = (latitude: number, longitude: number): Ask =>
  function answer(give) {
    const coords = {
      latitude,
      longitude,
      accuracy: 10,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
    };
    give({ coords: { ...coords, toJSON: () => coords }, timestamp: 0, toJSON: () => coords });
  };

const refusing = (code: number): Ask =>
  function refuse(_give, fail) {
    fail?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  };

describe('[issue 3] Near me', () => {
  test('asks on a click alone, fills in the ZIP code, searches nearest first, and keeps the position to itself', async () => {
    const ask = withPosition(at(39.751234, -104.991234));
    const { user } = await web.open('/savings?name=deli');
    await found('1 business');
    expect(ask).not.toHaveBeenCalled();
    const sent = vi.spyOn(globalThis, 'fetch');
    await user.click(screen.getByRole('button', { name: 'Near me' }));
    expect(await screen.findByText('Within 60 miles of Denver, CO 80202')).toBeVisible();
    expect(here()).toBe('/savings?name=deli&zip=80202&sort=distance');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('80202');
    expect(ask).toHaveBeenCalledTimes(1);
    const asked = sent.mock.calls.map(([url]) => decodeURIComponent(String(url))).join('\n');
    expect(asked).toContain('"latitude":39.75,"longitude":-104.99}');
    expect(asked).not.toContain('39.751');
  });

  test.each([
    [refusing(1), 'Your browser does not share your location. Allow it for this site, or type a ZIP code.'],
    [refusing(2), 'Your location could not be found. Please type a ZIP code.'],
    [refusing(3), 'Finding your location took too long. Please try again, or type a ZIP code.'],
    [at(0, 0), 'We know no ZIP code near you. Please type one.'],
    [null, 'Your location could not be found. Please type a ZIP code.'],
  ])('%o: a clear sentence', async (ask, sentence) => {
    withPosition(ask);
    const { user } = await web.open('/savings');
    await found('1 business');
    await user.click(screen.getByRole('button', { name: 'Near me' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(sentence));
    expect(here()).toBe('/savings');
  });
});
