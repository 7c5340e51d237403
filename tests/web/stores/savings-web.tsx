import { screen, within } from '@testing-library/react';
import type { Db } from '#db/client.ts';
import { makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

const DENVER = { latitude: 39.7491, longitude: -104.9946 };

/** Creates Denver and Boulder, which are 24 miles apart, and Bozeman in Montana. */
export async function makeColorado(db: Db): Promise<void> {
  await makePlaces(db, [
    { zip: '80202', city: 'Denver', state: 'CO', ...DENVER },
    { zip: '80302', city: 'Boulder', state: 'CO', latitude: 40.0176, longitude: -105.2797 },
    { zip: '59715', city: 'Bozeman', state: 'MT', latitude: 45.6693, longitude: -111.0429 },
  ]);
}

/** Adds stores in Denver, named 'Shop 001', 'Shop 002', and so on. */
export async function makeStores(db: Db, count: number, prefix = 'Shop'): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await makeStore(db, { business: { name: `${prefix} ${String(number).padStart(3, '0')}` } });
  }
}

/** Adds a listing with promotions. */
export async function makeOffer(
  db: Db,
  business: Parameters<typeof makeStore>[1] & object,
  promotions: readonly (Parameters<typeof makePromotion>[1] & object)[],
): Promise<void> {
  const { businessId } = await makeStore(db, business);
  for (const promotion of promotions) await makePromotion(db, { ...promotion, businessId });
}

/** Waits for the heading of the results, such as '12 businesses'. */
export const findResultsHeading = (count: string | RegExp) =>
  screen.findByRole('heading', { level: 2, name: count });

/** Returns the names of the results, in page order. */
export const names = () =>
  screen.getAllByRole('article').map((article) => within(article).getByRole('heading').textContent);

export const item = (name: string | RegExp) => screen.findByRole('article', { name });

export const currentAddress = () => window.location.pathname + window.location.search;
