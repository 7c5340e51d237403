import type { Deps } from '../deps.ts';
import { type DemoLogin, seedDemoAccounts } from './demo-accounts.ts';
import { seedDemoMemberships } from './demo-memberships.ts';
import { seedDemoPromoCodes } from './demo-promo-codes.ts';
import { seedDemoStores } from './demo-stores.ts';

/** Accounts, promo codes, memberships and stores to try the product with; repeating it adds nothing. */
export async function seedDemo(deps: Deps): Promise<DemoLogin[]> {
  const logins = await seedDemoAccounts(deps);
  await seedDemoPromoCodes(deps.db);
  await seedDemoMemberships(deps);
  await seedDemoStores(deps);
  return logins;
}
