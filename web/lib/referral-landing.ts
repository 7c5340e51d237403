/** Works on every page, for example `/pricing?ref=CODE`. */
const PARAMETER = 'ref';

/** Counts the visit and removes the affiliate's code from the address before the router reads it. */
export function trackReferralLink(): void {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(PARAMETER);
  if (code === null) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
  // Loaded on demand, because most visitors have no code. Ignore failures: without a network, the visitor
  // can't buy anything either.
  import('./referral-visit.ts').then(({ countVisit }) => countVisit(code)).catch(() => {});
}
