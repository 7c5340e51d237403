import { mergeDraft, withoutPaths } from './draft-values.ts';
import { getStorageKey } from './stored-drafts.ts';
import { newSubmissionKey, type SubmissionKey } from './submission-key.ts';

/** A wizard's saved state without its secrets. It exists only in this tab. */
export interface Draft<V> {
  values: V;
  submission: SubmissionKey;
}

function parseJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parseSubmission(stored: unknown): SubmissionKey {
  if (typeof stored !== 'object' || stored === null || !('key' in stored) || typeof stored.key !== 'string') {
    return newSubmissionKey();
  }
  const cart = 'refusedCart' in stored ? stored.refusedCart : null;
  return { key: stored.key, refusedCart: typeof cart === 'string' ? cart : null };
}

export function readDraft<V extends object>(storage: Storage, id: string, initial: V): Draft<V> {
  const stored = parseJson(storage.getItem(getStorageKey(id)));
  if (typeof stored !== 'object' || stored === null || !('values' in stored)) {
    return { values: initial, submission: newSubmissionKey() };
  }
  const submission = parseSubmission('submission' in stored ? stored.submission : null);
  return { values: mergeDraft(initial, stored.values), submission };
}

export function writeDraft<V extends object>(
  storage: Storage,
  id: string,
  draft: Draft<V>,
  secretPaths: readonly string[],
) {
  const text = JSON.stringify({
    values: withoutPaths(draft.values, secretPaths),
    submission: draft.submission,
  });
  try {
    storage.setItem(getStorageKey(id), text);
  } catch {
    // If storage is full or disabled, the wizard works without a draft.
  }
}

export function removeDraft(storage: Storage, id: string) {
  storage.removeItem(getStorageKey(id));
}
