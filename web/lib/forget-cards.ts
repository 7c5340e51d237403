/** Where a device keeps the cards that an account has opened on it: one entry an account. */
export const OFFLINE_CARDS_KEY = 'kept-cards:';

/**
 * Forgets the cards on this device of everybody but the account that is logged in (null: nobody is), and with them
 * the page that showed them without a signal. Part of every first view: as short as can be.
 */
export function forgetCardsExcept(accountId: string | null): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(OFFLINE_CARDS_KEY) || name === OFFLINE_CARDS_KEY + accountId) continue;
      localStorage.removeItem(name);
      import('./card-page-offline.ts').then(({ removeCardPage }) => removeCardPage()).catch(() => {});
    }
  } catch {
    // Storage may be switched off; then nothing was kept.
  }
}
