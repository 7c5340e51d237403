/** Works on every page: `/pricing?ref=CODE`. */
const PARAMETER = 'ref';

/** Removes an affiliate's code from the address before the router reads it, and counts the visit. */
export function trackReferralLink(): void {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(PARAMETER);
  if (code === null) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
  // Loaded only for visitors with a code. A failure is ignored: without the network, they can't buy anything either.
  import('./referral-visit.ts').then(({ countVisit }) => countVisit(code)).catch(() => {});
}
