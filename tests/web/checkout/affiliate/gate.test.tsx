import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { dialog } from '../checkout-web.tsx';
import { affiliateWeb, allSet, findPage } from './affiliate-web.tsx';

const database = seededTestDb();
const web = affiliateWeb(database);

describe('[S2 link /educators] the signup modals', () => {
  test.each([
    ['/educators?type=rep', 'Become an Educator'],
    ['/educators?type=friend', 'Become a Friend'],
    ['/educators?type=influencer', 'Become an Influencer'],
    ['/educators/friend?signup=influencer', 'Become an Influencer'],
    ['/educators/representative?signup=educator', 'Become an Educator'],
    ['/affiliates/loyalty?signup=loyalty', 'Join our Business Loyalty Program'],
  ])('open for %s as "%s", over its page', async (address, title) => {
    const { user } = await web.open(address);
    const modal = await screen.findByRole('dialog', { name: title });
    expect(modal).toBeVisible();
    await within(modal).findByRole('heading', { name: 'Login to continue' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.href.endsWith(address.split('?')[0] ?? '')).toBe(true);
  });

  test.each(['/educators?type=admin', '/educators?type=', '/educators/friend?signup=everybody'])(
    'don’t open for %s',
    async (address) => {
      await web.open(address);
      await screen.findByRole('heading', { level: 1 });
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );
});

describe('[S4 affiliate signup] the signup modal before its wizard', () => {
  test('requires login or registration first, then refetches the viewer', async () => {
    const { user } = await web.openSignup('friend');
    const modal = await dialog('Become a Friend');
    await expectFocus(await modal.findByRole('heading', { name: 'Login to continue' }));
    const form = within(await screen.findByRole('region', { name: 'Login' }));
    const account = await makeAccount(database.db, { password: 'a long enough password' });
    await user.type(form.getByLabelText('Email'), account.email);
    await user.type(form.getByLabelText('Password'), 'a long enough password');
    await user.click(form.getByRole('button', { name: 'Login' }));
    await expectFocus(await findPage('Your Information'));
    expect(screen.getByText('Step 1 of 3')).toBeVisible();
  });
});

describe('[S6 refusal] the signup modal for an account with a type', () => {
  test.each([
    ['loyalty', 2, 'You already are part of the Business Loyalty Program!'],
    ['educator', 3, 'You already signed up to be an Educator!'],
    ['influencer', 3, 'You already signed up to be an Educator!'],
    ['loyalty', 3, 'You already signed up to be an Educator!'],
    [
      'educator',
      10,
      'Your account is set to be an admin. You cannot register for a different type of account.',
    ],
    [
      'influencer',
      42,
      'Your account is set to be a developer. You cannot register for a different type of account.',
    ],
  ] as const)('refuses %s to type %d: "%s"', async (role, accountType, sentence) => {
    await web.openSignup(role, await makeAccount(database.db, { accountType }));
    const heading = await findPage(sentence);
    expect(heading).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your Information' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Go to your affiliate page' }) !== null).toBe(accountType < 10);
    expect(screen.getByRole('link', { name: 'Go to the Backoffice' })).toBeVisible();
  });

  test('allows signing up for a higher type, and has the ZIP code of the account', async () => {
    await web.openSignup('educator', await makeAccount(database.db, { accountType: 2, zip: '59718' }));
    expect(await findPage('Your Information')).toBeVisible();
    expect(screen.getByLabelText('ZIP code')).toHaveValue('59718');
  });

  test.each(['friend', 'influencer'] as const)(
    'shows the final page again to a person who is already a %s',
    async (role) => {
      const [account, reference] = [await web.newAccount(), (await web.newAccount()).id];
      await database.db.updateTable('accounts').set({ isFriend: true }).where('id', '=', reference).execute();
      await web.checkout().caller(account).affiliateSignup.join(affiliateSignup({ role, reference }));
      await web.openSignup(role, account);
      await expectFocus(await allSet());
      expect(
        screen.getByText('You are signed up... We will contact you shortly with more information.'),
      ).toBeVisible();
      const link = screen.getByRole('link', { name: 'Go to your affiliate page' });
      expect(link).toHaveAttribute('href', '/user/affiliate');
    },
  );
});
