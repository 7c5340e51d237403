import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { MAX_PHOTOS } from '#server/domains/stores/page/business-page.schema.ts';
import { makePicture } from '#tests/helpers/pictures.ts';
import { expect, test } from './support/journey.ts';
import { logIn, MEMBER, makeOwner } from './support/owner.ts';
import { checkState } from './support/page-checks.ts';
import { press } from './support/purchase.ts';

/** Long, because axe is slow on a loaded machine. */
const AXE_TIMEOUT_MS = 360_000;

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

async function choosePhoto(page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a photo' }).click(),
  ]);
  await chooser.setFiles({ name, mimeType, buffer });
}

test('an owner fills in the page, and a visitor and a member find everything on it', {
  tag: '@desktop',
}, async ({ page, newVisitor }) => {
  test.setTimeout(AXE_TIMEOUT_MS);
  const business = `Page Bakery ${randomUUID().slice(0, 8)}`;
  const owner = await makeOwner(page, business);
  await page.goto('/user/business');
  await logIn(page, owner);

  await page.getByLabel('Business description').fill('Bread since 1911\nand cake');
  await press(page, 'Save description');
  await expect(page.getByText('Your description is saved.')).toBeVisible();

  const photos = section(page, 'Photos');
  await choosePhoto(page, 'photo.svg', 'image/svg+xml', Buffer.from('<svg/>'));
  await expect(photos.getByText('Please choose a picture: PNG, JPEG, or WebP')).toBeVisible();
  for (const red of [10, 250]) {
    const picture = await makePicture('png', { width: 400, height: 300, red });
    await choosePhoto(page, 'photo.png', 'image/png', picture);
    await expect(page.getByLabel(`What photo ${red === 10 ? 1 : 2} shows`)).toBeVisible();
  }
  await page.getByLabel('What photo 1 shows').fill('The oven');
  await page.getByLabel('What photo 2 shows').fill('The counter');
  await press(page, 'Move photo 2 up');
  await checkState(page, 'photos that are described');
  await press(page, 'Save photos');
  await expect(page.getByText('Your photos are saved.')).toBeVisible();

  await fillPhotos(page);

  await editLocations(page);

  await page.getByRole('link', { name: 'See your page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: business })).toBeVisible();
  const path = new URL(page.url()).pathname;
  await checkPage(await newVisitor(), path, business);
  await checkFavorite(await newVisitor(), business);

  await page.goto('/user/business');
  await press(page, 'Remove Photo 1');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Photo' }).click();
  await expect(page.getByText('The photo was removed.')).toBeVisible();
  await press(page, 'Remove Location 2');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Location' }).click();
  await expect(page.getByText('The location was removed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Locations and hours' })).toBeFocused();
  await page.goto(path);
  await expect(page.getByRole('img', { name: 'The oven' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'The counter' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Location', exact: true })).toBeVisible();
});

/** Adds photos up to the limit, and removes them again. */
async function fillPhotos(page: Page): Promise<void> {
  const addPhoto = page.getByRole('button', { name: 'Add a photo' });
  for (let number = 3; number <= MAX_PHOTOS; number += 1) {
    await choosePhoto(page, 'more.png', 'image/png', await makePicture('png', { width: 40, height: 30 }));
    await expect(page.getByLabel(`What photo ${number} shows`)).toBeVisible();
  }
  await expect(page.getByText('Remove a photo to add another one.')).toBeVisible();
  await expect(addPhoto).toHaveCount(0);
  for (let number = MAX_PHOTOS; number >= 3; number -= 1) {
    await press(page, `Remove Photo ${number}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove Photo' }).click();
    await expect(page.getByLabel(`What photo ${number} shows`)).toHaveCount(0);
  }
  await expect(addPhoto).toBeVisible();
}

/** Adds a second location, first with invalid input, and then sets the main location's hours. */
async function editLocations(page: Page): Promise<void> {
  await press(page, 'Add a location');
  const locations = section(page, 'Locations and hours');
  await locations.getByLabel('Phone').fill('(555) 010-0177');
  await locations.getByLabel('Street address').fill('1 Pearl St');
  await locations.getByLabel('City').fill('Boulder');
  await locations.getByLabel('State').selectOption('CO');
  await locations.getByLabel('ZIP code').fill('803');
  await locations.getByLabel('Monday', { exact: true }).check();
  await locations.getByLabel('Monday closes').fill('09:00');
  await press(page, 'Save location');
  await expect(locations.getByText(/^Please choose a time other than the opening time/)).toBeVisible();
  await checkState(page, 'a location, with an error');
  await locations.getByLabel('Monday closes').fill('01:30');
  await press(page, 'Save location');
  await expect(locations.getByText('Please enter a 5-digit ZIP code', { exact: true })).toBeVisible();
  await locations.getByLabel('ZIP code').fill('80302');
  await press(page, 'Use Monday’s hours for every day');
  await locations.getByLabel('Sunday', { exact: true }).uncheck();
  await press(page, 'Save location');
  await expect(page.getByText('Your location is saved.')).toBeVisible();

  await press(page, 'Edit hours of Main location');
  await locations.getByLabel('Tuesday', { exact: true }).check();
  await press(page, 'Save hours');
  await expect(locations.getByRole('row', { name: 'Tuesday 9:00 AM – 5:00 PM' })).toBeVisible();
  await checkState(page, 'locations with hours');
}

async function checkPage(page: Page, path: string, business: string): Promise<void> {
  await page.goto(path);
  await expect(page).toHaveTitle(new RegExp(`^${business}, .* \\| Everything Card$`));
  await expect(page.getByText('Bread since 1911')).toBeVisible();
  const names = await page.getByRole('region', { name: 'Photos' }).getByRole('img').all();
  expect(await Promise.all(names.map((picture) => picture.getAttribute('alt')))).toEqual([
    'The counter',
    'The oven',
  ]);
  const locations = section(page, '2 locations');
  const [main, boulder] = [locations.getByRole('listitem').first(), locations.getByRole('listitem').last()];
  await main.getByText('Hours', { exact: true }).click();
  await expect(main.getByRole('row', { name: 'Tuesday 9:00 AM – 5:00 PM' })).toBeVisible();
  await boulder.getByText('Hours', { exact: true }).click();
  await expect(boulder.getByRole('row', { name: 'Saturday 9:00 AM – 1:30 AM (next day)' })).toBeVisible();
  await expect(boulder.getByRole('row', { name: 'Sunday Closed' })).toBeVisible();
  await expect(boulder.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:5550100177');
  await expect(boulder.getByRole('link', { name: /^Directions to/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=1%20Pearl%20St/,
  );
  await expect(page.getByRole('main').getByRole('link', { name: 'Get a membership' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Favorite' })).toHaveCount(0);
  await checkState(page, 'the page for a visitor');
  await sharePage(page, path);
  await page.getByRole('main').getByRole('link', { name: 'Verify a card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Verify a card' })).toBeVisible();
}

/** Copies the page's link, then shares it with a stand-in for the device's share menu. */
async function sharePage(page: Page, path: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await Promise.all([
    expect(page.getByText('Link copied')).toBeVisible(),
    page.getByRole('button', { name: /^Copy link to/ }).click(),
  ]);
  const link = new URL(path, page.url()).href;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  await page.addInitScript(() => {
    const share = async (data: ShareData) => Object.assign(window, { shared: data.url });
    Object.defineProperty(navigator, 'share', { value: share });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(await page.evaluate(() => Reflect.get(window, 'shared'))).toBe(link);
}

/**
 * Opens the business from the search, saves it as a favorite, finds it in the account, and removes it there.
 */
async function checkFavorite(page: Page, business: string): Promise<void> {
  await page.goto('/user');
  await logIn(page, MEMBER);
  await expect(page.getByRole('heading', { name: 'You don’t have any favorites yet' })).toBeVisible();
  const search = `/savings?name=${encodeURIComponent(business)}&zip=80302`;
  await page.goto(search);
  await page.getByRole('link', { name: business, exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: business })).toBeVisible();
  await press(page, 'Favorite');
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await checkState(page, 'the page for a member');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back to results' }).click();
  await expect(page.getByRole('article', { name: business }).first()).toBeVisible();
  expect(new URL(page.url()).searchParams.get('zip')).toBe('80302');

  await page.goto('/user');
  const favorites = section(page, 'Favorites');
  await expect(favorites.getByRole('link', { name: business })).toBeVisible();
  await checkState(page, 'an account with a favorite');
  await press(page, `Remove Favorite ${business}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Remove Favorite' }).click();
  await expect(page.getByRole('heading', { name: 'You don’t have any favorites yet' })).toBeVisible();
}
