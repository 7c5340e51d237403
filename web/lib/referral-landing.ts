/** Of a referral link, on any page: `/?ref=CODE`. */
const PARAMETER = 'ref';

/**
 * Takes in who came by an affiliate's link: its code leaves the address before anything reads that, and the rest is
 * fetched for them alone.
 */
export function landByLink(): void {
  const address = new URL(window.location.href);
  const code = address.searchParams.get(PARAMETER);
  if (code === null) return;
  address.searchParams.delete(PARAMETER);
  window.history.replaceState(window.history.state, '', address);
  // Where it cannot be fetched, nothing can be bought either.
  import('./referral-visit.ts').then(({ countVisit }) => countVisit(code)).catch(() => {});
}
