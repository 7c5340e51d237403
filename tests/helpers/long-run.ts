/** `npm run test:long` sets the variable. `npm test` runs the same tests with fewer cases. */
const isLongRun = process.env.LONG_TESTS === '1';

export const caseCount = (defaultCount: number, longRunCount: number): number =>
  isLongRun ? longRunCount : defaultCount;
