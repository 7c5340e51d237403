// In a file of its own, because every page loads the logout.

export const storageKey = (id: string) => `wizard:${id}`;

/** Called at logout, so that the next person doesn't find the drafts. */
export function removeAllDrafts(storage: Storage) {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(storageKey(''))) storage.removeItem(key);
  }
}
