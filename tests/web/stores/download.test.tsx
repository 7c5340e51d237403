import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { findResultsHeading, makeColorado, makeStores } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS }));
const downloads: { name: string; content: Blob | undefined }[] = [];
let lastBlob: Blob | undefined;

beforeAll(async () => {
  await makeColorado(database.db);
  await makeStores(database.db, 12);
});

beforeEach(() => {
  downloads.length = 0;
  // jsdom doesn't implement downloads.
  URL.createObjectURL = (content) => {
    lastBlob = content instanceof Blob ? content : undefined;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content: lastBlob });
  });
});

test('[S7 POST /api/search/download] downloads all results as SearchResults.txt', async () => {
  const account = await makeAccount(database.db);
  const { user } = await web.open('/savings?name=shop&zip=80202&page=2', account);
  await findResultsHeading('12 businesses');
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  const [file] = downloads;
  expect(file?.name).toBe('SearchResults.txt');
  const text = await file?.content?.text();
  expect(text).toContain('Shop 001');
  expect(text).toContain('Shop 012');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('[S8 download] a failed download shows an error and can be retried', async () => {
  const { user } = await web.open('/savings');
  await findResultsHeading('12 businesses');
  const originalFetch = fetch;
  let release = () => {};
  const response = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async () => {
    await response;
    return new Response('{"error":"no"}', { status: 500 });
  });
  const button = screen.getByRole('button', { name: 'Download' });
  await user.click(button);
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'));
  release();
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not download results, please try again.');
  expect(downloads).toEqual([]);
  vi.stubGlobal('fetch', originalFetch);
  await user.click(button);
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
