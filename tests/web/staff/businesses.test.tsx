import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeBusiness, makePlaces, makePromotion, makeStore } from '#tests/helpers/factories/store.ts';
import { REASON } from '#tests/helpers/staff.ts';
import {
  closeDialog,
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  rowOf,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const { open } = staffWeb(database, app);

beforeAll(() =>
  makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
    { zip: '10001', city: 'New York', state: 'NY', latitude: 40.7506, longitude: -73.9972 },
  ]),
);

/** Opens the page of a business with two locations and a promotion. */
async function openBusiness() {
  const { id } = await makeBusiness(database.db, { name: 'Corner Bakery' });
  const first = await makeStore(database.db, { businessId: id, street1: '1600 Curtis St' });
  await makeStore(database.db, { businessId: id, street1: '99 Elm St' });
  await makePromotion(database.db, { businessId: id, info: '<p>Ten off</p>', savesCents: 125 });
  const { user } = await open(`/staff/businesses/${id}`);
  await screen.findByRole('table', { name: 'Locations', hidden: true });
  return { id, first, user, calls: recordMutations() };
}

describe('a listing in the console', () => {
  test('is refused if someone else changed it since the page was opened, and keeps the input', async () => {
    const { id, user } = await openBusiness();
    await press(user, 'Edit listing');
    await database.db.updateTable('businesses').set({ isPremier: true }).where('id', '=', id).execute();
    await fill(user, 'Business name', 'Corner Bread');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    const dialog = await inDialog();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Someone else changed this in the meantime.');
    expect(dialog.getByLabelText('Business name')).toHaveValue('Corner Bread');
    await closeDialog(user);
    await waitFor(() => expect(screen.getByText('Badges').nextElementSibling).toHaveTextContent('Premier'));
    await press(user, 'Edit listing');
    await fill(user, 'Business name', 'Corner Bread');
    expect(await showPreview(user)).toContain('Name: Corner Bakery → Corner Bread');
    await confirm(user, 'Edit listing');
    await closeDialog(user);
    expect(await screen.findByRole('heading', { level: 1, name: 'Corner Bread' })).toBeInTheDocument();
  });

  test('is hidden, and then shown', async () => {
    const { user } = await openBusiness();
    for (const [label, state, next] of [
      ['Hide', 'Hidden by staff', 'Show'],
      ['Show', 'Listed', 'Hide'],
    ] as const) {
      await press(user, label);
      await showPreview(user);
      await confirm(user, label);
      await closeDialog(user);
      await waitFor(() => expect(screen.getByText('Listing').nextElementSibling).toHaveTextContent(state));
      expect(screen.getByRole('button', { name: next, hidden: true })).toBeInTheDocument();
    }
  });
});

describe('the locations of a listing', () => {
  test('are added, with the server’s error at its field, and removed one by one', async () => {
    const { id, user, calls } = await openBusiness();
    await press(user, 'Add location');
    const dialog = await inDialog();
    expect(dialog.getByLabelText(/^Street \(/)).toHaveValue('');
    await fill(user, /^City/, 'New York');
    await fill(user, /^State/, 'New York');
    await fill(user, /^ZIP code/, '00000');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    await waitFor(() =>
      expect(dialog.getByLabelText(/^ZIP code/)).toHaveAccessibleDescription(
        'We don’t recognize this ZIP code. Please give the latitude and longitude',
      ),
    );
    expect(dialog.getByLabelText(/^City/)).toHaveValue('New York');
    await fill(user, /^ZIP code/, '10001');
    await showPreview(user);
    expect(await confirm(user, 'Add location')).toBe('The location is saved.');
    await closeDialog(user);
    expect(await screen.findByRole('heading', { name: 'Locations (3)' })).toBeInTheDocument();

    const row = within(rowOf('Locations', '99 Elm St'));
    await user.click(row.getByRole('button', { name: 'Remove location', hidden: true }));
    await showPreview(user);
    await confirm(user, 'Remove location');
    await closeDialog(user);
    expect(await screen.findByRole('heading', { name: 'Locations (2)' })).toBeInTheDocument();
    expect(calls.at(-1)?.input).toMatchObject({ values: { businessId: id, id: expect.any(String) } });
    await waitFor(() =>
      expect(screen.getByRole('table', { name: 'Locations', hidden: true })).not.toHaveTextContent(
        '99 Elm St',
      ),
    );
    expect(rowOf('Locations', '1600 Curtis St')).toBeInTheDocument();
  });

  test('are edited with what they have, in one row', async () => {
    const { first, user, calls } = await openBusiness();
    const row = within(rowOf('Locations', '1600 Curtis St'));
    await user.click(row.getByRole('button', { name: 'Edit location', hidden: true }));
    const dialog = await inDialog();
    expect(dialog.getByLabelText(/^ZIP code/)).toHaveValue('80202');
    expect(dialog.getByLabelText(/^Latitude/)).toHaveValue(String(first.latitude ?? ''));
    await fill(user, /^Latitude/, 'north');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    await waitFor(() => expect(dialog.getByLabelText(/^Latitude/)).toBeInvalid());
    expect(calls).toEqual([]);
    await fill(user, /^Latitude/, '39.75');
    await fill(user, /^Longitude/, '-104.99');
    await showPreview(user);
    expect(calls.at(-1)?.input).toMatchObject({ values: { id: first.id, latitude: '39.75' } });
    await confirm(user, 'Edit location');
    await closeDialog(user);
    await waitFor(() => expect(rowOf('Locations', '1600 Curtis St')).toHaveTextContent('39.75, -104.99'));
    expect(rowOf('Locations', '99 Elm St')).not.toHaveTextContent('39.75, -104.99');
  });
});

describe('the promotions of a listing', () => {
  test('are edited in dollars, and removed', async () => {
    const { user, calls } = await openBusiness();
    await press(user, 'Edit promotion');
    const saves = /^One use saves/;
    expect((await inDialog()).getByLabelText(saves)).toHaveValue('1.25');
    await fill(user, saves, '2.5');
    await fill(user, /^Headline/, 'Bread for less');
    await showPreview(user);
    expect(calls.at(-1)?.input).toMatchObject({
      values: { headline: 'Bread for less', savesCents: 250, info: expect.stringContaining('Ten off') },
    });
    expect(await confirm(user, 'Edit promotion')).toBe('The promotion is saved.');
    await closeDialog(user);
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Promotions (1)', hidden: true })).toHaveTextContent('$2.50'),
    );
    await press(user, 'Remove promotion');
    await showPreview(user);
    await confirm(user, 'Remove promotion');
    await closeDialog(user);
    expect(await screen.findByText('This business has no promotions.')).toBeInTheDocument();
  });
});
