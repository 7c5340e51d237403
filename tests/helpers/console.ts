import { afterEach, beforeEach, expect } from 'vitest';

const LEVELS = ['error', 'warn'] as const;

interface Expectation {
  pattern: RegExp;
  hasOccurred: boolean;
}

let unexpected: string[] = [];
let expectations: Expectation[] = [];

function formatPart(part: unknown): string {
  if (part instanceof Error) return part.stack ?? part.message;
  return typeof part === 'string' ? part : JSON.stringify(part);
}

function record(level: string, parts: unknown[]): void {
  const text = parts.map(formatPart).join(' ');
  const expected = expectations.find(({ pattern }) => pattern.test(text));
  if (expected) expected.hasOccurred = true;
  else unexpected.push(`console.${level}: ${text}`);
}

/** Allows a console error or warning in this test. The test fails if it doesn't occur. */
export function expectConsole(pattern: RegExp): void {
  expectations.push({ pattern, hasOccurred: false });
}

/** Returns and clears unexpected console output since the test began. */
export function takeUnexpected(): string[] {
  return unexpected.splice(0);
}

function recordWarning(warning: Error): void {
  if (warning.name === 'MaxListenersExceededWarning') record('warn', [warning]);
}

for (const level of LEVELS) {
  console[level] = (...parts: unknown[]) => record(level, parts);
}
// Test files in the same process each run this file, so remove the previous listener.
for (const listener of process.listeners('warning')) {
  if (listener.name === recordWarning.name) process.off('warning', listener);
}
process.on('warning', recordWarning);

beforeEach(() => {
  unexpected = [];
  expectations = [];
});

afterEach(() => {
  expect(takeUnexpected(), 'unexpected console output').toEqual([]);
  const missingOutput = expectations
    .filter(({ hasOccurred }) => !hasOccurred)
    .map(({ pattern }) => String(pattern));
  expect(missingOutput, 'expected console output').toEqual([]);
});
