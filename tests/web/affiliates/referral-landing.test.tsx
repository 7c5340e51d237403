import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { rememberReferral } from '#web/lib/referral.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);

let affiliate: TestAccount;
let code: string;
beforeEach(async () => {
  await makePlans(database.db);
  code = `IVY-${newId().slice(-12)}`;
  affiliate = await makeAccount(database.db, { accountType: 1, isInfluencer: true, referenceCode: code });
});

async function countVisits(): Promise<number> {
  await app.deps.visitCounts.flush();
  const rows = await database.db
    .selectFrom('referralVisits')
    .select('visits')
    .where('affiliateId', '=', affiliate.id)
    .execute();
  return rows.reduce((sum, row) => sum + row.visits, 0);
}

const address = () => window.location.pathname + window.location.search + window.location.hash;

/** Waits until the server has recorded the visit and the page has rendered. */
async function waitForRecordedVisit(): Promise<void> {
  const originalFetch = globalThis.fetch;
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    const response = await originalFetch(...call);
    if (String(call[0]).includes('affiliates.visit')) setTimeout(resolve, 50);
    return response;
  });
  return promise;
}

describe('a referral link', () => {
  test.each(['/', '/pricing', '/legal/cookie-policy'])(
    'to %s?ref=CODE is remembered, counted once, and removed from the URL',
    async (path) => {
      const entryCount = window.history.length;
      const { cookie } = await web.open(`${path}?ref=${code}`);
      await waitFor(() => expect(cookie('ref')).toBe(code));
      expect(address()).toBe(path);
      expect(window.history.length).toBe(entryCount);
      expect(await countVisits()).toBe(1);
    },
  );

  test('keeps other parameters and the hash', async () => {
    const { cookie } = await web.open(`/pricing?plan=family&ref=${code}&step=choose#top`);
    await waitFor(() => expect(cookie('ref')).toBe(code));
    expect(address()).toBe('/pricing?plan=family&step=choose#top');
    expect(await screen.findByRole('dialog', { name: 'Family/Educator plan' })).toBeVisible();
  });

  test('with a code in any case is found, and the code is kept as typed', async () => {
    const { cookie } = await web.open(`/pricing?ref=${code.toLowerCase()}`);
    await waitFor(() => expect(cookie('ref')).toBe(code.toLowerCase()));
    expect(await countVisits()).toBe(1);
  });

  test('with an unknown code is not saved, and the previous one is kept', async () => {
    rememberReferral({ code, link: null });
    const { cookie } = await web.open('/pricing?ref=NOBODY-HAS-IT');
    const originalFetch = waitForRecordedVisit();
    await waitFor(() => expect(address()).toBe('/pricing'));
    await originalFetch;
    expect(cookie('ref')).toBe(code);
    expect(await countVisits()).toBe(0);
  });

  test('[newest wins] replaces another affiliate’s earlier link', async () => {
    rememberReferral({ code: 'SOMEBODY', link: null });
    const { cookie } = await web.open(`/pricing?ref=${code}`);
    await waitFor(() => expect(cookie('ref')).toBe(code));
  });

  test('with a malformed code is neither sent nor saved', async () => {
    const { cookie } = await web.open(`/pricing?ref=${encodeURIComponent('<img src=x>')}`);
    const calls = vi.spyOn(globalThis, 'fetch');
    await waitFor(() => expect(address()).toBe('/pricing'));
    await screen.findByRole('article', { name: 'Individual plan' });
    expect(calls.mock.calls.filter(([url]) => String(url).includes('affiliates.visit'))).toEqual([]);
    expect(cookie('ref')).toBeUndefined();
  });

  test('loses its visit, but not the referrer, if the server does not respond', async () => {
    const openedPage = web.open(`/pricing?ref=${code}`);
    const { cookie } = await openedPage;
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).includes('affiliates.visit')) throw new TypeError('Failed to fetch');
      return originalFetch(...call);
    });
    await waitFor(() => expect(cookie('ref')).toBe(code));
    expect(await countVisits()).toBe(0);
  });

  test('without the parameter sends nothing', async () => {
    await web.open('/pricing');
    const calls = vi.spyOn(globalThis, 'fetch');
    await screen.findByRole('article', { name: 'Individual plan' });
    expect(calls.mock.calls.filter(([url]) => String(url).includes('affiliates.'))).toEqual([]);
  });
});
