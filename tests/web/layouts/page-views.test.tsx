import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const web = startWeb(testApp(database));
const ANALYTICS_URL = 'https://counter.example/view';

beforeEach(async () => {
  await makePlans(database.db);
  await makeSetting(database.db, 'contactHours', 'Mon-Fri 9am-5pm MST');
});
afterEach(() => vi.unstubAllGlobals());

/** Opens a page. Records its requests to other sites instead of sending them. */
async function open(path: string, browser: Record<string, unknown> = {}) {
  const reports: Array<{ address: string; init: RequestInit | undefined }> = [];
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(window.navigator, name, { value, configurable: true });
  }
  const openedPage = await web.open(path);
  const originalFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (input: string, init?: RequestInit) => {
    if (!String(input).startsWith('https:')) return originalFetch(input, init);
    reports.push({ address: String(input), init });
    return Promise.resolve(new Response());
  });
  await within(screen.getByRole('contentinfo')).findByText('Mon-Fri 9am-5pm MST');
  return { ...openedPage, reports };
}

describe('page views', () => {
  test('are not reported if the settings have no analytics address', async () => {
    await database.db.deleteFrom('settings').where('key', '=', 'analyticsLink').execute();
    const { reports } = await open('/pricing');
    expect(reports).toEqual([]);
  });

  test('are reported once per page, without cookies, referrer, or query', async () => {
    await makeSetting(database.db, 'analyticsLink', ANALYTICS_URL);
    const { reports, user } = await open('/contact?from=mail');
    await waitFor(() => expect(reports).toHaveLength(1));
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'FAQ' }));
    await waitFor(() => expect(reports).toHaveLength(2));
    expect(reports.map(({ address }) => address)).toEqual([ANALYTICS_URL, ANALYTICS_URL]);
    expect(reports.map(({ init }) => init?.body)).toEqual(['{"path":"/contact"}', '{"path":"/faq"}']);
    expect(reports[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  test.each([
    ['doNotTrack', '1'],
    ['globalPrivacyControl', true],
  ])('are not reported if the browser sets %s', async (name, value) => {
    await makeSetting(database.db, 'analyticsLink', ANALYTICS_URL);
    const { reports } = await open('/contact', { [name]: value });
    expect(reports).toEqual([]);
    Reflect.deleteProperty(window.navigator, name);
  });
});
