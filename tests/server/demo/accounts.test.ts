import { describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemoAccounts } from '#server/app/demo/accounts.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

const database = testDb();
const production = testDb();
const app = testApp(database, { limits: NO_LIMITS });

describe('the demo accounts', () => {
  test('[D39] include one account per role, created once, with the printed password', async () => {
    const logins = await seedDemoAccounts(app.deps);
    const accountsBefore = await database.db.selectFrom('accounts').selectAll().orderBy('email').execute();
    expect(await seedDemoAccounts(app.deps)).toEqual(logins);
    expect(await database.db.selectFrom('accounts').selectAll().orderBy('email').execute()).toEqual(
      accountsBefore,
    );

    for (const { email, password } of logins) {
      expect(password).toBe(DEMO_PASSWORD);
      const account = accountsBefore.find((row) => row.email === email);
      const signedIn = await app.caller().accounts.login({ email, password: DEMO_PASSWORD });
      expect(signedIn).toEqual({ id: account?.id });
    }
    const roles = logins.map(({ role }) => role);
    for (const role of [
      "visitor's friend",
      'member',
      'family member',
      'influencer',
      'educator',
      'loyalty affiliate',
      'business owner',
      'company',
      'staff',
    ]) {
      expect(roles).toContain(role);
    }
    expect(new Set(DEMO_ACCOUNTS.map(({ accountType }) => accountType))).toEqual(
      new Set([0, 1, 2, 3, 10, 42]),
    );
  });

  test('[D39] [D24] include Demo Affiliate with the code DEMO, and Everything Card as the house account', async () => {
    await seedDemoAccounts(app.deps);
    const demoAccounts = await database.db
      .selectFrom('accounts')
      .selectAll()
      .where('referenceCode', '=', 'DEMO')
      .execute();
    expect(demoAccounts).toMatchObject([{ firstname: 'Demo', lastname: 'Affiliate' }]);
    const houseAccounts = await database.db
      .selectFrom('accounts')
      .selectAll()
      .where('isHouse', '=', true)
      .execute();
    expect(houseAccounts).toMatchObject([{ firstname: 'Everything', lastname: 'Card' }]);
  });

  test('[D51] cannot log in to production', async () => {
    const config = loadConfig(PRODUCTION_WITH_STANDINS);
    const logins = await seedDemoAccounts({ db: production.db, config });
    expect(logins.map(({ password }) => password)).toEqual(logins.map(() => null));
    const rows = await production.db.selectFrom('accounts').select('passwordHash').execute();
    expect(rows.filter(({ passwordHash }) => passwordHash.startsWith('$argon2'))).toEqual([]);
  });
});
