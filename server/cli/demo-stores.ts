import type { Deps } from '../deps.ts';
import { isKnownBusiness, saveBusinesses, tidyStores } from '../stores/business.service.ts';
import { DEMO_BUSINESSES, demoKey, makeDemoBusinesses } from './demo-stores/businesses.ts';

const BUSINESSES_AT_ONCE = 250;

/** Some thousand stores to find; once, so that what staff change or take away stays so. */
export async function seedDemoStores({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // Saved last: where it is there, all of them were.
  if (await isKnownBusiness(db, demoKey(DEMO_BUSINESSES))) return;
  const businesses = await makeDemoBusinesses(now());
  for (let from = 0; from < businesses.length; from += BUSINESSES_AT_ONCE) {
    await saveBusinesses(db, businesses.slice(from, from + BUSINESSES_AT_ONCE));
  }
  await tidyStores(db);
}
