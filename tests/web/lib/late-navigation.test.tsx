import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { beforeEach, describe, expect, test } from 'vitest';
import { useLateNavigate } from '#web/lib/late-navigation.ts';

const address = () => window.location.pathname + window.location.search;

/**
 * May use the router's own navigation, because they navigate only while they handle an event, or find out
 * themselves if the visitor has left. Everything else needs `useLateNavigate`.
 */
const NAVIGATING_FILES = [
  'web/features/accounts/account-list.tsx',
  'web/features/accounts/account-menu.tsx',
  'web/features/accounts/new-password.tsx',
  'web/features/company/company-search-params.ts',
  'web/features/home/check-card-form.tsx',
  'web/features/memberships/verify/verify-search.tsx',
  'web/features/staff/kit/staff-list.tsx',
  'web/features/staff/overview/overview-page.tsx',
  'web/features/staff/staff-app.tsx',
  'web/features/stores/owner/use-leave-confirmation.ts',
  'web/features/stores/search/use-search-address.ts',
  'web/lib/late-navigation.ts',
  'web/lib/use-inner-links.ts',
  'web/routes.tsx',
  'web/ui/wizard/use-completion.ts',
  'web/ui/wizard/use-wizard-step.ts',
];
const NAVIGATION = /\b(?:useNavigate|Navigate)\b|\[\w+, \w+\] = useSearchParams/;

/** Its chunk arrives when the test resolves it. */
let chunk = Promise.withResolvers<void>();
/** Runs the update that the search page has prepared. */
let runUpdate = () => {};

function SearchPage() {
  const navigate = useLateNavigate();
  const [text, setText] = useState('');
  return (
    <>
      <input
        aria-label="Search"
        value={text}
        onChange={({ currentTarget: { value } }) => {
          setText(value);
          runUpdate = () => navigate({ search: `?q=${value}` }, { replace: true });
        }}
      />
      <button
        type="button"
        onClick={() => {
          runUpdate = () => navigate(-1);
        }}
      >
        Close later
      </button>
      <Link to="/contact">Contact</Link>
      <Link to="/search?page=2">Page 2</Link>
    </>
  );
}

function openSearch() {
  window.history.replaceState(null, '', '/search');
  const ContactPage = lazy(async () => {
    await chunk.promise;
    return { default: () => <h1>Contact us</h1> };
  });
  render(
    <BrowserRouter>
      <Suspense fallback="Loading">
        <Routes>
          <Route path="/search" element={<SearchPage />} />
          <Route path="/contact" element={<ContactPage />} />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  return userEvent.setup();
}

beforeEach(() => {
  chunk = Promise.withResolvers();
});

describe('a late change of the address', () => {
  test('applies to the location that it was made for', async () => {
    const user = openSearch();
    await user.type(screen.getByLabelText('Search'), 'kangaroo');
    act(runUpdate);
    expect(address()).toBe('/search?q=kangaroo');
  });

  test.each([
    [
      'a search',
      async (user: ReturnType<typeof userEvent.setup>) => {
        await user.type(screen.getByLabelText('Search'), 'kangaroo');
      },
    ],
    [
      'going back',
      async (user: ReturnType<typeof userEvent.setup>) => {
        await user.click(screen.getByRole('button', { name: 'Close later' }));
      },
    ],
  ])('does nothing while another page is loading or shown: %s', async (_, prepareUpdate) => {
    const user = openSearch();
    await prepareUpdate(user);
    await user.click(screen.getByRole('link', { name: 'Contact' }));
    expect(screen.getByLabelText('Search')).toBeVisible();
    act(runUpdate);
    expect(address()).toBe('/contact');
    await act(async () => chunk.resolve());
    expect(await screen.findByRole('heading', { name: 'Contact us' })).toBeVisible();
    act(runUpdate);
    expect(address()).toBe('/contact');
  });

  test('does nothing after a newer change of the same page’s address', async () => {
    const user = openSearch();
    await user.type(screen.getByLabelText('Search'), 'kangaroo');
    await user.click(screen.getByRole('link', { name: 'Page 2' }));
    act(runUpdate);
    expect(address()).toBe('/search?page=2');
  });
});

test('[architecture] only the listed files navigate without `useLateNavigate`', async () => {
  const root = join(import.meta.dirname, '../../..');
  const found: string[] = [];
  for await (const path of glob('web/**/*.{ts,tsx}', { cwd: root })) {
    if (NAVIGATION.test(await readFile(join(root, path), 'utf8'))) found.push(path);
  }
  expect(found.sort()).toEqual(NAVIGATING_FILES);
});
