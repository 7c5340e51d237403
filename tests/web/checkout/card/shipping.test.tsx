import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { checkoutWeb, dialog, press } from '../checkout-web.tsx';

const web = checkoutWeb(seededTestDb());

const enteredAddress = { street1: '350 fifth avenue', city: 'new york', confirmedAddress: '' };
const findDetailsPage = () => screen.findByRole('heading', { name: 'Details' });

describe('[S2 shipping] confirming the address with USPS', () => {
  test("'Yes, Continue' uses the corrected address and doesn't ask about it again", async () => {
    const { user } = await web.openAt('shipping', enteredAddress);
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(user, 'Next');
    const question = await dialog('Confirm your address');
    expect(question.getByText(/350 fifth avenue/)).toBeVisible();
    expect(question.getByText(/350 5TH AVE|350 FIFTH AVE/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Yes, Continue' }));
    await findDetailsPage();
    await press(user, 'Previous');
    expect(await screen.findByLabelText('City')).toHaveValue('NEW YORK');
    await press(user, 'Next');
    await findDetailsPage();
  });

  test("'No, Edit Address' returns to the page and keeps all values", async () => {
    const { user } = await web.openAt('shipping', enteredAddress);
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(user, 'Next');
    await user.click(
      (await dialog('Confirm your address')).getByRole('button', { name: 'No, Edit Address' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your address' })).toBeNull());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus());
    expect(screen.getByLabelText('Street address')).toHaveValue('350 fifth avenue');
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    await press(user, 'Next');
    await dialog('Confirm your address');
    expect(fetchSpy.mock.calls.map(String).filter((url) => url.includes('addresses.validate'))).toEqual([]);
  });

  test('[D36] an unknown address can be edited or kept', async () => {
    const { user } = await web.openAt('shipping', { ...enteredAddress, zip: '99999' });
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(user, 'Next');
    const unknown = await dialog('Address not found');
    expect(
      unknown.getByText('USPS could not find your address. Please check your address and try again'),
    ).toBeVisible();
    await user.click(unknown.getByRole('button', { name: 'Ok' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Address not found' })).toBeNull());
    expect(screen.getByLabelText('ZIP code')).toHaveValue('99999');
    await press(user, 'Next');
    await user.click((await dialog('Address not found')).getByRole('button', { name: 'Use as entered' }));
    await findDetailsPage();
    await press(user, 'Previous');
    expect(await screen.findByLabelText('Street address')).toHaveValue('350 fifth avenue');
  });

  test('[D36] an address outside the US is not validated, and neither is any while USPS is unavailable', async () => {
    const unavailableVisit = await web.openAt('shipping', {
      ...enteredAddress,
      street1: '1 Unavailable Way',
    });
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(unavailableVisit.user, 'Next');
    expect(await findDetailsPage()).toBeVisible();
    unavailableVisit.unmount();

    const foreignVisit = await web.openAt('shipping', {
      ...enteredAddress,
      state: 'Bayern',
      zip: '80331',
      country: 'DE',
    });
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(foreignVisit.user, 'Next');
    expect(await findDetailsPage()).toBeVisible();
  });
});

describe('[S5 card shipping] address errors', () => {
  test('appear at the fields and in a summary with links', async () => {
    const { user } = await web.openAt('shipping', { firstname: '', email: 'ann@' });
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(user, 'Next');
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'First name: Required' }));
    expect(screen.getByLabelText('First name')).toHaveFocus();
    expect(screen.getByLabelText('First name')).toBeInvalid();
    expect(screen.getByText('Invalid Email')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('ann@');
  });
});
