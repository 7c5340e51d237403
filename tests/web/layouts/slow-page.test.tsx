import { setTimeout as sleep } from 'node:timers/promises';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { startWeb } from '#tests/helpers/web.tsx';

/** The contact page's chunk arrives when a test resolves it. */
const contactChunk = vi.hoisted(() => Promise.withResolvers<void>());

vi.mock('#web/pages/contact-page.tsx', async (original) => {
  await contactChunk.promise;
  return original();
});

const database = seededTestDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);

describe('while a page is still loading', () => {
  test('the search of the page before it doesn’t change the address back', async () => {
    const { user } = await web.open('/faq');
    await user.type(await screen.findByLabelText('Search the answers'), 'kangaroo');
    await user.click(screen.getByRole('link', { name: 'Ask us' }));
    expect(window.location.pathname).toBe('/contact');
    expect(screen.getByLabelText('Search the answers')).toBeVisible();
    // Longer than the search waits for a pause in typing.
    await sleep(1_000);
    expect(window.location.pathname).toBe('/contact');
    contactChunk.resolve();
    expect(await screen.findByRole('heading', { level: 1, name: 'Contact us' })).toBeVisible();
    expect(window.location.pathname).toBe('/contact');
  });
});
