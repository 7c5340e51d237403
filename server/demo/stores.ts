import type { Deps } from '../deps.ts';
import { isKnownBusiness, saveBusinesses, vacuumStores } from '../stores/business.service.ts';
import { DEMO_BUSINESSES, demoKey, makeDemoBusinesses } from './stores/businesses.ts';

/** Some thousand stores. They are created only once, so that changes by staff stay. */
export async function seedDemoStores({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // They are saved together: if one of them exists, all of them did.
  if (await isKnownBusiness(db, demoKey(DEMO_BUSINESSES))) return;
  await saveBusinesses(db, await makeDemoBusinesses(now()));
  await vacuumStores(db);
}
