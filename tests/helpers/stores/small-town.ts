import type { Db } from '#db/client.ts';
import { makePlaces, makePromotion, makeStore } from '../factories/store.ts';

/** Creates a few businesses in Denver and Boston and one without a place, for tests that don't need many. */
export async function makeSmallTown(db: Db) {
  await makePlaces(db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    { zip: '02108', city: 'Boston', state: 'MA', latitude: 42.3576, longitude: -71.0684 },
  ]);
  const pizza = await makeStore(db, {
    business: { name: 'Café Joe’s Pizza', categories: [9, 10], isPremier: true, logo: '/logos/joe.webp' },
  });
  const secret = await makeStore(db, {
    business: { name: 'Secret Spa', categories: [8], isMembersOnly: true },
    latitude: 39.9,
  });
  const nationalStore = await makeStore(db, {
    business: { name: 'Zebra Travel', categories: [5], isNational: true },
    ...{ street1: null, city: null, state: null, zip: null, phone: null, latitude: null, longitude: null },
  });
  const boston = await makeStore(db, {
    business: { name: 'Boston Books', categories: [4] },
    ...{ city: 'Boston', state: 'MA', zip: '02108', latitude: 42.36, longitude: -71.07 },
  });
  await makePromotion(db, {
    businessId: pizza.businessId,
    info: '<p>Two pizzas for the price of <strong>one</strong></p><ul><li>on Mondays</li></ul>',
    code: 'TWO4ONE',
    url: 'https://joes.example/menu',
    additionalUrl: 'https://joes.example/more',
    validUntil: '2099-12-31',
  });
  await makePromotion(db, { businessId: pizza.businessId, info: '<p>Over</p>', validUntil: '2020-01-01' });
  await makePromotion(db, {
    businessId: secret.businessId,
    info: '<p>Half price massage</p>',
    headline: 'Hush-hush headline',
    savesCents: 4_321,
    isOnline: true,
  });
  return { pizza, secret, national: nationalStore, boston };
}
