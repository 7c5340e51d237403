import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { rememberReferral } from '#web/lib/referral.ts';
import { checkoutWeb, press } from '../checkout-web.tsx';

const database = seededTestDb();
const web = checkoutWeb(database);

let affiliate: TestAccount;
beforeEach(async () => {
  affiliate = await makeAffiliate('Ivy', 'Turner');
});

const makeAffiliate = (firstname: string, lastname: string) =>
  makeAccount(database.db, { firstname, lastname, accountType: 1, referenceCode: `R${newId().slice(-9)}` });
const follow = ({ referenceCode }: TestAccount) =>
  rememberReferral({ code: String(referenceCode), link: null });
const reference = () => screen.findByRole('combobox', { name: /^Reference/ });

describe('the reference of a visitor with a referral link', () => {
  test('is prefilled, and remains empty after it is cleared', async () => {
    follow(affiliate);
    const { user } = await web.openAt('details');
    const field = await reference();
    await waitFor(() => expect(field).toHaveValue('Ivy Turner'));
    field.focus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Clear reference' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
    await press(user, 'Next');
    await screen.findByRole('heading', { name: 'Payment' });
    await press(user, 'Previous');
    expect(await reference()).toHaveValue('');
  });

  test('can be changed, and keeps the change', async () => {
    const otherAffiliate = await makeAffiliate('Rosalind', 'Reyes');
    follow(affiliate);
    const { user } = await web.openAt('details');
    const field = await reference();
    await waitFor(() => expect(field).toHaveValue('Ivy Turner'));
    await user.clear(field);
    await user.type(field, String(otherAffiliate.referenceCode));
    await screen.findByRole('option', { name: /^Rosalind Reyes/, hidden: true });
    await user.keyboard('{ArrowDown}{Enter}');
    await press(user, 'Next');
    await screen.findByRole('heading', { name: 'Payment' });
    await press(user, 'Previous');
    expect(await reference()).toHaveDisplayValue(/^Rosalind Reyes/);
  });

  test('remains the referrer that the buyer chose before', async () => {
    const otherAffiliate = await makeAffiliate('Rosalind', 'Reyes');
    follow(affiliate);
    await web.openAt('details', { reference: otherAffiliate.id, referenceLabel: 'Rosalind Reyes' });
    await screen.findByRole('heading', { name: 'Details' });
    await expect(
      waitFor(async () => expect(await reference()).toHaveValue('Ivy Turner'), { timeout: 700 }),
    ).rejects.toThrow();
    expect(await reference()).toHaveValue('Rosalind Reyes');
  });

  test('is replaced by a newer link’s referrer', async () => {
    const newerAffiliate = await makeAffiliate('Nora', 'Newell');
    follow(newerAffiliate);
    await web.openAt('details', {
      reference: affiliate.id,
      referenceLabel: 'Ivy Turner',
      referralCode: String(affiliate.referenceCode),
    });
    const field = await reference();
    await waitFor(() => expect(field).toHaveValue('Nora Newell'));
  });

  test('is never the buyer', async () => {
    follow(affiliate);
    await web.openAt('details', { buyer: 'account' }, { account: affiliate });
    const field = await reference();
    await expect(waitFor(() => expect(field).not.toHaveValue(''), { timeout: 700 })).rejects.toThrow();
  });

  test('is empty for an unknown code', async () => {
    rememberReferral({ code: 'LONG-GONE', link: null });
    await web.openAt('details');
    const field = await reference();
    await expect(waitFor(() => expect(field).not.toHaveValue(''), { timeout: 700 })).rejects.toThrow();
  });
});
