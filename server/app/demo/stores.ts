import { isKnownBusiness, saveBusinesses, vacuumStores } from '../../domains/stores/business.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { DEMO_BUSINESS_COUNT, demoKey, makeDemoBusinesses } from './stores/businesses.ts';

/** Creates the demo stores unless they exist, so that changes by staff are kept. */
export async function seedDemoStores({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // All stores are saved in one transaction, so the last one exists only if all do.
  if (await isKnownBusiness(db, demoKey(DEMO_BUSINESS_COUNT))) return;
  await saveBusinesses(db, await makeDemoBusinesses(now()));
  await vacuumStores(db);
}
