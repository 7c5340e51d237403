import type { Deps } from '../deps.ts';
import { type DemoLogin, seedDemoAccounts } from './demo-accounts.ts';
import { seedDemoBusinessPlan } from './demo-business-plan.ts';
import { seedDemoCompany } from './demo-company.ts';
import { seedDemoMemberships } from './demo-memberships.ts';
import { seedDemoPrintedCard } from './demo-printed-card.ts';
import { seedDemoPromoCodes } from './demo-promo-codes.ts';
import { seedDemoStores } from './demo-stores.ts';
import { seedDemoWebinarCodes } from './demo-webinar-codes.ts';

/** Accounts, promo codes, memberships, stores, a business plan and a company's cards to try the product with; repeating it adds nothing. */
export async function seedDemo(deps: Deps): Promise<DemoLogin[]> {
  const logins = await seedDemoAccounts(deps);
  await seedDemoPromoCodes(deps.db);
  await seedDemoWebinarCodes(deps);
  await seedDemoMemberships(deps);
  await seedDemoPrintedCard(deps);
  await seedDemoStores(deps);
  await seedDemoBusinessPlan(deps);
  await seedDemoCompany(deps);
  return logins;
}
