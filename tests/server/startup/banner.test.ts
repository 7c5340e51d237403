import { expect, test } from 'vitest';
import { formatStartBanner } from '#server/startup/banner.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { TEST_FIELD_KEYS } from '#tests/helpers/fakes/field-keys.ts';

const database = testDb();
const local = testApp(database);
const production = testApp(database, {
  settings: {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://card.example',
    IDENTITY_SECRET: 'thirty-two characters and some more',
    FIELD_KEYS: TEST_FIELD_KEYS,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    ALLOW_STANDINS: 'mail,addresses,wallets,texts',
  },
});

test('the start banner names only what answers', () => {
  const account = { role: 'member', email: 'member@example.com' };
  const localBanner = formatStartBanner(
    local.deps,
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
