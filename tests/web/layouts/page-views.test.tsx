import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { servedWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = servedWeb(testApp(database));
const COUNTER = 'https://counter.example/view';

beforeEach(async () => {
  await makePlans(database.db);
  await makeSetting(database.db, 'contactHours', 'Mon-Fri 9am-5pm MST');
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a page whose calls to other sites are kept, and go nowhere. */
async function open(path: string, browser: Record<string, unknown> = {}) {
  const told: Array<{ address: string; init: RequestInit | undefined }> = [];
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(window.navigator, name, { value, configurable: true });
  }
  const opened = await web.open(path);
  const ours = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (!String(input).startsWith('https:')) return ours(input, init);
    told.push({ address: String(input), init });
    return Promise.resolve(new Response());
  });
  await within(screen.getByRole('contentinfo')).findByText('Mon-Fri 9am-5pm MST');
  return { ...opened, told };
}

describe('[issue 7] page views', () => {
  test('none are told where the settings name no address', async () => {
    await database.db.deleteFrom('settings').where('key', '=', 'analyticsLink').execute();
    const { told } = await open('/pricing');
    expect(told).toEqual([]);
  });

  test('each page is told once, without cookies, referrer or query', async () => {
    await makeSetting(database.db, 'analyticsLink', COUNTER);
    const { told, user } = await open('/contact?from=mail');
    await waitFor(() => expect(told).toHaveLength(1));
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'FAQ' }));
    await waitFor(() => expect(told).toHaveLength(2));
    expect(told.map(({ address }) => address)).toEqual([COUNTER, COUNTER]);
    expect(told.map(({ init }) => init?.body)).toEqual(['{"path":"/contact"}', '{"path":"/faq"}']);
    expect(told[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  test.each([
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ])('none are told where the browser says %s', async (name, value) => {
    await makeSetting(database.db, 'analyticsLink', COUNTER);
    const { told } = await open('/contact', { [name]: value });
    expect(told).toEqual([]);
    Reflect.deleteProperty(window.navigator, name);
  });
});
