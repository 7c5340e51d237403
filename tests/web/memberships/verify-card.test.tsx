import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlan } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);
const END = new Date('2027-03-01T18:00:00Z');
const subscription = { periodEnd: END };

/** Finds the value next to a label. */
async function findFact(name: string) {
  return (await screen.findByText(name, { selector: 'dt' })).nextElementSibling;
}
const findResult = () =>
  screen.findByRole('heading', {
    level: 2,
    name: /^(Active|Expired!|Invalid|Company plan, not a card|No Membership Found)$/,
  });
const robots = () => document.querySelector('meta[name="robots"]')?.getAttribute('content');

describe('[S2 verify card] the search', () => {
  test('has a label and a button that leads to the card’s own page', async () => {
    const { number } = await makeMembership(database.db, { subscription });
    const { user } = await web.open('/verify/card/');
    expect(screen.queryByText(/Verifying Membership/)).not.toBeInTheDocument();
    const box = await screen.findByRole('searchbox', { name: 'Membership ID' });
    expect(box).toHaveAttribute('placeholder', 'Search ID...');
    await user.type(box, number.toLowerCase());
    await user.click(screen.getByRole('button', { name: 'Search' }));
    const id = formatMembershipNumber(number);
    expect(window.location.pathname).toBe(`/verify/card/${id}`);
    expect(await screen.findByText(/Verifying Membership #/)).toHaveTextContent(
      `Verifying Membership # ${id}`,
    );
    expect(await findResult()).toHaveTextContent('Active');
    expect(screen.getByRole('searchbox')).toHaveValue(id);
  });

  test('starts on Enter too, and the next number replaces the last', async () => {
    const firstCard = await makeMembership(database.db, { firstname: 'Ana', subscription });
    const secondCard = await makeMembership(database.db, { firstname: 'Ben', subscription });
    const { user } = await web.open('/verify/card');
    await user.type(await screen.findByRole('searchbox'), `${firstCard.number}{Enter}`);
    expect(await findFact('Card Holder Name')).toHaveTextContent('Ana Gomez');
    await user.click(screen.getByRole('searchbox'));
    await user.keyboard(`${secondCard.number}{Enter}`);
    await waitFor(async () => expect(await findFact('Card Holder Name')).toHaveTextContent('Ben Gomez'));
  });

  test('explains what to enter if it is empty', async () => {
    const { user } = await web.open('/verify/card');
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Type the ID on the card');
    expect(screen.getByRole('searchbox')).toHaveFocus();
    expect(screen.getByRole('searchbox')).toBeInvalid();
  });

  test('checks the same number again', async () => {
    const { number, subscriptionId } = await makeMembership(database.db, { subscription });
    const { user } = await web.open(`/verify/card/${number}`);
    expect(await findResult()).toHaveTextContent('Active');
    await database.db
      .updateTable('subscriptions')
      .set({ status: 'unpaid' })
      .where('id', '=', subscriptionId)
      .execute();
    await user.click(screen.getByRole('button', { name: 'Search' }));
    await waitFor(async () => expect(await findResult()).toHaveTextContent('Invalid'));
  });

  test('does nothing if it is empty', async () => {
    const { user } = await web.open('/verify/card');
    await user.type(await screen.findByRole('searchbox'), '   {Enter}');
    expect(window.location.pathname).toBe('/verify/card');
  });

  test('[D8] is excluded from search engines, with or without a card', async () => {
    await web.open('/verify/card');
    await screen.findByRole('searchbox');
    expect(robots()).toBe('noindex');
  });
});

describe('[S2 verify card] the result', () => {
  test('is replaced by Loading... until it arrives', async () => {
    const { number } = await makeMembership(database.db, { subscription });
    const response = holdResponse('verification.find');
    await web.open(`/verify/card/${number}`);
    expect(await screen.findByText(/Verifying Membership #/)).toBeVisible();
    expect((await screen.findAllByRole('status', { name: 'Loading...' }))[0]).toBeVisible();
    response.release();
    expect(await findResult()).toHaveTextContent('Active');
    expect(screen.queryByRole('status', { name: 'Loading...' })).not.toBeInTheDocument();
    expect(robots()).toBe('noindex');
  });

  test('shows status, Expires as MMMM Do YYYY, Card Holder Name, and Card Plan, without other names', async () => {
    const { number } = await makeMembership(database.db, {
      subscription,
      spouseFirstname: 'Luis',
      spouseLastname: 'Gomez',
      familyMembers: ['Eva Gomez'],
    });
    await web.open(`/verify/card/${number}`);
    expect(await findFact('Status')).toHaveTextContent('Active');
    expect(await findFact('Expires')).toHaveTextContent('March 1st 2027');
    expect(await findFact('Card Holder Name')).toHaveTextContent('Maria Gomez');
    expect(await findFact('Card Plan')).toHaveTextContent('Individual');
    expect(screen.queryByText(/Luis|Eva/)).not.toBeInTheDocument();
  });

  test.each([1, 4])('shows the spouse and each additional member of family plan %i', async (planId) => {
    const { number } = await makeMembership(database.db, {
      planId,
      subscription,
      spouseFirstname: 'Luis',
      spouseLastname: 'Gomez',
      familyMembers: ['Eva Gomez', 'Eva Gomez', 'Max Gomez'],
    });
    await web.open(`/verify/card/${number}`);
    expect(await findFact('Card Plan')).toHaveTextContent('Family');
    expect(await findFact('Spouse')).toHaveTextContent('Luis Gomez');
    const memberList = await findFact('Additional Family Members');
    const items = memberList instanceof HTMLElement ? within(memberList).getAllByRole('listitem') : [];
    expect(items.map((item) => item.textContent)).toEqual(['Eva Gomez', 'Eva Gomez', 'Max Gomez']);
  });

  test('shows nobody else for a family plan without family members', async () => {
    const { number } = await makeMembership(database.db, { planId: 1, subscription });
    await web.open(`/verify/card/${number}`);
    expect(await findFact('Card Plan')).toHaveTextContent('Family');
    expect(screen.queryByText('Spouse')).not.toBeInTheDocument();
    expect(screen.queryByText('Additional Family Members')).not.toBeInTheDocument();
  });

  test.each([
    [2, 'Unknown', 'Active'],
    [5, 'Corporate Group', 'Company plan, not a card'],
  ] as const)('[S3 plan numbers] shows plan %i as %s', async (planId, name, word) => {
    await makePlan(database.db, { id: 2, name: 'Unknown' });
    const { number } = await makeMembership(database.db, { planId, subscription });
    await web.open(`/verify/card/${number}`);
    expect(await findFact('Card Plan')).toHaveTextContent(name);
    expect(await findResult()).toHaveTextContent(word);
  });

  test.each([
    [{ status: 'past_due' }, 'Invalid', 'Past due'],
    [{ status: 'unpaid' }, 'Invalid', 'Unpaid'],
    [{ status: 'canceled', endedAt: NOW }, 'Invalid', 'Canceled'],
    [{ periodEnd: NOW }, 'Expired!', 'Expired'],
    [{ canceledAt: NOW }, 'Active', 'Active'],
  ] as const)('[S8 membership lookup] shows %o as %s', async (changes, word, status) => {
    const { number } = await makeMembership(database.db, { subscription: { ...subscription, ...changes } });
    await web.open(`/verify/card/${number}`);
    expect(await findResult()).toHaveTextContent(word);
    expect(await findFact('Status')).toHaveTextContent(status);
    const sentence = screen.queryByText('The membership is invalid. For more info, please contact us.');
    expect(sentence !== null).toBe(word === 'Invalid');
  });

  test.each(['ABCD-EFGH-JKMN', 'nonsense', '%E2%80%AE', "' or 1=1 --"])(
    'is No Membership Found for %s',
    async (enteredText) => {
      await web.open(`/verify/card/${encodeURIComponent(enteredText)}`);
      expect(await findResult()).toHaveTextContent('No Membership Found');
      expect(screen.queryByText('Status')).not.toBeInTheDocument();
    },
  );

  test('is announced', async () => {
    await web.open('/verify/card/ABCD');
    expect((await findResult()).closest('[aria-live="polite"]')).not.toBeNull();
  });
});

describe('[S9 dates] the displayed day', () => {
  test.each([
    // A day ends at midnight in Denver, with or without daylight saving time, regardless of the time zones of
    // the server and the reader.
    ['2027-03-01T06:59:59Z', 'February 28th 2027'],
    ['2027-03-01T07:00:00Z', 'March 1st 2027'],
    ['2027-07-03T05:59:59Z', 'July 2nd 2027'],
    ['2027-07-03T06:00:00Z', 'July 3rd 2027'],
    // Daylight saving time starts on March 14, 2027.
    ['2027-03-14T06:59:00Z', 'March 13th 2027'],
    ['2027-03-15T05:59:00Z', 'March 14th 2027'],
    ['2028-02-29T20:00:00Z', 'February 29th 2028'],
    ['2027-05-11T20:00:00Z', 'May 11th 2027'],
    ['2027-05-12T20:00:00Z', 'May 12th 2027'],
    ['2027-05-13T20:00:00Z', 'May 13th 2027'],
    ['2027-05-22T20:00:00Z', 'May 22nd 2027'],
  ])('of %s is %s', async (periodEnd, day) => {
    const { number } = await makeMembership(database.db, {
      subscription: { periodEnd: new Date(periodEnd) },
    });
    await web.open(`/verify/card/${number}`);
    expect(await findFact('Expires')).toHaveTextContent(day);
  });
});
