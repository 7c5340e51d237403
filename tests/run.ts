import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

// What `npm test` runs: the unit suite (vitest), then the journeys (Playwright). Usage:
//   node tests/run.ts [unit | e2e] [arguments for it]

const root = join(import.meta.dirname, '..');

interface Outcome {
  passed: number;
  failed: number;
  notRun: string[];
}

const vitestReport = z
  .object({
    testResults: z.array(
      z.object({
        name: z.string(),
        status: z.string(),
        assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
      }),
    ),
  })
  .transform(({ testResults }): Outcome => {
    const tests = testResults.flatMap((file) => file.assertionResults);
    // A file that fails before its first test has none to count.
    const broken = testResults.filter(({ status, assertionResults }) => {
      return status === 'failed' && !assertionResults.some((one) => one.status === 'failed');
    });
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const failed = tests.filter(({ status }) => status === 'failed').length + broken.length;
    const notRun = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
    return { passed, failed, notRun: notRun.map(({ fullName }) => fullName) };
  });

const playwrightReport = z
  .object({
    errors: z.array(z.unknown()),
    stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int(), skipped: z.int() }),
  })
  .transform(({ errors, stats }): Outcome => {
    const notRun = stats.skipped > 0 ? [`${stats.skipped} journeys`] : [];
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, notRun };
  });

const SUITES = {
  unit: {
    command: ['vitest', 'vitest.mjs', 'run', '--config', 'tests/vitest.config.ts', '--reporter=default'],
    report: (file: string) => ({ args: ['--reporter=json', `--outputFile.json=${file}`], env: {} }),
    outcome: vitestReport,
    emptyAllowed: '--passWithNoTests',
  },
  e2e: {
    command: ['@playwright/test', 'cli.js', 'test', '-c', 'tests/e2e/playwright.config.ts'],
    report: (file: string) => ({
      args: ['--reporter=list,json'],
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    }),
    outcome: playwrightReport,
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

async function runSuite(name: SuiteName, args: string[]): Promise<Outcome> {
  const { command, report, outcome } = SUITES[name];
  const [packageName = '', script = '', ...own] = command;
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-report-'));
  try {
    const file = join(folder, 'report.json');
    const reporting = report(file);
    const program = join(
      dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)),
      script,
    );
    const code = await execute([program, ...own, ...reporting.args, ...args], reporting.env);
    const text = await readFile(file, 'utf8').catch(() => undefined);
    const result = text ? outcome.parse(JSON.parse(text)) : { passed: 0, failed: 0, notRun: [] };
    // It may fail beside its tests: a leaked handle, an error that nobody caught, no report at all.
    return { ...result, failed: code !== 0 && result.failed === 0 ? 1 : result.failed };
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
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
const notRun = outcomes.flatMap((outcome) => outcome.notRun);
if (notRun.length > 0) console.log(`\nNot run here:\n${notRun.map((name) => `  ${name}`).join('\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
