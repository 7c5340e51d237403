import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { currentAddress, findResultsHeading, makeColorado } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS }));

beforeAll(async () => {
  await makeColorado(database.db);
  await makeStore(database.db, { business: { name: 'Denver Deli' } });
});

type GetPosition = Geolocation['getCurrentPosition'];

function mockGeolocation(getCurrentPosition: GetPosition | null) {
  const mock = getCurrentPosition === null ? null : vi.fn(getCurrentPosition);
  if (mock === null) Reflect.deleteProperty(navigator, 'geolocation');
  else
    Object.defineProperty(navigator, 'geolocation', {
      value: { getCurrentPosition: mock },
      configurable: true,
    });
  return mock;
}

const locatedAt = (latitude: number, longitude: number): GetPosition =>
  function succeed(onSuccess) {
    const coords = {
      latitude,
      longitude,
      accuracy: 10,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
    };
    onSuccess({ coords: { ...coords, toJSON: () => coords }, timestamp: 0, toJSON: () => coords });
  };

const failingWith = (code: number): GetPosition =>
  function fail(_onSuccess, onError) {
    onError?.({ code, message: '', PERMISSION_DENIED: 1, POSITION_UNAVAILABLE: 2, TIMEOUT: 3 });
  };

describe('the Near me button', () => {
  test('requests the position only after a click, fills in the ZIP code, sorts by distance, and sends a rounded position', async () => {
    const getPosition = mockGeolocation(locatedAt(39.751234, -104.991234));
    const { user } = await web.open('/savings?name=deli');
    await findResultsHeading('1 business');
    expect(getPosition).not.toHaveBeenCalled();
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await user.click(screen.getByRole('button', { name: 'Near me' }));
    expect(await screen.findByText('Within 60 miles of Denver, CO 80202')).toBeVisible();
    expect(currentAddress()).toBe('/savings?name=deli&zip=80202&sort=distance');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('80202');
    expect(getPosition).toHaveBeenCalledTimes(1);
    const requests = fetchSpy.mock.calls.map(([url]) => decodeURIComponent(String(url))).join('\n');
    expect(requests).toContain('"latitude":39.75,"longitude":-104.99}');
    expect(requests).not.toContain('39.751');
  });

  test.each([
    [failingWith(1), 'Your browser isn’t sharing your location. Allow it for this site, or type a ZIP code.'],
    [failingWith(2), 'We couldn’t find your location. Please type a ZIP code.'],
    [failingWith(3), 'Finding your location took too long. Please try again, or type a ZIP code.'],
    [locatedAt(0, 0), 'We couldn’t find a ZIP code near you. Please type one.'],
    [null, 'We couldn’t find your location. Please type a ZIP code.'],
  ])('shows an error for %o', async (getPosition, message) => {
    mockGeolocation(getPosition);
    const { user } = await web.open('/savings');
    await findResultsHeading('1 business');
    await user.click(screen.getByRole('button', { name: 'Near me' }));
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(message));
    expect(currentAddress()).toBe('/savings');
  });
});
