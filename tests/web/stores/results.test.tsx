import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { currentAddress, findResultsHeading, item, makeColorado, makeStores, names } from './savings-web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);

beforeAll(async () => {
  const { db } = database;
  await makeColorado(db);
  await makeStores(db, 25);
  await makeStore(db, {
    business: {
      name: 'Aldo’s Bakery',
      categories: [9, 4],
      isPremier: true,
      logo: '/logos/aldo.png',
      url: 'https://www.aldos.example.com/',
    },
    street2: 'Suite 4',
    phone: '(555) 010-0199',
  });
  await makeStore(db, {
    business: { name: 'Zebra Optics', categories: [14], isNational: true, url: 'javascript:alert(1)' },
    ...{ street1: null, street2: null, city: null, state: null, zip: null, phone: null },
    ...{ latitude: null, longitude: null },
  });
  await makeStore(db, {
    business: { name: 'Boulder Bikes' },
    latitude: 40.0176,
    longitude: -105.2797,
  });
});

describe('[S3 Store] a search result', () => {
  test('shows type, categories, address, phone, website, premier mark, and distance', async () => {
    await web.open('/savings?name=aldo&zip=80202');
    const aldo = within(await item(/Aldo’s Bakery/));
    expect(aldo.getByText('Food & Drink · Retail')).toBeVisible();
    expect(aldo.getByRole('group')).toHaveTextContent('1600 Curtis St, Suite 4, Denver, CO 80202');
    expect(aldo.getByRole('link', { name: '(555) 010-0199' })).toHaveAttribute('href', 'tel:5550100199');
    const site = aldo.getByRole('link', { name: 'aldos.example.com' });
    expect(site).toHaveAttribute('href', 'https://www.aldos.example.com/');
    expect(site).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(aldo.getByText('Premier')).toBeVisible();
    expect(aldo.getByText('0.0 miles')).toBeVisible();
    expect(aldo.queryByText('National')).not.toBeInTheDocument();
  });

  test('loads its logo lazily without moving the page, and shows initials if that fails', async () => {
    await web.open('/savings?name=aldo');
    const aldo = await item(/Aldo’s Bakery/);
    const picture = aldo.querySelector('img');
    expect(picture).toHaveAttribute('loading', 'lazy');
    expect(picture).toHaveAttribute('width');
    expect(picture).toHaveAttribute('height');
    if (picture) fireEvent.error(picture);
    expect(aldo.querySelector('img')).toBeNull();
    expect(within(aldo).getByText('AB')).toHaveAttribute('aria-hidden', 'true');
  });

  test('shows Nationwide for a national listing without an address, and no unsafe link', async () => {
    await web.open('/savings?national=true');
    const zebra = within(await item(/Zebra Optics/));
    expect(zebra.getByText('National')).toBeVisible();
    expect(zebra.getByText('Nationwide')).toBeVisible();
    expect(zebra.queryByRole('link', { name: /^Directions/ })).not.toBeInTheDocument();
    expect(zebra.queryByText(/mile/)).not.toBeInTheDocument();
    expect(zebra.getAllByRole('link').map((link) => link.textContent)).toEqual(['Zebra Optics']);
    expect(zebra.getByText('No promotions right now')).toBeVisible();
  });

  test('links to the business’s page and, with its address only, to directions', async () => {
    await web.open('/savings?name=aldo');
    const aldo = within(await item(/Aldo’s Bakery/));
    const page = aldo.getByRole('link', { name: 'Aldo’s Bakery' });
    expect(page.getAttribute('href')).toMatch(
      /^\/savings\/aldos-bakery-[0-9a-z]{12}\?location=[0-9a-f-]{36}$/,
    );
    const directions = aldo.getByRole('link', { name: 'Directions to Aldo’s Bakery' });
    const destination = encodeURIComponent('1600 Curtis St, Suite 4, Denver, CO 80202');
    expect(directions).toHaveAttribute(
      'href',
      `https://www.google.com/maps/dir/?api=1&destination=${destination}`,
    );
    expect(directions).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', 'https://maps.apple.com/?daddr='],
    ['Mozilla/5.0 (Linux; Android 16; Pixel 10)', 'geo:0,0?q='],
  ])('opens the map of %s', async (userAgent, start) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
    await web.open('/savings?name=aldo');
    const directions = within(await item(/Aldo’s Bakery/)).getByRole('link', { name: /^Directions/ });
    expect(directions.getAttribute('href')).toBe(
      `${start}${encodeURIComponent('1600 Curtis St, Suite 4, Denver, CO 80202')}`,
    );
  });

  test('shows the corrected name that was searched for', async () => {
    await web.open('/savings?name=bakry');
    await item(/Aldo’s Bakery/);
    expect(screen.getByText('No results for “bakry”. Showing results for “bakery”.')).toBeVisible();
  });
});

describe('[S9 search] the sorting of a search', () => {
  test('starts a new search from page 1 when it changes, and Back restores it', async () => {
    const { user } = await web.open('/savings?page=2');
    await findResultsHeading('28 businesses');
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name Z-A');
    await waitFor(() => expect(names()[0]).toBe('Zebra Optics'));
    expect(currentAddress()).toBe('/savings?sort=name-desc');
    window.history.back();
    await waitFor(() => expect(names()[0]).toBe('Shop 009'));
    expect(currentAddress()).toBe('/savings?page=2');
  });

  test('[D16] can be Distance only with a location', async () => {
    const firstVisit = await web.open('/savings');
    await findResultsHeading('28 businesses');
    const options = () =>
      within(screen.getByLabelText('Sort by'))
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect(options()).toEqual(['Name A-Z', 'Name Z-A', 'Type ascending', 'Type descending']);
    firstVisit.unmount();
    await web.open('/savings?zip=80202&sort=distance');
    await findResultsHeading('27 businesses');
    expect(options()).toContain('Distance');
    expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Distance');
  });
});

describe('[S4 search, S9 search] a page of 10 results', () => {
  test('moves the focus to the heading when it opens, and announces the count', async () => {
    const { user } = await web.open('/savings');
    const heading = await findResultsHeading('28 businesses');
    const pages = within(screen.getByRole('navigation', { name: 'Pages' }));
    expect(pages.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
    expect(pages.queryByRole('link', { name: 'Previous' })).not.toBeInTheDocument();
    await user.click(pages.getByRole('link', { name: 'Next' }));
    await waitFor(() => expect(heading).toHaveFocus());
    expect(currentAddress()).toBe('/savings?page=2');
    expect(names()[0]).toBe('Shop 009');
    expect(screen.getByText('28 businesses, page 2 of 3', { selector: '[role=status]' })).toBeInTheDocument();
    expect(screen.getByText('Page 2 of 3')).toBeVisible();
    await user.click(pages.getByRole('link', { name: 'Page 3' }));
    await waitFor(() => expect(names()).toHaveLength(8));
    expect(pages.queryByRole('link', { name: 'Next' })).not.toBeInTheDocument();
  });

  test('remains visible and is marked busy while the next one loads', async () => {
    const { user } = await web.open('/savings');
    await findResultsHeading('28 businesses');
    const response = holdResponse('savings.search');
    await user.click(screen.getByRole('link', { name: 'Next' }));
    await waitFor(() =>
      expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'true'),
    );
    expect(names()).toHaveLength(10);
    expect(screen.queryByRole('status', { name: 'Loading...' })).not.toBeInTheDocument();
    response.release();
    await waitFor(() => expect(names()[0]).toBe('Shop 009'));
    expect(screen.getByRole('region', { name: 'Results' })).toHaveAttribute('aria-busy', 'false');
  });

  test('has no page links if it is the only one', async () => {
    await web.open('/savings?name=aldo');
    await findResultsHeading('1 business');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });
});

describe('[S2 no results, S8 no results] a search without results', () => {
  test('shows No Results, the specified sentence, and suggestions', async () => {
    const { user } = await web.open('/savings?name=boulder&zip=80202&distance=20');
    expect(await screen.findByRole('heading', { name: 'No Results' })).toBeVisible();
    expect(screen.getByText('Change your search criteria and try again!')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Download/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Search within 40 miles' }));
    expect(await findResultsHeading('1 business')).toBeVisible();
    expect(currentAddress()).toBe('/savings?name=boulder&zip=80202&distance=40');
  });

  test('suggests only clearing the filters if it has no location', async () => {
    const { user } = await web.open('/savings?name=qqqqqqqq');
    const title = await screen.findByRole('heading', { name: 'No Results' });
    const box = within(title.parentElement ?? document.body);
    expect(box.queryByRole('button', { name: /miles/ })).not.toBeInTheDocument();
    await user.click(box.getByRole('button', { name: 'Clear filters' }));
    expect(await findResultsHeading('28 businesses')).toBeVisible();
  });
});

test('[architecture] a failed search can be retried', async () => {
  const { user } = await web.open('/savings?name=aldo');
  await item(/Aldo’s Bakery/);
  const originalFetch = fetch;
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await user.type(screen.getByLabelText('Business name'), '{Backspace}{Enter}');
  const box = await screen.findByRole('alert');
  await waitFor(() => expect(box).toHaveFocus());
  expect(screen.getByLabelText('Business name')).toHaveValue('ald');
  vi.stubGlobal('fetch', originalFetch);
  await user.click(within(box).getByRole('button', { name: 'Try again' }));
  await item(/Aldo’s Bakery/);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
