/** Refuses to go on where real money is meant: the sandbox approves cards that nobody pays for. */
export function assertNotProduction(): void {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The sandbox payment provider does not run in production');
  }
}
