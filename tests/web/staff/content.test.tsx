import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { EditableFaqSection } from '#server/domains/content/faq.schema.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makePolicy, makeSetting } from '#tests/helpers/factories/content.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { REASON } from '#tests/helpers/staff.ts';
import {
  addQuestion,
  addSection,
  moveQuestion,
  moveSection,
  patchQuestion,
  removeQuestion,
} from '#web/features/staff/content/faq-moves.ts';
import {
  closeDialog,
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { console, open } = staffWeb(database, app);
const FAQ = `<h2 id="card">The card</h2>
<h3 id="what">What is it?</h3>
<p>A card.</p>
<h3 id="how">How do I use it?</h3>
<p>Show it.</p>
<h2 id="money">Money</h2>`;

beforeAll(async () => {
  await makePlans(database.db);
  await makePolicy(database.db, 'COOKIE', '<p>Cookies.</p>');
  await database.db
    .insertInto('helpTexts')
    .values({ type: 'FAQ', version: 1, html: FAQ, publishedAt: new Date('2026-11-01T12:00:00Z') })
    .execute();
  await import('#web/ui/rich-text/rich-text-editor.tsx');
});

const texts = () => console().content.texts;

describe('the editor of the FAQ', () => {
  const openEditor = async () => {
    const { user } = await open('/staff/content/texts/FAQ/edit');
    await screen.findByRole('button', { name: 'Save draft', hidden: true });
    return { user, calls: recordMutations() };
  };
  const questions = (section: string) =>
    within(screen.getByRole('region', { name: section, hidden: true }))
      .queryAllByRole('paragraph', { hidden: true })
      .map(({ textContent }) => textContent?.trim());
  const addSection = async (user: UserEvent, title: string) => {
    await press(user, 'Add section');
    await fill(user, 'Title', title);
    await pressInDialog(user, 'Done');
    await waitFor(() => expect(screen.queryByRole('dialog', { hidden: true })).toBeNull());
  };

  test('moves, hides, rewords, and removes questions and sections, and stores nothing until it’s saved', async () => {
    const { user, calls } = await openEditor();
    expect(screen.getByText('Starts from version 1')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Up “What is it?”', hidden: true })).toBeDisabled();
    await press(user, 'Down “What is it?”');
    expect(questions('The card')).toEqual(['How do I use it?', 'What is it?']);
    await press(user, 'Down “What is it?”');
    expect([questions('The card'), questions('Money')]).toEqual([['How do I use it?'], ['What is it?']]);
    expect(screen.getByRole('button', { name: 'Down “What is it?”', hidden: true })).toBeDisabled();
    await press(user, 'Hide “What is it?”');
    expect(questions('Money')).toEqual(['What is it? (hidden)']);
    await press(user, 'Edit “How do I use it?”');
    await fill(user, 'Question', ' ');
    await pressInDialog(user, 'Done');
    expect(await (await inDialog()).findByLabelText('Question')).toHaveAccessibleDescription(
      'Enter at least one word',
    );
    await fill(user, 'Question', 'Where do I show it?');
    await pressInDialog(user, 'Done');
    await waitFor(() => expect(questions('The card')).toEqual(['Where do I show it?']));
    await addSection(user, 'Travel');
    await addSection(user, 'Nothing yet');
    await press(user, 'Up “Travel”');
    await press(user, 'Remove “Nothing yet”');
    expect(screen.queryByRole('button', { name: 'Remove “The card”', hidden: true })).toBeNull();
    expect(calls).toEqual([]);

    await press(user, 'Save draft');
    expect(await screen.findByRole('region', { name: 'Draft', hidden: true })).toBeInTheDocument();
    expect(window.location.pathname).toBe('/staff/content/texts/FAQ');
    const { draft } = await texts().detail({ type: 'FAQ' });
    expect(draft?.html.replaceAll(/\n+/g, '')).toBe(
      '<h2 id="card">The card</h2><h3 id="how">Where do I show it?</h3><p>Show it.</p>' +
        '<h2 id="travel">Travel</h2><h2 id="money">Money</h2><h3 id="what" hidden>What is it?</h3><p>A card.</p>',
    );
  });

  test('keeps the changes if someone else saved a draft in the meantime', async () => {
    const { user } = await openEditor();
    expect(screen.getByText(/^This is a draft/)).toBeInTheDocument();
    await press(user, 'Remove “What is it?”');
    const { version, revision, draft } = await texts().detail({ type: 'FAQ' });
    await texts().saveDraft({ type: 'FAQ', version, revision, html: FAQ });
    // Returning to the tab loads the new draft, which must not become what the changes are based on.
    const response = holdResponse('texts.detail');
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    fireEvent(window, new Event('visibilitychange'));
    await response.arrived;
    response.release();
    vi.mocked(Date.now).mockRestore();
    await press(user, 'Save draft');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus());
    expect(screen.getByRole('alert')).toHaveTextContent('Someone else changed this in the meantime.');
    expect(questions('Money')).toEqual([]);
    expect((await texts().detail({ type: 'FAQ' })).draft?.html).not.toBe(draft?.html);
  });
});

describe('publishing a text', () => {
  test('asks whether counsel has reviewed a policy, and never about the FAQ', async () => {
    const { version, revision } = await texts().detail({ type: 'COOKIE' });
    await texts().saveDraft({ type: 'COOKIE', version, revision, html: '<p>Oatmeal.</p>' });
    const { user, unmount } = await open('/staff/content/texts/COOKIE');
    const calls = recordMutations();
    await press(user, 'Publish');
    const box = (await inDialog()).getByRole('checkbox', { hidden: true });
    expect(box).not.toBeChecked();
    await user.click(box);
    await showPreview(user);
    await confirm(user, 'Publish');
    expect(calls.at(-1)?.input).toMatchObject({ values: { type: 'COOKIE', version, isReviewed: true } });
    await closeDialog(user);
    await screen.findByText('Version 2', { selector: 'p' });
    expect(screen.queryByRole('button', { name: 'Publish', hidden: true })).toBeNull();
    unmount();

    const faq = await open('/staff/content/texts/FAQ');
    await press(faq.user, 'Publish');
    expect((await inDialog()).queryByRole('checkbox', { hidden: true })).toBeNull();
  });
});

describe('a setting', () => {
  test('is checked at its field, also by the server, and its default is a button away once it differs', async () => {
    const { setting } = await console().content.settings.detail({ key: 'friendBonus' });
    const defaultValue = setting.initialValue;
    await makeSetting(database.db, 'friendBonus', defaultValue);
    const { user } = await open('/staff/content/settings/friendBonus');
    await press(user, 'Change');
    expect(screen.queryByRole('button', { name: 'Use default', hidden: true })).toBeNull();
    const label = /^What a Friend earns/;
    const field = (await inDialog()).getByLabelText(label);
    const expectError = (message: string) =>
      waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    await expectError('This is already the value');
    await fill(user, label, 'much');
    await pressInDialog(user, 'Continue');
    await expectError('Use dollars: 5 or 5.00');
    await fill(user, label, '7');
    await showPreview(user);
    expect(await confirm(user, 'Change')).toBe('The setting is now “7.00”.');
    await closeDialog(user);
    await press(user, 'Use default');
    expect((await inDialog()).getByLabelText(label)).toHaveValue(defaultValue);
    await showPreview(user);
    expect(await confirm(user, 'Use default')).toBe(`The setting is now “${defaultValue}”.`);
  });
});

describe('a plan', () => {
  test('has its price in dollars, and is refused if someone else changed it', async () => {
    const { user } = await open('/staff/content/plans/0');
    await press(user, 'Change');
    const dialog = await inDialog();
    expect(dialog.getByLabelText(/^Price in dollars/)).toHaveValue('49.95');
    await fill(user, /^Price in dollars/, '54.5');
    expect((await showPreview(user)).join(' ')).toContain('$54.50');
    await database.db.updateTable('plans').set({ priceCents: 5_000 }).where('id', '=', 0).execute();
    await pressInDialog(user, 'Change');
    expect(await dialog.findByRole('alert')).toHaveTextContent('Someone else changed this in the meantime.');
    await closeDialog(user);
    expect(await screen.findByText('$50.00')).toBeInTheDocument();
  });
});

const makeSection = (id: string, questions: string[]): EditableFaqSection => ({
  id,
  title: id,
  entries: questions.map((question) => ({ id: question, question, html: '<p>Yes.</p>', isHidden: false })),
});
const sections = [
  makeSection('card', ['a', 'b']),
  makeSection('empty', []),
  makeSection('money', ['c', 'd']),
];
/** Writes sections as 'card: a b, empty:, money: c d'. */
const format = (list: readonly EditableFaqSection[]) =>
  list.map(({ id, entries }) => [`${id}:`, ...entries.map((entry) => entry.id)].join(' ')).join(', ');

describe('a question of the FAQ', () => {
  test.each([
    ['b', -1, 'card: b a, empty:, money: c d'],
    ['a', 1, 'card: b a, empty:, money: c d'],
    ['b', 1, 'card: a, empty: b, money: c d'],
    ['c', -1, 'card: a b, empty: c, money: d'],
    ['a', -1, 'card: a b, empty:, money: c d'],
    ['d', 1, 'card: a b, empty:, money: c d'],
    ['x', 1, 'card: a b, empty:, money: c d'],
  ] as const)('%s moves by %i within its section, then to the adjacent one', (id, step, expected) => {
    expect(format(moveQuestion(sections, id, step))).toBe(expected);
  });

  test('enters the section below at its start, and the one above at its end', () => {
    const full = [makeSection('card', ['a', 'b']), makeSection('money', ['c', 'd'])];
    expect(format(moveQuestion(full, 'b', 1))).toBe('card: a, money: b c d');
    expect(format(moveQuestion(full, 'c', -1))).toBe('card: a b c, money: d');
  });

  test('is added at the end of its section, with an id that nothing else has', () => {
    const question = { question: 'How do I cancel?', html: '<p>Here.</p>' };
    const once = addQuestion(sections, 'card', question);
    const twice = addQuestion(once, 'money', question);
    expect(format(twice)).toBe('card: a b how-do-i-cancel, empty:, money: c d how-do-i-cancel-2');
    expect(format(addQuestion(sections, 'money', { ...question, question: 'Card' }))).toContain('c d card-2');
    expect(format(addQuestion(sections, 'empty', { ...question, question: '¿?' }))).toContain(
      'empty: question,',
    );
  });

  test('keeps its id and its place if it is reworded or hidden', () => {
    const [card] = patchQuestion(sections, 'a', { question: 'New words?', isHidden: true });
    expect(card?.entries).toEqual([
      { id: 'a', question: 'New words?', html: '<p>Yes.</p>', isHidden: true },
      expect.objectContaining({ id: 'b', isHidden: false }),
    ]);
    expect(format(removeQuestion(sections, 'c'))).toBe('card: a b, empty:, money: d');
  });
});

describe('a section of the FAQ', () => {
  test('moves as a whole, and a new one comes last', () => {
    expect(format(moveSection(sections, 'money', -1))).toBe('card: a b, money: c d, empty:');
    expect(format(moveSection(sections, 'card', 1))).toBe('empty:, card: a b, money: c d');
    expect(format(addSection(sections, 'Card'))).toBe('card: a b, empty:, money: c d, card-2:');
  });
});
