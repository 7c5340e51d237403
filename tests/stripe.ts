import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// `npm run test:stripe`: runs the tests of the payment sandbox against Stripe's test mode.

if (!process.env.STRIPE_TEST_KEY?.startsWith('sk_test_')) {
  console.error(
    'Set STRIPE_TEST_KEY to a secret key of Stripe’s test mode (sk_test_…). This run calls api.stripe.com and creates customers, subscriptions, and a dispute there.',
  );
  process.exit(1);
}
const folder = dirname(createRequire(import.meta.url).resolve('vitest/package.json'));
const files = ['tests/server/integrations/stripe-sandbox/flows.test.ts'];
const options = ['run', '--config', 'tests/vitest.config.ts', '-t', 'Stripe in test mode'];
const child = spawn(process.execPath, [join(folder, 'vitest.mjs'), ...options, ...files], {
  cwd: join(import.meta.dirname, '..'),
  stdio: 'inherit',
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
