import type { Db } from '#db/client.ts';
import { searchWords } from '#server/lib/search-words.ts';
import type { GeneratedStore } from './generate.ts';
import { businessName } from './names.ts';
import type { OracleWorld } from './oracle-world.ts';
import { pickZip } from './places.ts';
import type { Random } from './random.ts';

type BusinessChange = Partial<Pick<GeneratedStore, 'name' | 'categories' | 'isNational' | 'isListed'>>;
type Change = (world: OracleWorld, store: GeneratedStore, random: Random) => Promise<void>;

/** Applies a change to the oracle's copies of all locations of the store's business. */
function changeBusiness({ stores }: OracleWorld, { businessId }: GeneratedStore, change: BusinessChange) {
  for (const store of stores.values()) if (store.businessId === businessId) Object.assign(store, change);
}

async function updateBusiness(db: Db, id: string, change: BusinessChange): Promise<void> {
  const { name, ...columns } = change;
  const renameBusiness =
    name === undefined ? {} : { name, nameKey: name.toLowerCase(), searchName: searchWords(name).join(' ') };
  await db
    .updateTable('businesses')
    .set({ ...columns, ...renameBusiness })
    .where('id', '=', id)
    .execute();
}

const forWholeBusiness =
  (makeChange: (store: GeneratedStore, random: Random) => BusinessChange): Change =>
  async (world, store, random) => {
    const change = makeChange(store, random);
    await updateBusiness(world.db, store.businessId, change);
    changeBusiness(world, store, change);
  };

const CHANGES: readonly Change[] = [
  forWholeBusiness(({ categories: [type = 1] }, random) => ({ name: businessName(random, type) })),
  forWholeBusiness(({ isListed }) => ({ isListed: !isListed })),
  forWholeBusiness(({ isNational }) => ({ isNational: !isNational })),
  forWholeBusiness((_, random) => ({ categories: [1 + random.below(19)] })),
  forWholeBusiness(({ categories }) => ({ categories: categories.toReversed() })),
  async ({ db }, store, random) => {
    const { latitude, longitude } = random.chance(0.1)
      ? { latitude: null, longitude: null }
      : pickZip(random);
    await db.updateTable('stores').set({ latitude, longitude }).where('id', '=', store.id).execute();
    Object.assign(store, { latitude, longitude });
  },
  async ({ db, stores }, store) => {
    await db.deleteFrom('stores').where('id', '=', store.id).execute();
    stores.delete(store.id);
  },
  async ({ db, stores }, store) => {
    await db.deleteFrom('businesses').where('id', '=', store.businessId).execute();
    for (const { id, businessId } of [...stores.values()])
      if (businessId === store.businessId) stores.delete(id);
  },
];

/** Makes random changes to stores, in the database and in the oracle. */
export async function changeStores(world: OracleWorld, changes: number, random: Random): Promise<void> {
  for (let number = 0; number < changes; number++) {
    const store = random.pick([...world.stores.values()]);
    await random.pick(CHANGES)(world, store, random);
  }
  world.oracle.refresh();
}
