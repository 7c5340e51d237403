import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { OUTCOME_FILE, type Outcome, readOutcome, tell, together } from './helpers/suites/outcome.ts';

// What `npm test` runs: the unit suite (vitest), then the journeys (Playwright). Usage:
//   node tests/run.ts [unit | e2e] [arguments for it]
// A line a file and a line a journey; what failed is told at the very end.

const root = join(import.meta.dirname, '..');
const reporter = (name: string) => join(import.meta.dirname, 'helpers', 'suites', `${name}.ts`);

const SUITES = {
  unit: {
    packageName: 'vitest',
    script: 'vitest.mjs',
    args: [
      ...['run', '--config', 'tests/vitest.config.ts'],
      // However slow a test is, it gets no line of its own.
      ...['--slowTestThreshold=86400000', '--reporter=default', `--reporter=${reporter('unit-reporter')}`],
    ],
    emptyAllowed: '--passWithNoTests',
  },
  e2e: {
    packageName: '@playwright/test',
    script: 'cli.js',
    args: [
      ...['test', '-c', 'tests/e2e/playwright.config.ts'],
      `--reporter=list,${reporter('journey-reporter')}`,
    ],
    emptyAllowed: '--pass-with-no-tests',
  },
};

type SuiteName = keyof typeof SUITES;

async function execute(command: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/** It may fail beside its tests: an option that it does not know, a process that was killed, no report at all. */
function withCode(name: SuiteName, code: number, outcome: Outcome | undefined): Outcome {
  const result = outcome ?? { passed: 0, failures: [], notRun: [] };
  if (code === 0 || result.failures.length > 0) return result;
  const message = `${SUITES[name].packageName} ended with ${code}${outcome ? '' : ' before it could report'}; see above.`;
  return { ...result, failures: [{ file: '(no file)', name: `(the ${name} suite itself)`, message }] };
}

async function runSuite(name: SuiteName, args: string[]): Promise<Outcome> {
  const { packageName, script, args: own } = SUITES[name];
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-report-'));
  try {
    const file = join(folder, 'outcome.json');
    const home = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
    const code = await execute([join(home, script), ...own, ...args], { [OUTCOME_FILE]: file });
    return withCode(name, code, await readOutcome(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function plan([first, ...rest]: string[]): Array<{ name: SuiteName; args: string[] }> {
  if (first === 'unit' || first === 'e2e') return [{ name: first, args: rest }];
  const args = first === undefined ? [] : [first, ...rest];
  // Words narrow both suites down, and one of them may have nothing that fits.
  const names: SuiteName[] = ['unit', 'e2e'];
  return names.map((name) => ({ name, args: args.length > 0 ? [SUITES[name].emptyAllowed, ...args] : [] }));
}

const outcomes: Outcome[] = [];
for (const { name, args } of plan(process.argv.slice(2))) outcomes.push(await runSuite(name, args));
const result = together(outcomes);
console.log(tell(result));
process.exitCode = result.failures.length > 0 || result.passed === 0 ? 1 : 0;
