// Separate from draft.ts because every page loads the logout code, and with it this module.

export const getStorageKey = (id: string) => `wizard:${id}`;

/** Called at logout, so that the next person at this device doesn't see the drafts. */
export function removeAllDrafts(storage: Storage) {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(getStorageKey(''))) storage.removeItem(key);
  }
}
