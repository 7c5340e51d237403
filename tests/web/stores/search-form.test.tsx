import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { currentAddress, findResultsHeading, makeColorado, makeStores, names } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS }));

beforeAll(async () => {
  const { db } = database;
  await makeColorado(db);
  await makeStores(db, 12);
  await makeStore(db, {
    business: { name: 'Boulder Books', categories: [4, 9] },
    city: 'Boulder',
    zip: '80302',
    latitude: 40.0176,
    longitude: -105.2797,
  });
  await makeStore(db, {
    business: { name: 'Everywhere Optics', categories: [14], isNational: true },
    latitude: null,
    longitude: null,
  });
});

const field = (label: string | RegExp) => screen.findByLabelText(label);
const getSearchButton = () => screen.getByRole('button', { name: 'Search' });
const getMoreFiltersButton = () => screen.getByRole('button', { name: /^More filters/ });

describe('[S2 search, S9 search] the filters', () => {
  test('show a first visitor the first page of all businesses by name', async () => {
    await web.open('/savings');
    expect(await findResultsHeading('14 businesses')).toBeVisible();
    expect(names()).toHaveLength(10);
    expect(names()[0]).toBe('Boulder Books');
    expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Name A-Z');
    expect(screen.getByLabelText('Distance')).toHaveDisplayValue('60 miles');
    expect(document.title).toBe('Find Businesses | Everything Card');
  });

  test('are name, ZIP code, and distance, with the others under More filters', async () => {
    const { user } = await web.open('/savings');
    await findResultsHeading('14 businesses');
    expect(screen.getAllByRole('textbox').map((box) => box.getAttribute('name'))).toEqual(['name', 'zip']);
    expect(within(screen.getByLabelText('Distance')).getAllByRole('option')).toHaveLength(4);
    expect(screen.queryByLabelText('Category')).not.toBeInTheDocument();
    await user.click(getMoreFiltersButton());
    expect(getMoreFiltersButton()).toHaveAttribute('aria-expanded', 'true');
    const categories = within(await field('Category')).getAllByRole('option');
    expect(categories.map((option) => option.textContent)).toHaveLength(20);
    expect(screen.getByLabelText('Include national businesses')).not.toBeChecked();
  });

  test('update the URL, show page 1, and focus the results when they are applied', async () => {
    const { user } = await web.open('/savings?page=2');
    expect(await findResultsHeading('14 businesses')).toBeVisible();
    await user.type(await field('Business name'), ' books ');
    await user.click(getMoreFiltersButton());
    await user.selectOptions(await field('Category'), 'Retail');
    await user.click(getSearchButton());
    const heading = await findResultsHeading('1 business');
    expect(currentAddress()).toBe('/savings?name=books&category=retail');
    await waitFor(() => expect(heading).toHaveFocus());
    expect(screen.getByRole('button', { name: 'More filters (1)' })).toBeVisible();
    expect(screen.getByText('1 business', { selector: '[role=status]' })).toBeInTheDocument();
  });

  test('are applied on Enter too, and the type matches only the first category', async () => {
    const { user } = await web.open('/savings?type=food-drink');
    await findResultsHeading('12 businesses');
    await user.type(await field('Business name'), 'shop 01{Enter}');
    expect(await findResultsHeading('4 businesses')).toBeVisible();
    expect(currentAddress()).toBe('/savings?name=shop+01&type=food-drink');
  });

  test('show everything again after Clear filters', async () => {
    const { user } = await web.open('/savings?name=books&national=true&distance=20');
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(await findResultsHeading('14 businesses')).toBeVisible();
    expect(currentAddress()).toBe('/savings');
    expect(await field('Business name')).toHaveValue('');
    expect(await field('Distance')).toHaveDisplayValue('60 miles');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  });
});

describe('[S4 search] the search’s URL', () => {
  test('opens the search and fills in the form', async () => {
    await web.open('/savings?zip=80302&distance=20&sort=name-desc');
    expect(await findResultsHeading('1 business')).toBeVisible();
    expect(await field('ZIP code')).toHaveValue('80302');
    expect(await field('Distance')).toHaveDisplayValue('20 miles');
    expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Name Z-A');
    expect(screen.getByText('Within 20 miles of Boulder, CO 80302')).toBeVisible();
  });

  test('is restored by Back, with the results and the form', async () => {
    const { user } = await web.open('/savings?name=books');
    await findResultsHeading('1 business');
    await user.clear(await field('Business name'));
    await user.type(await field('Business name'), 'shop{Enter}');
    await findResultsHeading('12 businesses');
    window.history.back();
    expect(await findResultsHeading('1 business')).toBeVisible();
    expect(await field('Business name')).toHaveValue('books');
  });

  test('is read without its invalid values', async () => {
    await web.open('/savings?distance=7&sort=x&category=77&type=Nope&page=-1&national=maybe&state=QQ&foo=1');
    expect(await findResultsHeading('14 businesses')).toBeVisible();
    expect(names()).toHaveLength(10);
  });

  test('with a page beyond the end shows a link to the last page', async () => {
    const { user } = await web.open('/savings?page=99');
    expect(await screen.findByRole('heading', { name: 'There’s no page 99' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Go to the last page, 2' }));
    await waitFor(() => expect(names()).toHaveLength(4));
  });

  test('is indexed by search engines only without a search', async () => {
    await web.open('/savings?name=books');
    await findResultsHeading('1 business');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });
});

describe('[S5 search] the search form’s errors', () => {
  test('require a state with a city, focus the state, and keep the input without searching', async () => {
    const { user } = await web.open('/savings');
    await findResultsHeading('14 businesses');
    await user.type(await field('Business name'), 'books');
    await user.click(getMoreFiltersButton());
    await user.type(await field('City'), 'Boulder');
    await user.click(getSearchButton());
    const stateField = await field('State');
    await waitFor(() => expect(stateField).toHaveFocus());
    expect(stateField).toBeInvalid();
    expect(screen.getByText('Required Field')).toBeVisible();
    expect(currentAddress()).toBe('/savings');
    expect(await field('Business name')).toHaveValue('books');
    await user.selectOptions(stateField, 'Colorado');
    expect(screen.queryByText('Required Field')).not.toBeInTheDocument();
    await user.click(getSearchButton());
    expect(await screen.findByText('Within 60 miles of Boulder, CO')).toBeVisible();
    expect(currentAddress()).toBe('/savings?name=books&city=Boulder&state=CO');
  });

  test('require a city with a state', async () => {
    await web.open('/savings?state=CO');
    expect(await screen.findByText('Required Field')).toBeVisible();
    expect(await field('City')).toBeInvalid();
    expect(await screen.findByText(/correct the marked field, then search again/)).toBeVisible();
  });

  test('[D16] are shown for an unknown ZIP code until it changes', async () => {
    const { user } = await web.open('/savings?zip=00001');
    const zip = await field('ZIP code');
    await waitFor(() => expect(zip).toBeInvalid());
    expect(screen.getByText('We don’t recognize this ZIP code')).toBeVisible();
    expect(zip).toHaveValue('00001');
    await user.clear(zip);
    expect(zip).toBeValid();
    await user.type(zip, '99999{Enter}');
    expect(await screen.findByText('We don’t recognize this ZIP code')).toBeVisible();
    expect(zip).toHaveFocus();
    await user.clear(zip);
    await user.type(zip, '80202{Enter}');
    expect(await findResultsHeading('13 businesses')).toBeVisible();
  });

  test('[D16] are shown for an unknown city, and open More filters', async () => {
    await web.open('/savings?city=Nowhere&state=MT');
    expect(await screen.findByText('We don’t recognize this city')).toBeVisible();
    expect(await field('City')).toBeInvalid();
  });

  test('are shown for a ZIP code of letters without a request', async () => {
    const { user } = await web.open('/savings');
    await findResultsHeading('14 businesses');
    await user.type(await field('ZIP code'), 'abc{Enter}');
    expect(await screen.findByText('Please enter a 5-digit ZIP code')).toBeVisible();
    expect(await field('ZIP code')).toHaveFocus();
    expect(currentAddress()).toBe('/savings');
  });
});
