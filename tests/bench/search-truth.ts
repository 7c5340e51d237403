import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// The savings search against the oracle, as tests/server/stores/search/oracle.test.ts asks it 600 times. Usage:
//   node tests/bench/search-truth.ts [searches: 10000] [stores: 100000] [seed]
// It prints how many agreed and what they cost, and fails where one does not agree.

const [searches = '10000', stores = '100000', seed] = process.argv.slice(2);
for (const number of [searches, stores, seed ?? '1']) {
  if (!/^[1-9]\d*$/.test(number))
    throw new Error('How many searches, over how many stores? Give whole numbers.');
}

const root = join(import.meta.dirname, '../..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = ['run', '--config', 'tests/vitest.config.ts', 'tests/server/stores/search/oracle.test.ts'];
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
