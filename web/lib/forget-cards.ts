/** Prefix of the localStorage keys that hold cards for offline use, one key per account. */
export const OFFLINE_CARDS_KEY = 'kept-cards:';

/**
 * Removes the stored cards of every account except this one; null removes all cards. If there were any, also
 * removes the offline page that shows them. Keep this module small: every page loads it.
 */
export function removeCardsExcept(accountId: string | null): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(OFFLINE_CARDS_KEY) || name === OFFLINE_CARDS_KEY + accountId) continue;
      localStorage.removeItem(name);
      import('./card-page-offline.ts').then(({ removeCardPage }) => removeCardPage()).catch(() => {});
    }
  } catch {
    // If storage is disabled, there is nothing to remove.
  }
}
