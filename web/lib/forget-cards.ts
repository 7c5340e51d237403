/** Where a device keeps the cards that an account has opened on it: one entry an account. */
export const KEPT_CARDS = 'kept-cards:';
/** The service worker's copies of the card's page, by version. */
const SHELL_CACHES = 'card-page-';
export const SHELL_SCOPE = '/user';

/**
 * Forgets the cards on this device of everybody but the account that is logged in (null: nobody is); with the last of
 * them goes what showed them without a signal.
 */
export function forgetCardsExcept(accountId: string | null): void {
  try {
    const kept = Object.keys(localStorage).filter((name) => name.startsWith(KEPT_CARDS));
    const foreign = kept.filter((name) => name !== `${KEPT_CARDS}${accountId}`);
    for (const name of foreign) localStorage.removeItem(name);
    if (foreign.length > 0 && foreign.length === kept.length) void removeShell().catch(() => {});
  } catch {
    // Storage may be switched off; then nothing was kept.
  }
}

async function removeShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(SHELL_SCOPE);
  await registration?.unregister();
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(SHELL_CACHES)).map((name) => caches.delete(name)));
}
