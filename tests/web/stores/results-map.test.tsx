import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { currentAddress, item, makeColorado } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS }));

beforeAll(async () => {
  const { db } = database;
  await makeColorado(db);
  const boulder = { latitude: 40.0176, longitude: -105.2797 };
  await makeStore(db, { business: { name: 'Aldo’s Bakery' } });
  await makeStore(db, { business: { name: 'Boulder Bikes' }, ...boulder });
  await makeStore(db, { business: { name: 'Curtis Cafe' } });
});

const findMap = async () => within(await screen.findByRole('complementary', { name: 'Map' }));
const marker = async (name: string | RegExp) => (await findMap()).findByRole('button', { name });

describe('[S2 search] the map of the results', () => {
  test('is loaded once it is opened, stays open in the URL, and closes with Back', async () => {
    const { user } = await web.open('/savings?zip=80202');
    await item(/Boulder Bikes/);
    const map = await findMap();
    expect(map.queryByRole('region')).not.toBeInTheDocument();
    await user.click(map.getByRole('button', { name: 'Show on a map' }));
    expect(currentAddress()).toBe('/savings?zip=80202&map=open');
    expect(
      await map.findByRole('region', { name: 'Map of the results around Denver, CO 80202' }),
    ).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Distance');
    expect(currentAddress()).toBe('/savings?zip=80202&sort=distance&map=open');
    window.history.back();
    await waitFor(() => expect(currentAddress()).toBe('/savings?zip=80202&map=open'));
    window.history.back();
    await waitFor(() => expect(map.queryByRole('region')).not.toBeInTheDocument());
  });

  test('selects a result in the list, which highlights its marker in return', async () => {
    const { user } = await web.open('/savings?zip=80202&map=open');
    const bikes = await marker('2. Boulder Bikes');
    const result = await item(/Boulder Bikes/);
    await user.hover(result);
    expect(bikes).toHaveAttribute('data-highlighted');
    await user.unhover(result);
    expect(bikes).not.toHaveAttribute('data-highlighted');
    await user.click(bikes);
    expect(bikes).toHaveAttribute('aria-pressed', 'true');
    expect(result.closest('li')).toHaveAttribute('data-selected', 'true');
    const selection = within(screen.getByRole('region', { name: 'Result 2' }));
    expect(selection.getByRole('link', { name: /^Directions/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    await user.click(selection.getByRole('button', { name: 'Show in the list' }));
    expect(result).toHaveFocus();
  });

  test('lists the businesses of one address', async () => {
    const { user } = await web.open('/savings?zip=80202&map=open');
    await user.click(await marker('2 businesses: results 1 and 3'));
    const choices = within(screen.getByRole('region', { name: 'Businesses at this address' }));
    await user.click(choices.getByRole('button', { name: '3. Curtis Cafe' }));
    expect(screen.getByRole('region', { name: 'Result 3' })).toBeVisible();
    expect((await item(/Curtis Cafe/)).closest('li')).toHaveAttribute('data-selected', 'true');
  });

  test('moves by keyboard, searches the area that it shows, and returns to the results', async () => {
    const { user } = await web.open('/savings?zip=80202&map=open&distance=40');
    const bikes = await marker('2. Boulder Bikes');
    const map = await findMap();
    const place = bikes.style.left;
    map.getByRole('region').focus();
    await user.keyboard('{ArrowLeft}');
    expect(Number.parseFloat(bikes.style.left)).toBeCloseTo(Number.parseFloat(place) + 80);
    await user.click(map.getByRole('button', { name: 'Back to the results' }));
    expect(bikes.style.left).toBe(place);
    await user.click(map.getByRole('button', { name: 'Zoom in' }));
    await user.click(map.getByRole('button', { name: 'Search this area' }));
    await waitFor(() => expect(currentAddress()).toMatch(/zip=80\d02&distance=20&map=open$/));
    await waitFor(() =>
      expect(map.queryByRole('button', { name: 'Search this area' })).not.toBeInTheDocument(),
    );
  });

  test('shows all places of a search without one', async () => {
    await web.open('/savings?map=open');
    expect(await marker('2. Boulder Bikes')).toBeVisible();
    expect((await findMap()).getByRole('region', { name: 'Map of the results' })).toBeVisible();
  });

  test('zooms to the businesses of a marker, and keeps the keyboard’s place', async () => {
    for (const [name, latitude] of [
      ['Twin Tea', 39.75],
      ['Twin Toys', 39.76],
    ] as const)
      await makeStore(database.db, { business: { name }, latitude, longitude: -105 });
    const { user } = await web.open('/savings?name=twin&map=open');
    (await marker('2 businesses: results 1 and 2')).focus();
    await user.keyboard('{Enter}');
    expect(await marker('1. Twin Tea')).toBeVisible();
    expect((await findMap()).getByRole('region', { name: 'Map of the results' })).toHaveFocus();
  });
});
