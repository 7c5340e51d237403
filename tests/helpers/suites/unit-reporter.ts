import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type Failure, writeOutcome } from './outcome.ts';

/** Lines of a stack that lead into nobody's code of ours. */
const OF_OTHERS = /^\s+at (.*node_modules|.*\(?node:|new Promise \(<anonymous>\)$)/;

function messageOf({ name, message, stack, diff, cause }: SerializedError): string {
  const said = stack?.includes(message) ? stack : `${name ?? 'Error'}: ${message}\n${stack ?? ''}`;
  const lines = said.split('\n').filter((line) => !OF_OTHERS.test(line));
  if (typeof diff === 'string') lines.push(diff);
  if (cause) lines.push(messageOf({ ...cause, name: 'Caused by' }));
  return lines.join('\n');
}

const tellErrors = (errors: readonly SerializedError[]) => errors.map(messageOf).join('\n');

/** Failures of one file: its tests, and what failed around them (imports, hooks of the file and its groups). */
function failuresOf(module: TestModule): Failure[] {
  const file = module.relativeModuleId;
  const tests = [...module.children.allTests('failed')].map((test) => {
    return { file, name: test.fullName, message: tellErrors(test.result().errors ?? []) };
  });
  const around = [...module.children.allSuites()].map((suite) => {
    return { name: suite.fullName, errors: suite.errors() };
  });
  around.unshift({ name: '(the file itself)', errors: module.errors() });
  const broken = around
    .filter(({ errors }) => errors.length > 0)
    .map(({ name, errors }) => ({ file, name, message: tellErrors(errors) }));
  const unfinished = ['pending', 'queued'].includes(module.state())
    ? [{ file, name: '(the file itself)', message: 'It did not come to its end: its process died.' }]
    : [];
  return [...broken, ...tests, ...unfinished];
}

/** Writes what the unit suite came to for tests/run.ts; the default reporter prints beside it. */
export default class UnitReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const inState = (wanted: string) => tests.filter((test) => test.result().state === wanted);
    const stray = unhandled.map((error) => ({
      file: error.VITEST_TEST_PATH ? relative(process.cwd(), String(error.VITEST_TEST_PATH)) : '(no file)',
      name: `(an error that no test caught) ${error.VITEST_TEST_NAME ?? ''}`.trimEnd(),
      message: messageOf(error),
    }));
    writeOutcome({
      passed: inState('passed').length,
      failures: [...modules.flatMap(failuresOf), ...stray],
      notRun: [...inState('skipped'), ...inState('pending')].map(({ fullName }) => fullName),
    });
  }
}
