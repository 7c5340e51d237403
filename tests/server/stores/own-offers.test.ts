import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';

const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const promotion = { code: 'SAVE10', info: '<p>10 % off</p>', isOnline: false };

beforeAll(() =>
  makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
  ]),
);

async function createOwner() {
  const account = await makeAccount(database.db);
  await makeOwnedBusiness(database.db, { accountId: account.id });
  return { businesses: server.caller(account).businesses };
}

describe('[D64] an owner’s promotions', () => {
  test('have a headline and savings, which a client that doesn’t send them keeps', async () => {
    const { businesses } = await createOwner();
    const [tea, cake] = [{ info: '<p>Tea</p>' }, { info: '<p>Cake</p>' }];
    const save = async (promotions: object[]) => {
      await database.db.updateTable('businesses').set({ promotionsChangedAt: null }).execute();
      const savedBusiness = await businesses.changePromotions({
        promotions: promotions.map((draft) => ({ ...promotion, ...draft })),
      });
      return savedBusiness.promotions.map(({ info, headline, savesCents }) => ({
        info,
        headline,
        savesCents,
      }));
    };
    const teaOffer = { headline: 'Free tea', savesCents: 250 };
    const cakeOffer = { headline: 'Half a cake', savesCents: null };
    const promotions = [
      { ...tea, ...teaOffer },
      { ...cake, ...cakeOffer },
    ];
    expect(await save(promotions)).toEqual(promotions);
    expect(await save([tea, { ...cake, code: 'CAKE' }])).toEqual(promotions);
    expect(await save([cake, tea])).toEqual(promotions.toReversed());
    const coffee = { info: '<p>Coffee</p>' };
    expect(await save([coffee, cake, tea])).toEqual([
      { ...coffee, headline: null, savesCents: null },
      ...promotions.toReversed(),
    ]);
    expect(await save([tea])).toEqual([promotions[0]]);
    expect(await save([{ info: '<p>Hot tea</p>' }])).toEqual([{ info: '<p>Hot tea</p>', ...teaOffer }]);
    expect(await save([{ info: '<p>Hot tea</p>', headline: '', savesCents: null }])).toEqual([
      { info: '<p>Hot tea</p>', headline: null, savesCents: null },
    ]);
  });

  test.each([
    [{ headline: 'x'.repeat(61) }, 'Please use at most 60 characters'],
    [{ headline: 'a\nb' }, 'Please use only letters, numbers, and symbols'],
    [{ savesCents: 0 }, 'Please enter more than $0.00'],
    [{ savesCents: 1_000_001 }, 'Please enter at most $10,000.00'],
    [{ savesCents: 12.5 }, 'Please enter an amount such as 12.50'],
  ])('are refused with %j', async (offer, message) => {
    const { businesses } = await createOwner();
    const change = businesses.changePromotions({ promotions: [{ ...promotion, ...offer }] });
    await expect(change).rejects.toThrow(message);
  });
});
