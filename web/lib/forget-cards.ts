/** The prefix of the storage keys under which a device keeps the opened cards, one key per account. */
export const OFFLINE_CARDS_KEY = 'kept-cards:';

/**
 * Removes the stored cards of all accounts but this one (null: nobody is logged in), and the offline page that shows
 * them. Keep it short: it is part of every first view.
 */
export function removeCardsExcept(accountId: string | null): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(OFFLINE_CARDS_KEY) || name === OFFLINE_CARDS_KEY + accountId) continue;
      localStorage.removeItem(name);
      import('./card-page-offline.ts').then(({ removeCardPage }) => removeCardPage()).catch(() => {});
    }
  } catch {
    // Storage may be disabled. Then nothing is stored.
  }
}
