import { beforeEach, describe, expect, test, vi } from 'vitest';
import { writeCookie } from '#web/lib/cookies.ts';
import { csrfHeaders } from '#web/lib/csrf.ts';

beforeEach(() => writeCookie('csrfToken', '', 0));

/** A server whose /api/csrf sets the cookie, as the plain contract says. */
function csrfServer() {
  return vi.fn(async (address: string) => {
    expect(address).toBe('/api/csrf');
    writeCookie('csrfToken', 'from-server', 60);
    return new Response('{}');
  });
}

describe('[D47] the header of a change', () => {
  test('is the cookie’s value where there is one, and nothing is fetched', async () => {
    const fetched = csrfServer();
    vi.stubGlobal('fetch', fetched);
    writeCookie('csrfToken', 'at-hand', 60);
    expect(await csrfHeaders()).toEqual({ 'x-csrf-token': 'at-hand' });
    expect(fetched).not.toHaveBeenCalled();
  });

  test('is fetched first where it is missing, once for all that ask at the same time', async () => {
    const fetched = csrfServer();
    vi.stubGlobal('fetch', fetched);
    const answers = await Promise.all([csrfHeaders(), csrfHeaders(), csrfHeaders()]);
    expect(answers).toEqual(Array(3).fill({ 'x-csrf-token': 'from-server' }));
    expect(fetched).toHaveBeenCalledOnce();
  });

  test('is asked for again after a fetch that failed', async () => {
    const fetched = csrfServer();
    vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('offline')));
    await expect(csrfHeaders()).rejects.toThrow('offline');
    vi.stubGlobal('fetch', fetched);
    expect(await csrfHeaders()).toEqual({ 'x-csrf-token': 'from-server' });
  });
});
