import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePng } from '#tests/helpers/pictures.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { ownerWeb, press, retype, withinDialog } from './owner-web.tsx';

const database = testDb();
const { owner, businesses, open } = ownerWeb(database);
const getOwnBusiness = () => businesses().mine();

describe('[S2 /user] an owner’s listing', () => {
  test('has a form with its values, and a link that shows how members find it', async () => {
    await open();
    expect(await screen.findByLabelText('Business name')).toHaveValue('Corner Bakery');
    expect(screen.getByLabelText('Main category')).toHaveDisplayValue('Food & Drink');
    expect(screen.getByLabelText(/^Website/)).toHaveValue('https://bakery.example');
    expect(screen.getByLabelText('Phone')).toHaveValue('(555) 010-0111');
    expect(screen.getByLabelText('Street address')).toHaveValue('1600 Curtis St');
    expect(screen.getByLabelText('State')).toHaveValue('CO');
    expect(screen.getByText('Members can find your business')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See it in the savings search' })).toHaveAttribute(
      'href',
      '/savings?name=Corner+Bakery',
    );
  });

  test('shows that members cannot find it, and links to the plans', async () => {
    await database.db
      .updateTable('businesses')
      .set({ isListed: false })
      .where('id', '=', owner().businessId)
      .execute();
    await open();
    expect(await screen.findByText('Members can’t find your business right now')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/affiliates');
    expect(screen.queryByRole('link', { name: 'See it in the savings search' })).not.toBeInTheDocument();
  });

  test('gets a complete web address when saved, and its search link uses the new name', async () => {
    const { user } = await open();
    await retype(user, 'Business name', 'Corner Bread');
    await retype(user, /^Website/, 'corner.example/bread');
    await press(user, 'Save listing');
    expect(await screen.findByText('Your listing is saved.')).toBeVisible();
    expect(await getOwnBusiness()).toMatchObject({
      businessname: 'Corner Bread',
      categories: [9],
      url: 'https://corner.example/bread',
    });
    expect(screen.getByText('See it in the savings search')).toHaveAttribute(
      'href',
      '/savings?name=Corner+Bread',
    );
  });

  test('stores the main category first', async () => {
    const { user } = await open();
    await user.selectOptions(await screen.findByLabelText('Main category'), 'Retail');
    await press(user, 'Add more categories…');
    for (const name of ['Food & Drink', 'Auto', 'Auto']) await user.click(screen.getByLabelText(name));
    await press(user, 'Save listing');
    await screen.findByText('Your listing is saved.');
    expect((await getOwnBusiness())?.categories).toEqual([4, 9]);
  });

  test('stores an additional category once if it becomes the main one', async () => {
    const { user } = await open();
    await press(user, 'Add more categories…');
    await user.click(screen.getByLabelText('Auto'));
    await user.selectOptions(screen.getByLabelText('Main category'), 'Auto');
    await press(user, 'Save listing');
    await screen.findByText('Your listing is saved.');
    expect((await getOwnBusiness())?.categories).toEqual([16]);
  });

  test('[S6 business owner] shows an error at a field with a missing value, and keeps the input', async () => {
    const { user } = await open();
    await retype(user, 'Business name', '');
    await retype(user, 'Phone', '(303) 555-0147');
    await press(user, 'Save listing');
    const summary = await screen.findByRole('alert');
    await user.click(within(summary).getByRole('button', { name: 'Business name: Required Field' }));
    expect(screen.getByLabelText('Business name')).toHaveFocus();
    expect(screen.getByLabelText('Phone')).toHaveValue('(303) 555-0147');
    expect(await getOwnBusiness()).toMatchObject({ businessname: 'Corner Bakery', phone: '(555) 010-0111' });
  });

  test('shows what staff saved in the meantime, keeps the input, and is then saved over it', async () => {
    const { user } = await open();
    await retype(user, 'Business name', 'Corner Bread');
    await database.db
      .updateTable('stores')
      .set({ phone: '(555) 010-0777' })
      .where('businessId', '=', owner().businessId)
      .execute();
    await press(user, 'Save listing');
    expect(await screen.findByText(/Phone is now \(555\) 010-0777\./)).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Someone else changed this in the meantime.');
    expect(screen.getByLabelText('Business name')).toHaveValue('Corner Bread');
    expect(await getOwnBusiness()).toMatchObject({
      businessname: 'Corner Bakery',
      phone: '(555) 010-0777',
    });
    expect(screen.getByLabelText('Phone')).toHaveValue('(555) 010-0777');
    await press(user, 'Save listing');
    await screen.findByText('Your listing is saved.');
    expect(await getOwnBusiness()).toMatchObject({ businessname: 'Corner Bread', phone: '(555) 010-0777' });
  });

  test('[D16] shows an error at an unknown ZIP code', async () => {
    const { user } = await open();
    await retype(user, 'City', 'Nowhere');
    await retype(user, 'ZIP code', '00000');
    await press(user, 'Save listing');
    const zip = await screen.findByLabelText('ZIP code');
    await waitFor(() => expect(zip).toHaveAccessibleDescription('We don’t recognize this ZIP code'));
    expect(screen.getByLabelText('City')).toHaveValue('Nowhere');
  });
});

describe('[D51] an owner’s logo', () => {
  const input = () => {
    const fileInput = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (fileInput === null) throw new Error('There is no file input');
    return fileInput;
  };
  const picture = () => new File([new Uint8Array(makePng(64, 64))], 'logo.png', { type: 'image/png' });

  test('is previewed, saved, shown, and removed after a confirmation', async () => {
    const { user } = await open();
    await screen.findByText(/Members see your initials\./);
    await user.upload(input(), picture());
    expect(await screen.findByAltText('Your new logo')).toHaveAttribute(
      'src',
      expect.stringMatching(/^data:image\/png/),
    );
    expect((await getOwnBusiness())?.logo).toBeNull();
    await press(user, 'Save logo');
    expect(await screen.findByText('Your logo is saved.')).toBeVisible();
    expect((await getOwnBusiness())?.logo).toMatch(/^\/files\/logos\/[0-9a-f]{32}\.webp$/);
    await expectFocus(screen.getByRole('heading', { name: 'Logo' }));

    await press(user, 'Remove Logo');
    await user.click((await withinDialog('Remove Logo')).getByRole('button', { name: 'Remove Logo' }));
    expect(await screen.findByText('Your logo was removed.')).toBeVisible();
    expect((await getOwnBusiness())?.logo).toBeNull();
  });

  test.each([
    [
      'a file of another type',
      { type: 'image/gif', size: 100 },
      'Please choose a picture: PNG, JPEG, or WebP',
    ],
    [
      'a file of more than 5 MB',
      { type: 'image/png', size: 5 * 1024 * 1024 + 1 },
      'Please choose a picture of at most 5 MB',
    ],
  ])('is refused before it is sent if it is %s', async (_, { type, size }, message) => {
    await open();
    await screen.findByText(/Members see your initials\./);
    const requests: string[] = [];
    const originalFetch = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      requests.push(String(url));
      return originalFetch(url, init);
    };
    const anyFileUser = userEvent.setup({ applyAccept: false });
    await anyFileUser.upload(input(), new File([new Uint8Array(size)], 'logo', { type }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(requests.filter((url) => url.includes('logo'))).toEqual([]);
  });

  test('can be sent again after the server’s error is shown', async () => {
    const { user } = await open();
    await screen.findByText(/Members see your initials\./);
    await user.upload(input(), new File(['no picture'], 'logo.png', { type: 'image/png' }));
    await press(user, 'Save logo');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please choose a picture: PNG, JPEG, or WebP');
    expect(screen.getByRole('button', { name: 'Save logo' })).toBeEnabled();
  });

  test('shows an error without a connection', async () => {
    const { user } = await open();
    await screen.findByText(/Members see your initials\./);
    await user.upload(input(), picture());
    const originalFetch = globalThis.fetch;
    globalThis.fetch = async (url, init) => {
      if (String(url).includes('logo')) throw new TypeError('Failed to fetch');
      return originalFetch(url, init);
    };
    await press(user, 'Save logo');
    expect(await screen.findByRole('alert')).toHaveTextContent('Please check your connection');
    globalThis.fetch = originalFetch;
    await press(user, 'Save logo');
    expect(await screen.findByText('Your logo is saved.')).toBeVisible();
  });
});
