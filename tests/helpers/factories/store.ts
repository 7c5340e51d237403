import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import { findCenter } from '#db/places/city-center.ts';
import { toCityKey } from '#db/places/city-key.ts';
import type {
  BusinessesTable,
  BusinessPhotosTable,
  PlacesTable,
  PromotionsTable,
  StoresTable,
} from '#db/tables/stores.ts';
import { newId } from '#server/lib/ids.ts';
import { searchWords } from '#server/lib/search-words.ts';

export type TestBusiness = Selectable<BusinessesTable>;
export type TestStore = Selectable<StoresTable>;
export type TestPromotion = Selectable<PromotionsTable>;

type BusinessOverrides = Partial<Insertable<BusinessesTable>>;

/** Creates a listed restaurant without locations. Search columns are derived from its name. */
export async function makeBusiness(db: Db, overrides: BusinessOverrides = {}): Promise<TestBusiness> {
  const id = overrides.id ?? newId();
  const name = overrides.name ?? `Business ${id.slice(-12)}`;
  return db
    .insertInto('businesses')
    .values({
      id,
      name,
      nameKey: name.toLowerCase(),
      searchName: searchWords(name).join(' '),
      categories: [9],
      ...overrides,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Creates a location in Denver. Also creates the business: `business` overrides the business's columns, and
 * `businessId` uses an existing business.
 */
export async function makeStore(
  db: Db,
  overrides: Partial<Insertable<StoresTable>> & { business?: BusinessOverrides } = {},
): Promise<TestStore> {
  const { business, ...columns } = overrides;
  const businessId = columns.businessId ?? (await makeBusiness(db, business)).id;
  const copiedColumns = await db
    .selectFrom('businesses')
    .select(['nameKey', 'searchName', 'categories', 'isNational', 'isListed'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('stores')
    .values({
      id: newId(),
      street1: '1600 Curtis St',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      phone: '(555) 010-0111',
      latitude: 39.7491,
      longitude: -104.9946,
      ...copiedColumns,
      ...columns,
      businessId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a promotion that never ends. Also creates the business unless `businessId` is given. */
export async function makePromotion(
  db: Db,
  overrides: Partial<Insertable<PromotionsTable>> & { business?: BusinessOverrides } = {},
): Promise<TestPromotion> {
  const { business, ...columns } = overrides;
  const businessId = columns.businessId ?? (await makeBusiness(db, business)).id;
  const { last } = await db
    .selectFrom('promotions')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('businessId', '=', businessId)
    .executeTakeFirstOrThrow();
  return db
    .insertInto('promotions')
    .values({
      id: newId(),
      position: (last ?? 0) + 1,
      code: 'SAVE10',
      info: '<p>10 % off your bill</p>',
      ...columns,
      businessId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates the first photo of a business. Its file doesn't exist. */
export async function makePhoto(
  db: Db,
  overrides: Partial<Insertable<BusinessPhotosTable>> & { businessId: string },
): Promise<Selectable<BusinessPhotosTable>> {
  const id = newId();
  const file = `/files/photos/${id.replaceAll('-', '')}.webp`;
  return db
    .insertInto('businessPhotos')
    .values({ id, position: 1, file, width: 800, height: 600, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates ZIP codes with their coordinates, and their cities. */
export async function makePlaces(
  db: Db,
  rows: ReadonlyArray<Omit<Insertable<PlacesTable>, 'cityKey'>>,
): Promise<void> {
  await db
    .insertInto('places')
    .values(rows.map((row) => ({ ...row, cityKey: toCityKey(row.city) })))
    .execute();
  const cities = Map.groupBy(rows, ({ state, city }) => `${state} ${toCityKey(city)}`);
  await db
    .insertInto('cities')
    .values(
      [...cities.values()].flatMap((zips) => {
        const center = findCenter(zips);
        return center
          ? [{ state: center.state, key: toCityKey(center.city), name: center.city, zip: center.zip }]
          : [];
      }),
    )
    .onConflict((conflict) => conflict.columns(['state', 'key']).doNothing())
    .execute();
}
