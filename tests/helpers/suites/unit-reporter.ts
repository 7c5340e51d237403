import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type Failure, writeOutcome } from './outcome.ts';

/** Matches stack lines from outside this repository. */
const FOREIGN_STACK_LINE = /^\s+at (.*node_modules|.*\(?node:|new Promise \(<anonymous>\)$)/;

function formatError({ name, message, stack, diff, cause }: SerializedError): string {
  const text = stack?.includes(message) ? stack : `${name ?? 'Error'}: ${message}\n${stack ?? ''}`;
  const lines = text.split('\n').filter((line) => !FOREIGN_STACK_LINE.test(line));
  if (typeof diff === 'string') lines.push(diff);
  if (cause) lines.push(formatError({ ...cause, name: 'Caused by' }));
  return lines.join('\n');
}

const formatErrors = (errors: readonly SerializedError[]) => errors.map(formatError).join('\n');

/**
 * Collects the failed tests of a file, the errors of its imports and hooks, and whether it did not finish.
 */
function collectFailures(module: TestModule): Failure[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')].map((test) => {
    return { file, name: test.fullName, message: formatErrors(test.result().errors ?? []) };
  });
  const suites = [...module.children.allSuites()].map((suite) => {
    return { name: suite.fullName, errors: suite.errors() };
  });
  suites.unshift({ name: '(the file)', errors: module.errors() });
  const fileErrors = suites
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => ({ file, name, message: formatErrors(errors) }));
  const unfinishedFailures = ['pending', 'queued'].includes(module.state())
    ? [{ file, name: '(the file)', message: 'The process ended before the file was done.' }]
    : [];
  return [...fileErrors, ...tests, ...unfinishedFailures];
}

/** Writes the outcome of the unit tests for tests/run.ts. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (state: string) => tests.filter((test) => test.result().state === state);
    const uncaughtFailures = unhandled.map((error) => ({
      file: error.VITEST_TEST_PATH ? relative(process.cwd(), String(error.VITEST_TEST_PATH)) : '(no file)',
      name: `(uncaught error) ${error.VITEST_TEST_NAME ?? ''}`.trimEnd(),
      message: formatError(error),
    }));
    writeOutcome({
      passed: inState('passed').length,
      failures: [...modules.flatMap(collectFailures), ...uncaughtFailures],
      skipped: [...inState('skipped'), ...inState('pending')].map(({ fullName }) => fullName),
    });
  }
}
