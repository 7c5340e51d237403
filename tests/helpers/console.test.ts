import { describe, expect, test } from 'vitest';
import { expectConsole, takeUnexpected } from './console.ts';

describe('the watch on the console', () => {
  test('records an error or warning that nobody expected', () => {
    console.error('a failure', new Error('reason'));
    console.warn('a warning');
    const complaints = takeUnexpected();
    expect(complaints).toHaveLength(2);
    expect(complaints[0]).toMatch(/^console\.error: a failure Error: reason/);
    expect(complaints[1]).toBe('console.warn: a warning');
  });

  test('lets an expected one pass', () => {
    expectConsole(/known/);
    console.error('a known failure');
    expect(takeUnexpected()).toEqual([]);
  });

  test.fails('fails a test that complains unexpectedly', () => {
    console.error('nobody asked for this');
    expect(1).toBe(1);
  });

  test.fails('fails a test whose expected complaint never comes', () => {
    expectConsole(/never said/);
    expect(1).toBe(1);
  });
});
