import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { emptyW9 } from '#web/features/checkout/tax-forms/tax-form-values.ts';
import { rememberReferral } from '#web/lib/referral.ts';
import { dialog, press } from '../checkout-web.tsx';
import { affiliateWeb, findPage, sign, summaryLine } from './affiliate-web.tsx';
import { CANARIES } from './samples.ts';

const database = seededTestDb();
const web = affiliateWeb(database);

const ivy = () =>
  makeAccount(database.db, {
    firstname: 'Ivy',
    lastname: 'Turner',
    accountType: 1,
    referenceCode: `IVY${newId().slice(-8)}`.toUpperCase(),
  });
const reference = () => screen.findByRole('combobox', { name: /^Reference/ });

describe('[S2 affiliate signup wizard] moving between pages', () => {
  test('adds the family page for a family membership, and removes the payment page without a membership', async () => {
    const { user } = await web.openAt('educator', 'information');
    await findPage('Your Information');
    expect(screen.getByText('Step 1 of 3')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Individual, $49.95 each month' })).toBeChecked();
    await user.click(screen.getByRole('radio', { name: 'Family, $99.90 each month' }));
    expect(screen.getByText('Step 1 of 4')).toBeVisible();
    await press(user, 'Next');
    await expectFocus(await findPage('Family Members'));
    await press(user, 'Add family member');
    expect(screen.getByLabelText('Name 1')).toHaveFocus();
    await user.keyboard('Ann Park');
    await press(user, 'Next');
    await findPage('Reference / More Information');
    expect(window.location.search).toBe('?type=rep&step=reference');
    await press(user, 'Previous');
    await findPage('Family Members');
    await press(user, 'Previous');
    await findPage('Your Information');
    await user.click(screen.getByRole('radio', { name: 'No membership for now' }));
    expect(screen.queryByText(/Send me a physical card/)).toBeNull();
    await press(user, 'Next');
    await findPage('Reference / More Information');
    expect(screen.getByText('Step 2 of 2')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Signup' })).toBeVisible();
  });

  test('[D22] offers no membership to a member', async () => {
    const account = await web.newAccount();
    await makeMembership(database.db, { accountId: account.id });
    const { user } = await web.openAt('influencer', 'information', {}, account);
    await findPage('Your Information');
    expect(screen.queryByRole('radio')).toBeNull();
    await press(user, 'Next');
    await findPage('Reference / More Information');
    expect(screen.getByRole('button', { name: 'Signup' })).toBeVisible();
  });
});

describe('[S5 your information]the Your Information page', () => {
  test('lists missing fields in the summary with links, and keeps all values', async () => {
    const { user } = await web.openAt('friend', 'information', { phone: '', birthday: '', donate: false });
    await findPage('Your Information');
    await press(user, 'Next');
    await user.click(await summaryLine('Birthday: Required'));
    expect(screen.getByLabelText('Birthday')).toHaveFocus();
    await user.keyboard('01022019');
    expect(screen.getByLabelText('Birthday')).toHaveValue('01/02/2019');
    expect(screen.getByText('You must be 18 years or older')).toBeVisible();
    await user.keyboard('{Backspace}'.repeat(4));
    await user.keyboard('1990');
    await user.type(screen.getByLabelText('Phone'), '555.010.0142');
    await user.type(screen.getByLabelText('Tax number'), CANARIES.w9);
    await press(user, 'Next');
    await findPage('Reference / More Information');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('555.010.0142'));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(CANARIES.w9);
  });

  test("requires a W-9 from US residents who don't donate, and a W-8BEN from anyone outside the US", async () => {
    const { user } = await web.openAt('influencer', 'information', { w9: emptyW9 });
    await findPage('Your Information');
    expect(screen.queryByRole('group', { name: /^Form W/ })).toBeNull();
    await user.click(screen.getByLabelText('Donate what I earn to the community fund'));
    expect(screen.getByRole('group', { name: 'Form W-9' })).toBeVisible();
    expect(screen.queryByLabelText('I am a US person')).toBeNull();
    await press(user, 'Next');
    for (const field of ['Legal name', 'Tax classification', 'Type of tax number', 'Tax number']) {
      expect(await summaryLine(`${field}: Required Field`)).toBeVisible();
    }
    expect(await summaryLine('Certification: Please accept the terms')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Country'), 'FR');
    expect(screen.queryByRole('group', { name: 'Form W-9' })).toBeNull();
    expect(screen.getByRole('group', { name: 'Form W-8BEN' })).toBeVisible();
    expect(screen.getByLabelText('Name of the person being paid')).toHaveValue('Amélie Roux');
    for (const number of ['US taxpayer number', 'Foreign tax number', 'Reference number']) {
      const field = screen.getByRole('textbox', { name: number });
      expect(field).toHaveValue('');
      expect(field).toHaveAttribute('data-masked');
      expect(field).toHaveAttribute('autocomplete', 'off');
    }
  });

  test('requires no tax form if one is on file', async () => {
    const account = await web.newAccount();
    await makeW9(database.db, web.checkout().deps.cipher, { accountId: account.id });
    const { user } = await web.openAt('influencer', 'information', { donate: false }, account);
    await findPage('Your Information');
    expect(screen.queryByRole('group', { name: 'Form W-9' })).toBeNull();
    await press(user, 'Next');
    expect(await findPage('Reference / More Information')).toBeVisible();
  });

  test('[S4 address validation] validates the address only for a physical card', async () => {
    const enteredAddress = { street1: '350 fifth avenue', city: 'new york' };
    const { user } = await web.openAt('educator', 'information', enteredAddress);
    await findPage('Your Information');
    await user.click(screen.getByLabelText('Send me a physical card, $10.00 once'));
    await press(user, 'Next');
    const question = await dialog('Confirm your address');
    await user.click(question.getByRole('button', { name: 'Yes, Continue' }));
    await findPage('Reference / More Information');
    await press(user, 'Previous');
    expect(await screen.findByLabelText('Street address')).toHaveValue('350 FIFTH AVE');
  });
});

describe('[S5 affiliate reference page]the reference page', () => {
  test('requires a reference, agreements, and a signature, and defaults to the house account', async () => {
    const uncheckedAgreements = { contractAgree: false, privacyAgree: false, policyAgree: false };
    const { user } = await web.openAt('friend', 'reference', uncheckedAgreements);
    await findPage('Reference / More Information');
    expect(await reference()).toHaveValue('Everything Card');
    await press(user, 'Clear reference');
    await press(user, 'Next');
    const titles = ['Membership terms', 'Terms and privacy policy', 'Policy Procedure Manual'];
    for (const title of ['Reference', ...titles]) {
      expect(await summaryLine(`${title}: Required`)).toBeVisible();
    }
    await user.click(await summaryLine('Signature: Please sign above to continue'));
    expect(screen.getByRole('button', { name: 'Type it instead' })).toHaveFocus();
    expect(screen.getByRole('group', { name: 'Signature' })).toHaveAccessibleDescription(
      'Please sign above to continue',
    );
  });

  test('opens each agreement of the role', async () => {
    const { user } = await web.openAt('influencer', 'reference');
    await findPage('Reference / More Information');
    for (const [button, title] of [
      ['Read the membership terms', 'Influencer agreement'],
      ['Read the terms and privacy policy', 'Terms and privacy policy'],
      ['Read the Policy Procedure Manual', 'Policy Procedure Manual'],
    ] as const) {
      await press(user, button);
      const contract = await dialog(title);
      expect(await contract.findByText(/^Version 1, published /)).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
    }
  });

  test('prefills the owner of the referral link', async () => {
    const { referenceCode } = await ivy();
    rememberReferral({ code: String(referenceCode).toLowerCase(), link: null });
    await web.openSignup('friend', await web.newAccount());
    await findPage('Your Information');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Ivy Turner'));
  });

  test('never prefills the account itself', async () => {
    const owner = await ivy();
    rememberReferral({ code: String(owner.referenceCode), link: null });
    await web.openSignup('friend', owner);
    await findPage('Your Information');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Everything Card'));
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ivy Turner');
  });

  test('keeps a typed signature after Back, but not after a reload', async () => {
    const { user, unmount, account } = await web.openAt('friend', 'reference');
    await findPage('Reference / More Information');
    await sign(user);
    expect(screen.getByRole('img', { name: 'Olivia Park, as a handwritten signature' })).toBeVisible();
    await press(user, 'Next');
    await findPage('Payment');
    await press(user, 'Previous');
    expect(await screen.findByRole('img', { name: 'Your signature' })).toBeVisible();
    await press(user, 'Sign again');
    expect(screen.getByRole('img', { name: /^Signature area/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Type it instead' })).toHaveFocus();
    await sign(user);
    await press(user, 'Next');
    await findPage('Payment');
    unmount();
    await web.open('/educators?type=friend&step=payment', account);
    await findPage('Reference / More Information');
    expect(window.location.search).toBe('?type=friend&step=reference');
    expect(screen.getByLabelText('I accept the Policy Procedure Manual')).toBeChecked();
    expect(screen.getByRole('img', { name: /^Signature area/ })).toBeVisible();
  });
});

describe('[S2 affiliate signup wizard] the two pages of the loyalty signup', () => {
  test('adds and removes employees, and shows missing fields', async () => {
    const { user } = await web.openAt('loyalty', 'business', {
      businessName: '',
      compensationOption: '',
      contractAgree: false,
      w9: emptyW9,
    });
    await findPage('Business Information');
    expect(screen.getByText('Step 2 of 2')).toBeVisible();
    await press(user, 'Add an employee');
    expect(screen.getByLabelText('Name of employee 1')).toHaveFocus();
    await user.keyboard('Ben Walker');
    await press(user, 'Add another employee');
    expect(screen.getByLabelText('Name of employee 2')).toHaveFocus();
    await press(user, 'Signup');
    expect(await summaryLine('Business name: Required Field')).toBeVisible();
    expect(await summaryLine('Compensation: Required Field')).toBeVisible();
    expect(await summaryLine('Email or phone of employee 1: Required Field')).toBeVisible();
    expect(await summaryLine('Loyalty affiliate agreement: Required')).toBeVisible();
    expect(await summaryLine('Tax number: Required Field')).toBeVisible();
    await press(user, 'Remove employee 2');
    expect(screen.getByRole('button', { name: 'Add another employee' })).toHaveFocus();
    await user.click(screen.getByRole('radio', { name: 'Donate it to the community fund' }));
    expect(screen.queryByLabelText('Tax number')).toBeNull();
    expect(screen.getByLabelText('Name of employee 1')).toHaveValue('Ben Walker');
  });
});
