/** `npm run test:long` sets it. `npm test` checks the same rules with fewer cases. */
const isLongRun = process.env.LONG_TESTS === '1';

/** How many cases a test goes through, in `npm test` and in `npm run test:long`. */
export const caseCount = (usual: number, long: number): number => (isLongRun ? long : usual);
