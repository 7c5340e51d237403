import { spawn } from 'node:child_process';
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  formatOutcome,
  mergeOutcomes,
  OUTCOME_FILE,
  type Outcome,
  readOutcome,
} from './helpers/suites/outcome.ts';

// Runs unit tests (Vitest), then journeys (Playwright), and prints all failures at the end.
// Usage:
//   node tests/run.ts [arguments for the test runners]
//   node tests/run.ts journeys | long [filters]

const root = join(import.meta.dirname, '..');
const reporterPath = (name: string) => join(import.meta.dirname, 'helpers', 'suites', `${name}.ts`);

const SUITES = {
  unit: {
    packageName: 'vitest',
    script: 'vitest.mjs',
    args: [
      ...['run', '--config', 'tests/vitest.config.ts'],
      // Vitest would print a line for each slow test.
      ...[
        '--slowTestThreshold=86400000',
        '--reporter=default',
        `--reporter=${reporterPath('unit-reporter')}`,
      ],
    ],
    emptyAllowed: '--passWithNoTests',
  },
  e2e: {
    packageName: '@playwright/test',
    script: 'cli.js',
    args: [
      ...['test', '-c', 'tests/e2e/playwright.config.ts'],
      `--reporter=list,${reporterPath('e2e-reporter')}`,
    ],
    emptyAllowed: '--pass-with-no-tests',
  },
};

type SuiteName = keyof typeof SUITES;

interface PlannedRun {
  name: SuiteName;
  args: string[];
  env?: Record<string, string>;
}

async function execute(command: string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

/**
 * Adds a failure if the runner exited with an error but reported no failed test: for example, if an option is
 * unknown or the process was killed.
 */
function withExitCode(name: SuiteName, code: number, outcome: Outcome | undefined): Outcome {
  const result = outcome ?? { passed: 0, failures: [], skipped: [] };
  if (code === 0 || result.failures.length > 0) return result;
  const message = `${SUITES[name].packageName} exited with ${code}${outcome ? '' : ' before it reported'}; see above.`;
  return { ...result, failures: [{ file: '(no file)', name: `(the ${name} suite)`, message }] };
}

async function runSuite({ name, args, env }: PlannedRun): Promise<Outcome> {
  const { packageName, script, args: suiteArgs } = SUITES[name];
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-report-'));
  try {
    const file = join(folder, 'outcome.json');
    const home = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
    const command = [join(home, script), ...suiteArgs, ...args];
    const code = await execute(command, { ...env, [OUTCOME_FILE]: file });
    return withExitCode(name, code, await readOutcome(file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Finds the test files that have more cases in a long run. */
async function longTestFiles(): Promise<string[]> {
  const files: string[] = [];
  for await (const file of glob('tests/**/*.test.ts', { cwd: root })) {
    if ((await readFile(join(root, file), 'utf8')).includes('helpers/long-run.ts')) files.push(file);
  }
  return files;
}

/** What a run without filters leaves to `journeys`, and the reverse. */
const PARTS: Readonly<Record<'default' | 'journeys', PlannedRun[]>> = {
  default: [
    { name: 'unit', args: ['--project=!system'] },
    { name: 'e2e', args: ['--grep=@money'] },
  ],
  journeys: [
    { name: 'unit', args: ['--project=system'] },
    { name: 'e2e', args: ['--grep-invert=@money'] },
  ],
};

async function planRuns([first, ...rest]: string[]): Promise<PlannedRun[]> {
  if (first === undefined) return PARTS.default;
  if (first === 'journeys' && rest.length === 0) return PARTS.journeys;
  if (first === 'journeys') return [{ name: 'e2e', args: rest }];
  if (first === 'long') {
    const env = { LONG_TESTS: '1' };
    if (rest.length > 0) return planFiltered(rest, env);
    return [
      { name: 'e2e', args: [], env },
      { name: 'unit', args: await longTestFiles(), env },
    ];
  }
  return planFiltered([first, ...rest]);
}

/** Filters apply to both suites, and may match nothing in one of them. */
function planFiltered(filters: string[], env: Record<string, string> = {}): PlannedRun[] {
  const names: SuiteName[] = ['unit', 'e2e'];
  return names.map((name) => ({ name, args: [SUITES[name].emptyAllowed, ...filters], env }));
}

const outcomes: Outcome[] = [];
for (const run of await planRuns(process.argv.slice(2))) outcomes.push(await runSuite(run));
const result = mergeOutcomes(outcomes);
console.log(formatOutcome(result));
process.exitCode = result.failures.length > 0 || result.passed === 0 ? 1 : 0;
