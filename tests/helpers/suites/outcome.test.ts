import { expect, test } from 'vitest';
import { type Failure, tell, together } from './outcome.ts';

const failure = (name: string, message: string): Failure => ({ file: 'tests/a.test.ts', name, message });

test('the last words of a run are its failures, each with its file, name and message, then the count', () => {
  const unit = {
    passed: 2,
    failures: [failure('a rule', '\u001b[31mError: broken\u001b[39m\n  at b.ts:1')],
    notRun: [],
  };
  const journeys = {
    passed: 1,
    failures: [failure('[phone] a journey', 'Error: lost')],
    notRun: ['another'],
  };
  expect(tell(together([unit, journeys]))).toBe(`
Not run here:
  another

What failed:

1. tests/a.test.ts
   a rule
     Error: broken
       at b.ts:1

2. tests/a.test.ts
   [phone] a journey
     Error: lost

3 passed, 2 failed`);
});

test('a long message is told by its beginning, the last of many failures by their names', () => {
  const long = Array.from({ length: 45 }, (_, i) => `line ${i + 1}`).join('\n');
  const failures = Array.from({ length: 21 }, (_, i) => failure(`rule ${i + 1}`, long));
  const told = tell({ passed: 0, failures, notRun: [] });
  expect(told).toContain('     line 40\n     … 5 more lines');
  expect(told).not.toContain('line 41');
  expect(told).toMatch(/21\. tests\/a\.test\.ts\n {3}rule 21\n\n0 passed, 21 failed$/);
});

test('where nothing failed it says so in a line', () => {
  expect(tell({ passed: 7, failures: [], notRun: [] })).toBe('\n7 passed, 0 failed');
});
