/**
 * Counts the visit and removes the affiliate's code from the address before the router reads it. Works on every
 * page, for example `/pricing?ref=CODE&c=spring`.
 */
export function trackReferralLink(): void {
  const address = new URL(window.location.href);
  const parameters = address.searchParams;
  const code = parameters.get('ref');
  if (code === null) return;
  const linkName = parameters.get('c');
  parameters.delete('ref');
  parameters.delete('c');
  window.history.replaceState(window.history.state, '', address);
  // Loaded on demand, because most visitors have no code. Ignore failures: without a network, the visitor
  // can't buy anything either.
  import('./referral-visit.ts').then(({ countVisit }) => countVisit(code, linkName)).catch(() => {});
}
