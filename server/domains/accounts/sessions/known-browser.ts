import { z } from 'zod';
import { newId } from '../../../lib/ids.ts';
import type { KnownBrowser } from '../../../platform/security/session-account.ts';

const MAX_ACCOUNTS = 5;
const cookieValue = z.tuple([z.uuid()], z.uuid()).refine((ids) => ids.length <= MAX_ACCOUNTS + 1);

/** Returns null if the cookie is missing or invalid. */
export function parseKnownBrowser(text: string | null): KnownBrowser | null {
  if (text === null) return null;
  const parsed = cookieValue.safeParse(text.split('.'));
  if (!parsed.success) return null;
  const [id, ...accountIds] = parsed.data;
  return { id, accountIds };
}

/** Returns the cookie's value for a browser in which an account has just signed in. */
export function rememberAccount(browser: KnownBrowser | null, accountId: string): string {
  const otherIds = browser?.accountIds.filter((id) => id !== accountId) ?? [];
  return [browser?.id ?? newId(), accountId, ...otherIds.slice(0, MAX_ACCOUNTS - 1)].join('.');
}
