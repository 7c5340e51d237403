import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

// Sends malformed requests to every entry point, like tests/gateway/malformed/malformed.test.ts, which sends
// fewer. Usage:
//   node tests/bench/malformed.ts [requests per entry point: 10000] [seed]
// Prints the slowest request per entry point. Fails on a 5xx or a request slower than 2 s.

const [count = '10000', seed] = process.argv.slice(2);
if (!/^[1-9]\d*$/.test(count))
  throw new Error('Give the number of requests per entry point as a whole number.');

const root = join(import.meta.dirname, '../..');
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const args = ['run', '--config', 'tests/vitest.config.ts', 'tests/gateway/malformed/malformed.test.ts'];
const env = { ...process.env, MALFORMED_RUNS: count, ...(seed ? { MALFORMED_SEED: seed } : {}) };
const child = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit', env });
child.once('close', (code) => {
  process.exitCode = code ?? 1;
});
