import { expect, test } from 'vitest';
import { findRepeatedPeople, omitRepeatedPeople } from '#server/lib/same-person.ts';

const ANN = { firstname: 'Ann', lastname: 'Lee', phone: '303-555-0100', email: 'ann@example.com' };

test.each([
  ['the same email in another case', { email: 'ANN@example.com' }],
  ['the same mailbox', { firstname: 'Anna', phone: '', email: 'ann+work@example.com' }],
  [
    'the same name and phone',
    { firstname: 'ann', lastname: ' LEE', phone: '+1 (303) 555-0100', email: 'b@example.com' },
  ],
])('%s is the same person', (_what, changes) => {
  expect(findRepeatedPeople([ANN, { ...ANN, ...changes }])).toEqual([1]);
});

test.each([
  ['only the same phone', { firstname: 'Bob', email: 'bob@example.com' }],
  ['only the same name', { phone: '303-555-0199', email: null }],
  ['nothing yet', { firstname: '', lastname: '', phone: '', email: '' }],
])('%s is another person', (_what, changes) => {
  const other = { ...ANN, ...changes };
  expect(omitRepeatedPeople([ANN, other])).toEqual([ANN, other]);
});

test('people are compared with others, who stay out of the result', () => {
  const bob = { ...ANN, firstname: 'Bob', email: 'bob@example.com' };
  expect(findRepeatedPeople([bob, ANN], [ANN])).toEqual([1]);
  expect(omitRepeatedPeople([bob, ANN], [ANN])).toEqual([bob]);
});

test('people who have nothing filled in are never the same', () => {
  expect(findRepeatedPeople([{}, {}, { email: ' ' }])).toEqual([]);
});
