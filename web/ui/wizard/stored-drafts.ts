// Apart from the drafts themselves: a logout, which every page offers, needs nothing else of a wizard.

export const storageKey = (id: string) => `wizard:${id}`;

/** For a logout: what somebody typed is not left to the next person. */
export function removeAllDrafts(storage: Storage) {
  for (const key of Object.keys(storage)) {
    if (key.startsWith(storageKey(''))) storage.removeItem(key);
  }
}
