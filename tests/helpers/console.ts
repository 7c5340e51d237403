import { afterEach, beforeEach, expect } from 'vitest';

const LEVELS = ['error', 'warn'] as const;

interface Expectation {
  pattern: RegExp;
  seen: boolean;
}

let unexpected: string[] = [];
let expectations: Expectation[] = [];

function textOf(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === 'string' ? part : JSON.stringify(part);
}

function record(level: string, parts: unknown[]): void {
  const text = parts.map(textOf).join(' ');
  const expected = expectations.find(({ pattern }) => pattern.test(text));
  if (expected) expected.seen = true;
  else unexpected.push(`console.${level}: ${text}`);
}

/** Says that this test makes the program complain so; the test fails if it does not. */
export function expectConsole(pattern: RegExp): void {
  expectations.push({ pattern, seen: false });
}

/** What has been complained of since the test began, for the check's own tests. */
export function takeUnexpected(): string[] {
  return unexpected.splice(0);
}

for (const level of LEVELS) {
  console[level] = (...parts: unknown[]) => record(level, parts);
}
process.on('warning', (warning) => {
  if (warning.name === 'MaxListenersExceededWarning') record('warn', [warning]);
});

beforeEach(() => {
  unexpected = [];
  expectations = [];
});

afterEach(() => {
  expect(takeUnexpected(), 'unexpected console output').toEqual([]);
  const missing = expectations.filter(({ seen }) => !seen).map(({ pattern }) => String(pattern));
  expect(missing, 'expected console output that never came').toEqual([]);
});
