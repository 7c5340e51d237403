import { readCookie } from './cookies.ts';

const COOKIE = 'csrfToken';

let pendingToken: Promise<void> | undefined;

async function fetchToken(): Promise<void> {
  const response = await fetch('/api/csrf', { credentials: 'same-origin' });
  // A body that nobody reads keeps the request open.
  await response.text();
}

/** Fetches the CSRF cookie first if the browser has none (D47). */
export async function getCsrfHeaders(): Promise<Record<string, string>> {
  if (readCookie(COOKIE) === undefined) {
    pendingToken ??= fetchToken().finally(() => {
      pendingToken = undefined;
    });
    await pendingToken;
  }
  const token = readCookie(COOKIE);
  return token === undefined ? {} : { 'x-csrf-token': token };
}
