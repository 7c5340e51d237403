import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Compares the savings search with an oracle, like tests/server/stores/search/oracle.system.test.ts, which runs
// fewer searches. Usage:
//   node tests/bench/search-truth.ts [searches: 10000] [stores: 100000] [seed]
// Prints how many results agreed and how long they took. Fails if any result differs.

const [searches = '10000', stores = '100000', seed] = process.argv.slice(2);
for (const number of [searches, stores, seed ?? '1']) {
  if (!/^[1-9]\d*$/.test(number))
    throw new Error('Give the numbers of searches and stores as whole numbers.');
}

const root = join(import.meta.dirname, '../..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = [
  'run',
  '--config',
  'tests/vitest.config.ts',
  'tests/server/stores/search/oracle.system.test.ts',
];
const env = {
  ...process.env,
  TRUTH_SEARCHES: searches,
  TRUTH_STORES: stores,
  ...(seed ? { TRUTH_SEED: seed } : {}),
};
const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit', env });
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
