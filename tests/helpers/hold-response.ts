import { vi } from 'vitest';

/**
 * Holds back the response to the next request whose URL contains `name`, such as a procedure's name, so that a
 * test can see what the page shows while it waits. The server handles the request right away. To hold back a
 * response to the first view, call this before the page is opened.
 */
export function holdResponse(name: string): { arrived: Promise<void>; release(): void } {
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const originalFetch = globalThis.fetch;
  let isNext = true;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await originalFetch(...call);
    if (!isNext || !String(call[0]).includes(name)) return response;
    isNext = false;
    arrived.resolve();
    await released.promise;
    return response;
  });
  return { arrived: arrived.promise, release: released.resolve };
}
