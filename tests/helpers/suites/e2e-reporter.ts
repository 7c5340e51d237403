import { relative } from 'node:path';
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Failure, writeOutcome } from './outcome.ts';

function formatError({ message, stack, snippet, value, cause }: TestError): string {
  const text = stack ?? message ?? value ?? '';
  const reason = cause ? `Caused by: ${formatError(cause)}` : undefined;
  return [text, snippet, reason].filter(Boolean).join('\n');
}

const relativePath = (path: string | undefined) => (path ? relative(process.cwd(), path) : '(no file)');

function toFailure(test: TestCase): Failure {
  const errors = test.results.flatMap((result) => result.errors);
  const message =
    errors.map(formatError).join('\n') || `Status: ${test.results.at(-1)?.status ?? 'not run'}.`;
  const [, project = '', , ...titles] = test.titlePath();
  return { file: relativePath(test.location.file), name: `[${project}] ${titles.join(' ')}`, message };
}

/** Writes the outcome of the browser tests for tests/run.ts. */
export default class E2eReporter implements Reporter {
  #suite: Suite | undefined;
  readonly #outsideTests: Failure[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: unknown, suite: Suite): void {
    this.#suite = suite;
  }

  onError(error: TestError): void {
    const file = relativePath(error.location?.file);
    this.#outsideTests.push({ file, name: '(error outside tests)', message: formatError(error) });
  }

  onEnd(): void {
    const tests = this.#suite?.allTests() ?? [];
    const withOutcome = (...outcomes: string[]) => tests.filter((test) => outcomes.includes(test.outcome()));
    writeOutcome({
      passed: withOutcome('expected').length,
      // A test that passed only on a retry counts as failed.
      failures: [...withOutcome('unexpected', 'flaky').map(toFailure), ...this.#outsideTests],
      skipped: withOutcome('skipped').map((test) => test.titlePath().slice(1).join(' ')),
    });
  }
}
