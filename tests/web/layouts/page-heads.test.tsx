import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { pageHead } from '#server/app/site/page-head.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { readHead } from '#tests/helpers/page-head.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = seededTestDb();
const server = testApp(database, { settings: { PUBLIC_URL: 'https://cards.example' } });
const web = startWeb(server);

/** Replaces the head, but keeps the style sheets: later test files in this process need them. */
function setHead(html: string): void {
  for (const element of document.head.querySelectorAll(':not(style)')) element.remove();
  document.head.insertAdjacentHTML('beforeend', html);
}
beforeEach(() => setHead(''));

const canonical = () => document.head.querySelector('link[rel=canonical]')?.getAttribute('href');

describe('the head from the server and the head that the page sets', () => {
  test.each(PUBLIC_PATHS)('have the same title on %s', async (path) => {
    const { titles } = readHead(await pageHead(server.deps, path));
    await web.open(path);
    await waitFor(() => expect(document.title).toBe(titles[0]));
  });

  test.each(['/user', '/verify/card', '/secretloginpage', '/cancel', '/none'])(
    'are both noindex on %s',
    async (path) => {
      expect(readHead(await pageHead(server.deps, path)).robots).toEqual(['noindex']);
      await web.open(path);
      await waitFor(() =>
        expect(document.head.querySelector('meta[name=robots]')).toHaveAttribute('content', 'noindex'),
      );
    },
  );
});

describe('the canonical URL', () => {
  test('follows navigation to another page and back', async () => {
    setHead(await pageHead(server.deps, '/pricing'));
    const { user } = await web.open('/pricing');
    await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
    expect(canonical()).toBe('https://cards.example/pricing');
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'FAQ' }));
    await screen.findByRole('heading', { level: 1, name: 'Questions and answers' });
    await waitFor(() => expect(canonical()).toBe('https://cards.example/faq'));
    window.history.back();
    await screen.findByRole('heading', { level: 1, name: 'Choose your plan' });
    await waitFor(() => expect(canonical()).toBe('https://cards.example/pricing'));
  });

  test('is the home page’s for the trial, and is missing on a private page', async () => {
    setHead(await pageHead(server.deps, '/trial'));
    await web.open('/trial');
    await waitFor(() => expect(document.title).toBe('7 Day Business Trial | Everything Card'));
    expect(canonical()).toBe('https://cards.example/');
    cleanup();
    setHead(await pageHead(server.deps, '/user'));
    await web.open('/user');
    await screen.findByRole('heading', { level: 1 });
    expect(canonical()).toBeUndefined();
  });
});
