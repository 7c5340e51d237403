// Separate from draft.ts because every page loads the logout code, and with it this module.

export const storageKey = (id: string) => `wizard:${id}`;

/** Called at logout, so that the next person at this device doesn't see the drafts. */
export function removeAllDrafts(storage: Storage) {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(storageKey(''))) storage.removeItem(key);
  }
}
