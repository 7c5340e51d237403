import { describe, expect, test } from 'vitest';
import { expectConsole, takeUnexpected } from './console.ts';

describe('the console guard', () => {
  test('records an unexpected error or warning', () => {
    console.error('a failure', new Error('reason'));
    console.warn('a warning');
    const output = takeUnexpected();
    expect(output).toHaveLength(2);
    expect(output[0]).toMatch(/^console\.error: a failure Error: reason/);
    expect(output[1]).toBe('console.warn: a warning');
  });

  test('ignores an expected error', () => {
    expectConsole(/known/);
    console.error('a known failure');
    expect(takeUnexpected()).toEqual([]);
  });

  test.fails('fails a test that writes an unexpected error', () => {
    console.error('an unexpected failure');
    expect(1).toBe(1);
  });

  test.fails('fails a test whose expected error is never written', () => {
    expectConsole(/never written/);
    expect(1).toBe(1);
  });
});
