import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { affiliateWeb } from './affiliate/affiliate-web.tsx';

const database = seededTestDb();
const web = affiliateWeb(database);

const FORMS: Array<[string, (account: TestAccount) => string | Promise<string>, { hasPhone: boolean }]> = [
  ['a business plan', () => '/affiliates?plan=basic-networking', { hasPhone: true }],
  ['a corporate plan', () => '/pricing?plan=corporate', { hasPhone: true }],
  ['an affiliate sign-up', () => '/educators?type=friend', { hasPhone: true }],
  [
    'a physical card',
    async ({ id }) => {
      const { number } = await makeMembership(database.db, { accountId: id });
      return `/request/card/${formatMembershipNumber(number)}`;
    },
    { hasPhone: false },
  ],
];

// card/choose.test.tsx covers the form of a single membership.
describe.each(FORMS)('the form of %s', (_, findPath, { hasPhone }) => {
  test('starts with the address and the phone that the account used last, which can be changed', async () => {
    const account = await web.newAccount();
    await makePurchase(database.db, { accountId: account.id });
    const { user } = await web.open(await findPath(account), account);
    const street = await screen.findByLabelText('Street address');
    await waitFor(() => expect(street).toHaveValue('1600 Broadway'));
    expect(screen.getByLabelText('City')).toHaveValue('Denver');
    expect(screen.getByLabelText('State')).toHaveValue('CO');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('80202');
    if (hasPhone) expect(screen.getByLabelText('Phone')).toHaveValue('303 555 0147');
    await user.clear(street);
    await user.type(street, '2 New Street');
    expect(street).toHaveValue('2 New Street');
  });

  // Skip the physical card: buying its membership already recorded an address.
  if (!hasPhone) return;
  test('is empty for an account that has used none', async () => {
    await makePurchase(database.db, { accountId: (await web.newAccount()).id });
    const account = await web.newAccount();
    await web.open(await findPath(account), account);
    expect(await screen.findByLabelText('Street address')).toHaveValue('');
    expect(screen.getByLabelText('Phone')).toHaveValue('');
  });
});
