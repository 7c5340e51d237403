import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { SEED_PLANS } from '#db/seed/catalog.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { businessPlanWeb, dialog, press } from '../checkout-web.tsx';
import { TAX_NUMBER } from './samples.ts';

const database = seededTestDb();
const web = businessPlanWeb(database);

const findPage = (name: string) => screen.findByRole('heading', { name, level: 3 });
const summaryLine = (name: string) => screen.findByRole('button', { name });
const premium = { loyalty: true, socialMedia: true, presentation: true };
const premiumPlan = { plan: 'premium-business' } as const;

/**
 * Changes plan 8 so that the wizard has more pages than with the seeded terms. Returns a function that restores
 * them.
 */
async function changePlanTerms(terms: { asksPromotions?: boolean; asksOptIns?: boolean }) {
  const seedTerms = SEED_PLANS.find(({ id }) => id === 8)?.business;
  await database.db
    .updateTable('plans')
    .set({ business: JSON.stringify({ ...seedTerms, ...terms }) })
    .where('id', '=', 8)
    .execute();
  return async () => {
    await database.db
      .updateTable('plans')
      .set({ business: JSON.stringify(seedTerms) })
      .where('id', '=', 8)
      .execute();
  };
}

describe('[S2 business purchase wizard] the pages of a business plan’s purchase', () => {
  test("skip steps that the plan doesn't have, forward and back", async () => {
    const { user } = await web.openAt('information');
    await findPage('Basic Information');
    expect(screen.getByText('Step 1 of 3')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
    await press(user, 'Next');
    await findPage('Agreements');
    expect(window.location.search).toBe('?plan=basic-networking&step=agreements');
    await press(user, 'Next');
    await findPage('Payment');
    expect(await screen.findByRole('button', { name: 'Purchase' })).toBeVisible();
    await press(user, 'Previous');
    await findPage('Agreements');
    await press(user, 'Previous');
    await expectFocus(await findPage('Basic Information'));
  });
});

describe('[S5 business basic info]the business page', () => {
  test('lists missing fields in the summary with links, and keeps all values', async () => {
    const { user } = await web.openAt('information', { businessname: '', zip: '123' });
    await findPage('Basic Information');
    await press(user, 'Next');
    expect(await summaryLine('ZIP code: Please enter a 5-digit ZIP code')).toBeVisible();
    await user.click(await summaryLine('Business name: Required Field'));
    expect(screen.getByLabelText('Business name')).toHaveFocus();
    expect(screen.getByLabelText('Business name')).toBeInvalid();
    await user.keyboard('Walker Bakery');
    await user.clear(screen.getByLabelText('ZIP code'));
    await user.type(screen.getByLabelText('ZIP code'), '10118');
    await user.type(screen.getByLabelText(/^Website/), 'www.walker.example');
    await user.selectOptions(screen.getByLabelText(/^Category/), 'Pet Services');
    await press(user, 'Next');
    await findPage('Agreements');
    await press(user, 'Previous');
    await findPage('Basic Information');
    expect(screen.getByLabelText('Business name')).toHaveValue('Walker Bakery');
    expect(screen.getByLabelText(/^Category/)).toHaveDisplayValue('Pet Services');
    expect(screen.getByLabelText('Street address')).toHaveValue('350 5th Ave');
  });
});

describe('[S5 W-9, S6 US persons] the sharing program’s page', () => {
  test('shows each missing field’s own message', async () => {
    const emptyW9 = {
      usPerson: false,
      legalNameOfBusiness: '',
      taxClassification: '',
      idType: '',
      idNumber: '',
      acceptedTerms: false,
    };
    const { user } = await web.openAt('sharing', { ...premium, w9: emptyW9 }, premiumPlan);
    await findPage('Sharing Program');
    await press(user, 'Next');
    expect(await summaryLine('US person: We only support US persons at this time')).toBeVisible();
    for (const field of ['Legal name', 'Tax classification', 'Type of tax number', 'Tax number']) {
      expect(screen.getByRole('button', { name: `${field}: Required Field` })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Certification: Please accept the terms' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Type of tax number: Required Field' }));
    const kinds = within(screen.getByRole('radiogroup', { name: 'Type of tax number' }));
    expect(kinds.getByLabelText('Social Security number (SSN)')).toHaveFocus();
    expect(kinds.getByLabelText('Employer identification number (EIN)')).toBeInvalid();
    expect(screen.getByText(/Under penalties of perjury/)).toBeVisible();
  });

  test('masks the tax number and keeps it out of the draft', async () => {
    const first = await web.openAt('sharing', { ...premium, contractAgree: true }, premiumPlan);
    const number = await screen.findByLabelText('Tax number');
    expect(number).toHaveValue('');
    expect(number).toHaveAttribute('autocomplete', 'off');
    expect(number).toHaveAttribute('inputmode', 'numeric');
    await first.user.type(number, TAX_NUMBER);
    expect(number).toHaveAttribute('data-masked');
    await press(first.user, 'Show tax number');
    expect(number).not.toHaveAttribute('data-masked');
    await press(first.user, 'Hide tax number');
    await press(first.user, 'Next');
    await findPage('Social Media Information');
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Park Street Bakery LLC'));
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toMatch(
      new RegExp(`${TAX_NUMBER}|${TAX_NUMBER.replaceAll('-', '')}|idNumber`),
    );
    await press(first.user, 'Previous');
    expect(await screen.findByLabelText('Tax number')).toHaveValue(TAX_NUMBER);
    first.unmount();

    const secondVisit = await web.open('/affiliates?plan=premium-business&step=payment', first.owner);
    await findPage('Sharing Program');
    expect(window.location.search).toBe('?plan=premium-business&step=sharing');
    expect(screen.getByLabelText('Legal name')).toHaveValue('Park Street Bakery LLC');
    expect(screen.getByLabelText('I am a US person')).toBeChecked();
    expect(screen.getByLabelText('Employer identification number (EIN)')).toBeChecked();
    expect(screen.getByLabelText('Tax number')).toHaveValue('');
    await press(secondVisit.user, 'Next');
    expect(await summaryLine('Tax number: Required Field')).toBeVisible();
    expect(screen.getAllByText(/Required Field/)).toHaveLength(2);
  });

  test('shows the form on file, masked and dated, and accepts a new one on request', async () => {
    const account = await makeAccount(database.db);
    await makeW9(database.db, web.checkout().deps.cipher, { accountId: account.id });
    const { user } = await web.openAt('sharing', premium, { ...premiumPlan, account });
    const storedForm = within(await screen.findByRole('region', { name: 'Your W-9 is on file' }));
    expect(storedForm.getByText('•••-••-6789')).toBeVisible();
    expect(storedForm.getByText('November 21st 2026')).toBeVisible();
    await press(user, 'Enter another W-9');
    expect(screen.getByLabelText('Tax number')).toBeVisible();
    await press(user, 'Next');
    expect(await summaryLine('Tax number: Required Field')).toBeVisible();
    await press(user, 'Use the W-9 on file');
    await press(user, 'Next');
    expect(await findPage('Social Media Information')).toBeVisible();
  });
});

describe('[S5 social media]the social media page', () => {
  test('counts words while the owner types, and refuses 251 words immediately', async () => {
    const account = await makeAccount(database.db);
    const { user } = await web.openAt(
      'social-media',
      { socialMedia: true, socialMediaInfo: Array(249).fill('bread').join(' ') },
      { plan: 'exclusive-business', account },
    );
    const info = await screen.findByLabelText(/^What should people know/);
    const findWordCounts = (words: number) => screen.findAllByText(`${words} of 250 words`);
    expect((await findWordCounts(249))[0]).toBeVisible();
    await user.type(info, ' fresh');
    expect((await findWordCounts(250))[0]).toBeVisible();
    expect(info).toBeValid();
    await user.type(info, ' daily');
    const [visibleCount] = await findWordCounts(251);
    expect(visibleCount).toHaveAttribute('aria-hidden', 'true');
    expect(info).toBeInvalid();
    expect(info).toHaveAccessibleDescription(/Please use at most 250 words/);
    await waitFor(() => {
      const announcement = document.querySelector('[aria-live="polite"] > span');
      expect(announcement).toHaveTextContent('251 of 250 words');
    });
    await press(user, 'Next');
    expect(await findPage('Social Media Information')).toBeVisible();
    await user.type(info, '{Backspace}'.repeat(6));
    await press(user, 'Next');
    expect(await findPage('Agreements')).toBeVisible();
  });
});

describe('[S5 presentation]the presentation page', () => {
  test('requires the contact and the answer', async () => {
    const account = await makeAccount(database.db);
    await makeW9(database.db, web.checkout().deps.cipher, { accountId: account.id });
    const { user } = await web.openAt(
      'presentation',
      { ...premium, presentationContactName: '', presentationContactEmail: 'x', presentationFuture: '' },
      { ...premiumPlan, account },
    );
    await findPage('Presentation Information');
    await press(user, 'Next');
    expect(await summaryLine('Contact name: Please enter a contact name')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Contact email: Invalid Email' })).toBeVisible();
    await user.click(await summaryLine('More presentations in the future: Required Field'));
    expect(screen.getByLabelText('Yes')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByLabelText('No')).toBeChecked();
    expect(screen.queryByText('Required Field')).toBeNull();
  });
});

describe('[S5 agreements]the agreements page', () => {
  test('shows three agreements for plan 8, each with its contract', async () => {
    const noAgreements = { contractAgree: false, termsAgree: false, privacyAgree: false };
    const { user } = await web.openAt('agreements', noAgreements);
    await findPage('Agreements');
    await press(user, 'Next');
    const titles = ['Business plan contract', 'Business terms', 'Business privacy statement'];
    for (const title of titles) {
      expect(await summaryLine(`${title}: Required Field`)).toBeVisible();
      await press(user, `Read the ${title}`);
      const contract = await dialog(title);
      expect(await contract.findByText(/^Version 1, published /)).toBeVisible();
      expect(contract.getByRole('button', { name: 'Print' })).toBeVisible();
      await user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
      await user.click(screen.getByLabelText(`I accept the ${title}`));
    }
    await press(user, 'Next');
    expect(await findPage('Payment')).toBeVisible();
  });

  test('shows only the contract of an exclusive plan', async () => {
    const { user } = await web.openAt(
      'agreements',
      { socialMedia: true, contractAgree: false },
      { plan: 'exclusive-business' },
    );
    await findPage('Agreements');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await press(user, 'Read the Exclusive plan contract');
    const contract = await dialog('Exclusive plan contract');
    expect(await contract.findByText(/the business that buys the Exclusive Membership/)).toBeVisible();
  });
});

describe('[D21] a purchase of a plan with promotions and optional programs', () => {
  test('shows both pages, and a page for each selected program', async () => {
    const restore = await changePlanTerms({ asksPromotions: true, asksOptIns: true });
    const { user } = await web.openAt('promotions');
    await findPage('Promotions');
    await press(user, 'Add a promotion');
    await press(user, 'Next');
    expect(await summaryLine('Description: Required Field')).toBeVisible();
    expect(await screen.findByRole('textbox', { name: 'Description' })).toBeInvalid();
    await press(user, 'Remove promotion 1');
    expect(screen.getByRole('button', { name: 'Add a promotion' })).toHaveFocus();
    await press(user, 'Next');
    await findPage('Business Opt-ins');
    expect(screen.getByRole('checkbox', { name: 'Sharing Program' })).toHaveAccessibleDescription(
      /^You recommend memberships to your customers/,
    );
    await user.click(screen.getByRole('checkbox', { name: /^Social Media/ }));
    await press(user, 'Next');
    await findPage('Social Media Information');
    await press(user, 'Previous');
    await findPage('Business Opt-ins');
    await user.click(screen.getByRole('checkbox', { name: /^Social Media/ }));
    await press(user, 'Next');
    expect(await findPage('Agreements')).toBeVisible();
    await press(user, 'Previous');
    expect(await findPage('Business Opt-ins')).toBeVisible();
    await restore();
  });
});
