import { expect, test } from 'vitest';
import { formatStartBanner } from '#server/app/startup/banner.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

const database = testDb();
const localApp = testApp(database);
const production = testApp(database, { settings: PRODUCTION_WITH_STANDINS });

test('the start banner lists only what is available', () => {
  const account = { role: 'member', email: 'member@example.com' };
  const localBanner = formatStartBanner(
    localApp.deps,
    'http://localhost:3000',
    [{ ...account, password: 'demo-1' }],
    1,
  );
  expect(localBanner).toContain('demo-1');
  expect(localBanner).toContain('/dev/mail');
  expect(localBanner).toContain('npm run sandbox');
  const productionBanner = formatStartBanner(
    production.deps,
    'https://card.example',
    [{ ...account, password: null }],
    1,
  );
  expect(productionBanner).toContain('mail: written to');
  expect(productionBanner).toContain('no password in production');
  expect(productionBanner).not.toMatch(/\/dev\/mail|sandbox/);
});
