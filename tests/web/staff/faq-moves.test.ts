import { describe, expect, test } from 'vitest';
import type { EditableFaqSection } from '#server/content/faq.schema.ts';
import {
  addQuestion,
  addSection,
  moveQuestion,
  moveSection,
  patchQuestion,
  removeQuestion,
} from '#web/features/staff/content/faq-moves.ts';

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
