import { screen, waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { checkoutWeb, dialog, press, typeCard } from '../checkout-web.tsx';

const database = seededTestDb();
const web = checkoutWeb(database);

describe('[S2 family members]the family members page', () => {
  test('adds and removes members and moves the focus', async () => {
    const { user } = await web.openAt('family', {}, { plan: 'family' });
    await user.click(await screen.findByRole('button', { name: 'Add family member' }));
    expect(screen.getByLabelText('Name 1')).toHaveFocus();
    await user.keyboard('Cleo');
    await press(user, 'Add family member');
    expect(screen.getByLabelText('Name 2')).toHaveFocus();
    await press(user, 'Next');
    expect(await screen.findByRole('button', { name: 'Name 2: Required' })).toBeVisible();
    await press(user, 'Remove name 2');
    expect(screen.queryByLabelText('Name 2')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add family member' })).toHaveFocus();
    expect(screen.getByLabelText('Name 1')).toHaveValue('Cleo');
    await press(user, 'Next');
    expect(await screen.findByRole('heading', { name: 'Details' })).toBeVisible();
  });
});

describe('[S2 details]the Details page', () => {
  test("[S3 referrer] finds a referrer by name and shows 'first last - email'", async () => {
    await makeAccount(database.db, {
      firstname: 'Rosalind',
      lastname: 'Reyes',
      email: 'rosalind@example.com',
      accountType: 3,
      referenceCode: 'ROSA1',
    });
    const { user } = await web.openAt('details');
    const reference = await screen.findByRole('combobox', { name: /^Reference/ });
    await user.type(reference, 'rosal');
    // jsdom has no layout, so it considers the list hidden.
    await screen.findByRole('option', { name: 'Rosalind Reyes - r•••@example.com', hidden: true });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(reference).toHaveValue('Rosalind Reyes - r•••@example.com');
    await press(user, 'Next');
    await screen.findByRole('heading', { name: 'Payment' });
    await press(user, 'Previous');
    expect(await screen.findByRole('combobox', { name: /^Reference/ })).toHaveValue(
      'Rosalind Reyes - r•••@example.com',
    );
  });

  describe('[D56] the reference field', () => {
    const typeReference = async (text: string) => {
      const openedPage = await web.openAt('details');
      const box = await screen.findByRole('combobox', { name: /^Reference/ });
      await openedPage.user.type(box, text);
      return { ...openedPage, box };
    };

    beforeAll(() =>
      makeAccount(database.db, {
        firstname: 'Ruth',
        lastname: 'Otto',
        email: 'ruth@example.com',
        accountType: 3,
        referenceCode: 'RUTH1',
      }),
    );

    test.each([
      ['a code, on Enter', 'ruth1', '{Enter}'],
      ['a code, on blur', ' RUTH1 ', '{Tab}'],
      ['an email, on blur', 'Ruth@example.com', '{Tab}'],
    ])('finds exactly %s', async (_, text, keys) => {
      const { user, box } = await typeReference(text);
      await user.keyboard(keys);
      await waitFor(() => expect(box).toHaveDisplayValue(/^Ruth Otto - r/));
      await press(user, 'Next');
      expect(await screen.findByRole('heading', { name: 'Payment' })).toBeVisible();
    });

    test('finds a reference even if Next is clicked before the response', async () => {
      const { user } = await typeReference('RUTH1');
      await press(user, 'Next');
      expect(await screen.findByRole('heading', { name: 'Payment' })).toBeVisible();
      expect(screen.queryByText('Please choose a reference from the list')).toBeNull();
      await press(user, 'Previous');
      expect(await screen.findByRole('combobox', { name: /^Reference/ })).toHaveDisplayValue(/^Ruth Otto/);
    });

    test('keeps unknown text and blocks the page until it is cleared', async () => {
      const { user, box } = await typeReference('Somebody else');
      await press(user, 'Next');
      expect(await screen.findByText('Please choose a reference from the list')).toBeVisible();
      expect(box).toHaveValue('Somebody else');
      expect(box).toBeInvalid();
      await press(user, 'Clear reference');
      expect(box).toHaveValue('');
      await press(user, 'Next');
      expect(await screen.findByRole('heading', { name: 'Payment' })).toBeVisible();
    });
  });

  test('[S5 details] requires agreement to the terms, which can be read', async () => {
    const { user } = await web.openAt('details', { contractAgree: false });
    await screen.findByRole('heading', { name: 'Details' });
    await press(user, 'Next');
    expect(await screen.findByText('Terms must be accepted')).toBeVisible();
    expect(screen.getByLabelText('I accept the membership terms')).toBeInvalid();
    await press(user, 'Read the membership terms');
    const terms = await dialog('Membership terms');
    expect(await terms.findByText(/^Version \d+, published \w+ \d+/)).toBeVisible();
    expect(terms.getByRole('button', { name: 'Print' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Membership terms' })).toBeNull());
    await user.click(screen.getByLabelText('I accept the membership terms'));
    await press(user, 'Next');
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeVisible();
  });

  test('[D21] shows that the terms changed after they were accepted, and the new ones', async () => {
    const acceptedTexts = [{ type: 'MEMBER', version: 0 }];
    const { user } = await web.openAt('payment', { email: 'terms@example.com', acceptedTexts });
    await typeCard(user, '4242424242424242');
    await press(user, 'Purchase');
    expect(await screen.findByText(/^This text has changed\./)).toBeVisible();
    const box = screen.getByLabelText('I accept the membership terms');
    expect(box).toBeInvalid();
    await user.click(box);
    await user.click(box);
    await press(user, 'Next');
    await typeCard(user, '4242424242424242');
    await press(user, 'Purchase');
    expect(await screen.findByRole('link', { name: 'View/Print Your Receipt' })).toBeVisible();
  });

  test("[D1] shows the catalog's price of a physical card", async () => {
    await database.db
      .updateTable('plans')
      .set({ priceCents: 1250 })
      .where('slug', '=', 'physical-card')
      .execute();
    await web.openAt('details');
    expect(await screen.findByLabelText('Send me a physical card, $12.50 once')).not.toBeChecked();
    expect(
      screen.getByText(
        /Add it now for \$12\.50, or request your first one free with the link in your receipt/,
      ),
    ).toBeVisible();
  });
});
