import type { Deps } from '../deps.ts';
import { isKnownBusiness, saveBusinesses, vacuumStores } from '../stores/business.service.ts';
import { DEMO_BUSINESS_COUNT, demoKey, makeDemoBusinesses } from './stores/businesses.ts';

/** Creates the demo stores, once only, so that staff's changes are kept. */
export async function seedDemoStores({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // They are saved in one transaction, so the last one exists only if all of them were created.
  if (await isKnownBusiness(db, demoKey(DEMO_BUSINESS_COUNT))) return;
  await saveBusinesses(db, await makeDemoBusinesses(now()));
  await vacuumStores(db);
}
