import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { searchFaq } from '#web/features/content/faq.tsx';

const database = seededTestDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);

beforeAll(async () => {
  // jsdom has no layout and doesn't implement scrolling.
  Element.prototype.scrollIntoView = vi.fn();
});

const questions = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const answerTo = (question: string) =>
  screen.getByRole('heading', { level: 3, name: question }).closest('details');

describe('[S2 faq] /faq', () => {
  test('shows every question by topic, with the prices of the catalog', async () => {
    await web.open('/faq');
    const topics = await screen.findByRole('navigation', { name: 'Topics' });
    const { sections } = await app.caller().content.faq();
    expect(questions()).toEqual(sections.flatMap(({ entries }) => entries.map(({ question }) => question)));
    expect(within(topics).getAllByRole('link')).toHaveLength(sections.length);
    const prices = answerTo('What does a membership cost?');
    expect(prices?.open).toBe(false);
    expect(prices).toHaveTextContent('$49.95 a month');
    expect(document.title).toBe('FAQ | Everything Card');
  });

  test('opens and focuses the answer of a link, and each answer has its own link', async () => {
    const { user } = await web.open('/faq#delivery');
    await screen.findByRole('navigation', { name: 'Topics' });
    const answer = answerTo('When will my card arrive?');
    await waitFor(() => expect(answer?.open).toBe(true));
    expect(answer?.querySelector('summary')).toHaveFocus();
    expect(answerTo('How do I pay?')?.open).toBe(false);
    await user.click(
      screen.getByRole('button', { name: 'Copy link to the answer to “When will my card arrive?”' }),
    );
    expect(await screen.findByText('Link copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/faq#delivery`);
  });

  test('follows a link in an answer without a page load', async () => {
    const { user } = await web.open('/faq#what-is-it');
    await screen.findByRole('navigation', { name: 'Topics' });
    const header = screen.getByRole('banner');
    const link = screen.getByText('Find the ones near you').closest('a');
    expect(link).toHaveAttribute('href', '/savings');
    await user.click(link ?? document.body);
    const title = await screen.findByRole('heading', { level: 1, name: 'Find Businesses' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(window.location.pathname).toBe('/savings');
    expect(screen.getByRole('banner')).toBe(header);
  });

  test.each(['/faq#', '/faq#nowhere', '/faq#%E0%A4%A'])('shows the whole page for %s', async (path) => {
    await web.open(path);
    await screen.findByRole('navigation', { name: 'Topics' });
    expect(document.querySelector('details[open]')).toBeNull();
  });

  test('opens the matches of a search, counts them, and updates the URL', async () => {
    const { user } = await web.open('/faq');
    await user.type(await screen.findByLabelText('Search the answers'), 'children COLLEGE');
    expect(questions()).toEqual(['Who does a family membership cover?']);
    expect(answerTo('Who does a family membership cover?')?.open).toBe(true);
    expect(screen.getByText('1 answer found')).toBeInTheDocument();
    await waitFor(() => expect(window.location.search).toBe('?q=children+COLLEGE'));
  });

  test('shows a linked search, and offers help if it has no matches', async () => {
    const { user } = await web.open('/faq?q=zzzz');
    expect(await screen.findByRole('heading', { name: 'No answers match' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ask us' })).toHaveAttribute('href', '/contact');
    await user.click(screen.getByRole('button', { name: 'Show all questions' }));
    expect(questions().length).toBeGreaterThan(20);
    await waitFor(() => expect(window.location.search).toBe(''));
  });

  test('ignores accents, case, and apostrophes in a search', () => {
    const entry = { id: 'a', question: 'Café?', html: '', text: 'Café? Everybody’s name' };
    const sections = [{ id: 's', title: 'S', entries: [entry] }];
    expect(searchFaq(sections, "CAFE everybody's")).toEqual(sections);
    expect(searchFaq(sections, 'cafe bar')).toEqual([]);
    expect(searchFaq(sections, '  ')).toEqual(sections);
  });
});
