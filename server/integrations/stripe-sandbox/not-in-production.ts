/** The sandbox approves cards without moving money, so it must never replace Stripe in production. */
export function assertNotProduction(): void {
  if (process.env.NODE_ENV === 'production') {
    throw new Error('The sandbox payment provider does not run in production');
  }
}
