import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { spawnSandbox } from '#server/sandbox/spawn.ts';

/**
 * A process for tests to kill. It starts a sandbox in the given folder, and prints its pid and URL and a
 * customer's id.
 */
const secretKey = 'sk_test_parent';
const sandbox = await spawnSandbox({
  dataDir: process.argv[2] ?? '',
  secretKey,
  webhookSecret: 'whsec_parent',
});
const { id } = await createStripe({ secretKey, apiUrl: sandbox.url }).customers.create({ name: 'Heirloom' });
console.log(`${sandbox.pid()} ${sandbox.url} ${id}`);
