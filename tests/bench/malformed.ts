import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Malformed requests through every door, as tests/gateway/malformed/malformed.test.ts sends 50 of to each. Usage:
//   node tests/bench/malformed.ts [requests a door: 10000] [seed]
// It prints the slowest request of each door, and fails at the first 5xx or any slower than 2 s.

const [count = '10000', seed] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count)) throw new Error('How many requests a door? Give a whole number.');

const root = join(import.meta.dirname, '../..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = ['run', '--config', 'tests/vitest.config.ts', 'tests/gateway/malformed/malformed.test.ts'];
const env = { ...process.env, MALFORMED_RUNS: count, ...(seed ? { MALFORMED_SEED: seed } : {}) };
const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit', env });
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
