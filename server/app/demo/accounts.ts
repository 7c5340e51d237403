import {
  type DemoAccount,
  ensureDemoAccount,
  ensureHouseAccount,
} from '../../domains/accounts/provided-account.service.ts';
import type { Deps } from '../../platform/deps.ts';

/** One account per role (D39). */
export const DEMO_ACCOUNTS = [
  {
    role: "visitor's friend",
    email: 'friend@example.com',
    firstname: 'Fiona',
    lastname: 'Brooks',
    accountType: 0,
    isFriend: true,
    referenceCode: 'FIONA',
  },
  { role: 'member', email: 'member@example.com', firstname: 'Maria', lastname: 'Gomez', accountType: 0 },
  {
    role: 'family member',
    email: 'family@example.com',
    firstname: 'Daniel',
    lastname: 'Miller',
    accountType: 0,
  },
  {
    role: 'influencer',
    email: 'influencer@example.com',
    firstname: 'Ivy',
    lastname: 'Turner',
    accountType: 1,
    isInfluencer: true,
    referenceCode: 'IVY20',
  },
  {
    role: 'educator',
    email: 'educator@example.com',
    firstname: 'Edward',
    lastname: 'Collins',
    accountType: 3,
    referenceCode: 'EDWARD',
  },
  {
    role: 'loyalty affiliate',
    email: 'loyalty@example.com',
    firstname: 'Laura',
    lastname: 'Hayes',
    accountType: 2,
    referenceCode: 'LAURA',
  },
  {
    role: 'demo affiliate',
    email: 'affiliate@example.com',
    firstname: 'Demo',
    lastname: 'Affiliate',
    accountType: 1,
    isInfluencer: true,
    referenceCode: 'DEMO',
  },
  {
    role: 'business owner',
    email: 'business@example.com',
    firstname: 'Ben',
    lastname: 'Walker',
    accountType: 0,
  },
  { role: 'company', email: 'company@example.com', firstname: 'Carol', lastname: 'Nguyen', accountType: 0 },
  { role: 'staff', email: 'staff@example.com', firstname: 'Stella', lastname: 'Reed', accountType: 10 },
  { role: 'developer', email: 'developer@example.com', firstname: 'Dev', lastname: 'Patel', accountType: 42 },
] as const satisfies DemoAccount[];

/** This password is public, so demo accounts in production have none. */
export const DEMO_PASSWORD = 'everything-demo';

export interface DemoLogin {
  role: string;
  email: string;
  /** Null in production. */
  password: string | null;
}

/** Creates missing demo accounts and the house account. Returns the logins that the startup banner prints. */
export async function seedDemoAccounts({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<DemoLogin[]> {
  await ensureHouseAccount(db);
  const password = config.production ? null : DEMO_PASSWORD;
  for (const account of DEMO_ACCOUNTS) await ensureDemoAccount(db, account, password);
  return DEMO_ACCOUNTS.map(({ role, email }) => ({ role, email, password }));
}
