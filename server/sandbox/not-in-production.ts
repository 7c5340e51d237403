/**
 * The sandbox approves cards without moving money, so it must never replace Stripe in production, except in a
 * rehearsal.
 */
export function assertNotProduction({ isRehearsal = false }: { isRehearsal?: boolean | undefined }): void {
  if (process.env.NODE_ENV === 'production' && !isRehearsal) {
    throw new Error('The sandbox payment provider does not run in production');
  }
}
