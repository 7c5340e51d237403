/** `npm run test:long` sets the variable. `npm test` runs fewer cases, and no test that is only for long runs. */
export const isLongRun = process.env.LONG_TESTS === '1';

export const caseCount = (defaultCount: number, longRunCount: number): number =>
  isLongRun ? longRunCount : defaultCount;
