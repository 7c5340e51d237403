import { relative } from 'node:path';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Failure, writeOutcome } from './outcome.ts';

function messageOf({ message, stack, snippet, value, cause }: TestError): string {
  const said = stack ?? message ?? value ?? '';
  const because = cause ? `Caused by: ${messageOf(cause)}` : undefined;
  return [said, snippet, because].filter(Boolean).join('\n');
}

const fileOf = (path: string | undefined) => (path ? relative(process.cwd(), path) : '(no file)');

/** A journey that passed when it was tried again has failed. */
function failureOf(test: TestCase): Failure {
  const errors = test.results.flatMap((result) => result.errors);
  const message = errors.map(messageOf).join('\n') || `It is ${test.results.at(-1)?.status ?? 'not run'}.`;
  const [, project = '', , ...titles] = test.titlePath();
  return { file: fileOf(test.location.file), name: `[${project}] ${titles.join(' ')}`, message };
}

/** Writes what the journeys came to for tests/run.ts; the list is printed by Playwright's own reporter. */
export default class JourneyReporter implements Reporter {
  #all: Suite | undefined;
  readonly #stray: Failure[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, all: Suite): void {
    this.#all = all;
  }

  onError(error: TestError): void {
    const file = fileOf(error.location?.file);
    this.#stray.push({ file, name: '(an error beside the journeys)', message: messageOf(error) });
  }

  onEnd(): void {
    const tests = this.#all?.allTests() ?? [];
    const by = (...wanted: string[]) => tests.filter((test) => wanted.includes(test.outcome()));
    writeOutcome({
      passed: by('expected').length,
      failures: [...by('unexpected', 'flaky').map(failureOf), ...this.#stray],
      notRun: by('skipped').map((test) => test.titlePath().slice(1).join(' ')),
    });
  }
}
