import type { Deps } from '../../platform/deps.ts';
import { type DemoLogin, seedDemoAccounts } from './accounts.ts';
import { seedDemoBusinessPlan } from './business-plan.ts';
import { seedDemoCompany } from './company.ts';
import { seedDemoMemberships } from './memberships.ts';
import { seedDemoPrintedCard } from './printed-card.ts';
import { seedDemoPromoCodes } from './promo-codes.ts';
import { seedDemoSettings } from './settings.ts';
import { seedDemoStores } from './stores.ts';
import { seedDemoWebinarCodes } from './webinar-codes.ts';

/** Creates the demo data. Running it again adds nothing. */
export async function seedDemo(deps: Deps): Promise<DemoLogin[]> {
  const logins = await seedDemoAccounts(deps);
  await seedDemoSettings(deps);
  await seedDemoPromoCodes(deps.db);
  await seedDemoWebinarCodes(deps);
  await seedDemoMemberships(deps);
  await seedDemoPrintedCard(deps);
  await seedDemoStores(deps);
  await seedDemoBusinessPlan(deps);
  await seedDemoCompany(deps);
  return logins;
}
