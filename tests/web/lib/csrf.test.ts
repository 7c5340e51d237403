import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCookie } from '#web/lib/cookies.ts';
import { getCsrfHeaders } from '#web/lib/csrf.ts';

beforeEach(() => writeCookie('csrfToken', '', 0));

/** Fakes a fetch whose /api/csrf sets the cookie. */
function mockCsrfFetch() {
  return vi.fn(async (address: string) => {
    expect(address).toBe('/api/csrf');
    writeCookie('csrfToken', 'from-server', 60);
    return new Response('{}');
  });
}

describe('[D47] the CSRF header of a mutation', () => {
  test('is the cookie’s value, and nothing is fetched if the cookie exists', async () => {
    const csrfFetch = mockCsrfFetch();
    vi.stubGlobal('fetch', csrfFetch);
    writeCookie('csrfToken', 'existing', 60);
    expect(await getCsrfHeaders()).toEqual({ 'x-csrf-token': 'existing' });
    expect(csrfFetch).not.toHaveBeenCalled();
  });

  test('is fetched first if the cookie is missing, once for concurrent calls', async () => {
    const csrfFetch = mockCsrfFetch();
    vi.stubGlobal('fetch', csrfFetch);
    const headers = await Promise.all([getCsrfHeaders(), getCsrfHeaders(), getCsrfHeaders()]);
    expect(headers).toEqual(Array(3).fill({ 'x-csrf-token': 'from-server' }));
    expect(csrfFetch).toHaveBeenCalledOnce();
  });

  test('is fetched again after a failed fetch', async () => {
    const csrfFetch = mockCsrfFetch();
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    await expect(getCsrfHeaders()).rejects.toThrow('offline');
    vi.stubGlobal('fetch', csrfFetch);
    expect(await getCsrfHeaders()).toEqual({ 'x-csrf-token': 'from-server' });
  });
});
