import type { AddressInfo } from 'node:net';
import { render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { setPasskeyUse } from '#server/platform/security/session.repository.ts';
import { hashSessionId } from '#server/platform/security/session.ts';
import { App } from '#web/app.tsx';
import { readCookie } from '#web/lib/cookies.ts';
import { startSession, type TestApp } from './app.ts';
import type { TestAccount } from './factories/account.ts';

/** HttpOnly cookies. The others are in `document.cookie`. */
type HiddenCookies = Map<string, string>;

function storeCookie(setCookie: string, hidden: HiddenCookies): void {
  const [cookie = '', ...attributes] = setCookie.split(/;\s*/);
  const [name = '', value = ''] = cookie.split(/=(.*)/s);
  const hasAttribute = (attributeName: string) =>
    attributes.some((attribute) => attribute.toLowerCase() === attributeName);
  if (!hasAttribute('httponly')) document.cookie = setCookie;
  else if (value === '' || hasAttribute('max-age=0')) hidden.delete(name);
  else hidden.set(name, value);
}

/** Makes a `fetch` that resolves relative URLs and handles cookies, as a browser does. */
function browserFetch(base: string, hidden: HiddenCookies): typeof fetch {
  const networkFetch = globalThis.fetch;
  return async (input, init) => {
    const url = new URL(String(input), base);
    const headers = new Headers(init?.headers);
    const cookies = [document.cookie, ...Array.from(hidden, ([name, value]) => `${name}=${value}`)];
    headers.set('cookie', cookies.filter(Boolean).join('; '));
    // Node's fetch doesn't accept jsdom's AbortSignal and Blob.
    const body = init?.body instanceof Blob ? await init.body.arrayBuffer() : (init?.body ?? null);
    const response = await networkFetch(url, { ...init, headers, body, signal: null });
    for (const line of response.headers.getSetCookie()) storeCookie(line, hidden);
    return response;
  };
}

function clearCookies(): void {
  for (const cookie of document.cookie.split('; ')) {
    document.cookie = `${cookie.split('=')[0]}=; Path=/; Max-Age=0`;
  }
}

/** Runs the web app in jsdom with a real server on its own port. */
export function startWeb(app: TestApp) {
  let base = '';
  beforeAll(async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    base = `http://127.0.0.1:${(address satisfies AddressInfo).port}`;
  });
  afterAll(() => app.close());
  beforeEach(() => {
    clearCookies();
    localStorage.clear();
    sessionStorage.clear();
  });

  return {
    /**
     * Opens a page as the given account, or as a visitor. The staff console requires `passkeyAt`, when the
     * session last used a passkey.
     */
    async open(
      path: string,
      account: TestAccount | null = null,
      { passkeyAt }: { passkeyAt?: Date | undefined } = {},
    ) {
      const hidden: HiddenCookies = new Map();
      if (account !== null) {
        const { cookie, sessionId } = await startSession(app.deps, account.id);
        hidden.set(cookie.name, cookie.value);
        if (passkeyAt)
          await inTransaction(app.deps.db, (trx) => setPasskeyUse(trx, hashSessionId(sessionId), passkeyAt));
      }
      vi.stubGlobal('fetch', browserFetch(base, hidden));
      window.history.replaceState(null, '', path);
      const user = userEvent.setup();
      return { user, ...render(<App />), cookie: readCookie };
    },
  };
}

/** Waits, because a new element gets the focus only after it has rendered. */
export const expectFocus = (element: Element | null) => waitFor(() => expect(element).toHaveFocus());
