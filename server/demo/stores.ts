import type { Deps } from '../deps.ts';
import { isKnownBusiness, saveBusinesses, tidyStores } from '../stores/business.service.ts';
import { DEMO_BUSINESSES, demoKey, makeDemoBusinesses } from './stores/businesses.ts';

/** Some thousand stores to find; once, so that what staff change or take away stays so. */
export async function seedDemoStores({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // Saved together: where one of them is there, all of them were.
  if (await isKnownBusiness(db, demoKey(DEMO_BUSINESSES))) return;
  await saveBusinesses(db, await makeDemoBusinesses(now()));
  await tidyStores(db);
}
