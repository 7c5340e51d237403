import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePromotion } from '#tests/helpers/factories/store.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { ownerWeb, press, retype, withinDialog } from './owner-web.tsx';

const database = testDb();
const { owner, businesses, open } = ownerWeb(database);
const getOwnBusiness = () => businesses().mine();

describe('[S9 promotions] an owner’s promotions', () => {
  const makeTwoPromotions = async () => {
    await makePromotion(database.db, { businessId: owner().businessId, code: 'FIRST', info: '<p>One</p>' });
    await makePromotion(database.db, { businessId: owner().businessId, code: 'SECOND', info: 'Two' });
  };
  const listCodes = async () => (await getOwnBusiness())?.promotions.map(({ code }) => code);

  test('start empty when added, and require a description', async () => {
    const { user } = await open();
    await press(user, 'Add a promotion');
    await press(user, 'Save promotions');
    const summary = await screen.findByRole('alert');
    const link = within(summary).getByRole('button', { name: 'Description: Required Field' });
    const text = await screen.findByRole('textbox', { name: 'Description' });
    expect(text).toHaveAttribute('aria-invalid', 'true');
    expect(text).toHaveAccessibleDescription(/Required Field/);
    await user.click(link);
    expect(text).toHaveFocus();
  });

  test('are saved together after a confirmation, then read-only until the next change is allowed', async () => {
    await makeTwoPromotions();
    const { user } = await open();
    await press(user, 'Move promotion 2 up');
    expect(screen.getByRole('button', { name: 'Move promotion 1 up' })).toHaveFocus();
    await press(user, 'Edit promotion 2');
    await retype(user, /^Code/, 'LAST');
    await press(user, 'Save promotions');
    const question = await withinDialog('Save these promotions?');
    expect(question.getByText(/change them again for 30 days/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await listCodes()).toEqual(['FIRST', 'SECOND']);

    await press(user, 'Save promotions');
    await user.click(
      (await withinDialog('Save these promotions?')).getByRole('button', { name: 'Save now' }),
    );
    expect(await screen.findByText('Your promotions are saved.')).toBeVisible();
    expect(await listCodes()).toEqual(['SECOND', 'LAST']);
    expect(screen.getByText('You can change your promotions again on December 21st 2026')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save promotions' })).not.toBeInTheDocument();
    expect(screen.getByText('LAST')).toBeVisible();
    await expectFocus(screen.getByRole('heading', { name: 'Your promotions' }));
  });

  test('[D64] have a headline and savings, previewed as members see them', async () => {
    await makePromotion(database.db, { businessId: owner().businessId, info: '<p>One</p>', savesCents: 450 });
    const { user } = await open();
    await press(user, 'Edit promotion 1');
    const preview = within(await screen.findByRole('region', { name: 'Preview' }));
    expect(preview.getByText('Save $4.50')).toBeVisible();
    expect(preview.getByText('One')).toBeVisible();
    expect(screen.getByLabelText(/^One use saves/)).toHaveValue('4.50');
    await retype(user, /^Headline/, 'Second coffee free');
    await retype(user, /^One use saves/, '5 bucks');
    expect(preview.getByText('Second coffee free')).toBeVisible();
    expect(preview.queryByText(/^Save /)).not.toBeInTheDocument();
    await press(user, 'Save promotions');
    expect(
      await screen.findByRole('button', { name: 'One use saves: Please enter an amount such as 12.50' }),
    ).toBeVisible();
    await retype(user, /^One use saves/, '5.5');
    expect(preview.getByText('Save $5.50')).toBeVisible();
    expect(screen.getByLabelText(/^One use saves/)).toHaveValue('5.5');
    await press(user, 'Save promotions');
    await user.click(
      (await withinDialog('Save these promotions?')).getByRole('button', { name: 'Save now' }),
    );
    await screen.findByText('Your promotions are saved.');
    expect((await getOwnBusiness())?.promotions).toMatchObject([
      { headline: 'Second coffee free', savesCents: 550 },
    ]);
  });

  test('can be restored after removal until they are saved', async () => {
    await makeTwoPromotions();
    const { user } = await open();
    await press(user, 'Remove promotion 1');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(screen.getByText('FIRST')).toBeVisible();
    await press(user, 'Remove promotion 2');
    await press(user, 'Save promotions');
    await user.click(
      (await withinDialog('Save these promotions?')).getByRole('button', { name: 'Save now' }),
    );
    await screen.findByText('Your promotions are saved.');
    expect(await listCodes()).toEqual(['FIRST']);
  });

  test('cannot be saved after a change in another window, which keeps the input', async () => {
    await makeTwoPromotions();
    const { user } = await open();
    await press(user, 'Edit promotion 1');
    await retype(user, /^Code/, 'MINE');
    await businesses().changePromotions({ promotions: [{ code: 'OTHER', info: 'Other' }] });
    await press(user, 'Save promotions');
    await user.click(
      (await withinDialog('Save these promotions?')).getByRole('button', { name: 'Save now' }),
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You can change promotions every 30 days. You can change them again on December 21st 2026.',
    );
    expect(
      await screen.findByText('You can change your promotions again on December 21st 2026'),
    ).toBeVisible();
    expect(screen.getByLabelText(/^Code/)).toHaveValue('MINE');
    expect(await listCodes()).toEqual(['OTHER']);
  });
});

describe('[architecture] leaving with unsaved changes', () => {
  const leaveDialog = () => withinDialog('Leave without saving?');

  test('by a link requires a confirmation: Stay keeps the input, Leave follows the link', async () => {
    const { user } = await open();
    await retype(user, 'Business name', 'Half a na');
    await user.click(screen.getByRole('tab', { name: 'Memberships' }));
    await user.click((await leaveDialog()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Business name')).toHaveValue('Half a na');
    expect(window.location.pathname).toBe('/user/business');
    await user.click(screen.getByRole('tab', { name: 'Memberships' }));
    await user.click((await leaveDialog()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(window.location.pathname).toBe('/user'));
    expect((await getOwnBusiness())?.businessname).toBe('Corner Bakery');
  });

  test('by Back requires a confirmation: Leave goes back', async () => {
    const { user } = await open('/user');
    await user.click(await screen.findByRole('tab', { name: 'Business' }));
    await retype(user, 'Business name', 'Half a na');
    window.history.back();
    await user.click((await leaveDialog()).getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(window.location.pathname).toBe('/user/business'));
    expect(screen.getByLabelText('Business name')).toHaveValue('Half a na');
    window.history.back();
    await user.click((await leaveDialog()).getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText('Current Memberships')).toBeVisible();
    expect(window.location.pathname).toBe('/user');
  });

  test('by closing the tab makes the browser ask, unless everything is saved', async () => {
    const { user } = await open();
    const closeTab = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(closeTab()).toBe(true);
    await retype(user, 'Business name', 'Half a na');
    expect(closeTab()).toBe(false);
  });

  test('requires no confirmation after saving', async () => {
    const { user } = await open();
    await retype(user, 'Business name', 'Corner Bread');
    await press(user, 'Save listing');
    await screen.findByText('Your listing is saved.');
    await user.click(screen.getByRole('tab', { name: 'Memberships' }));
    expect(await screen.findByText('Current Memberships')).toBeVisible();
  });
});
