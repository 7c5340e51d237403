import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeCompanyForm, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { dialog, press } from '../checkout-web.tsx';
import { companyWeb, page } from './company-web.tsx';

const database = seededTestDb();
const web = companyWeb(database);

const HAS_CARDS_MESSAGE =
  'You already have a corporate membership. To add additional members, please contact us.';

describe('[S2 /pricing/corporate] the corporate plan', () => {
  test("[D1] has a page with the catalog's price and a sign-up link", async () => {
    const { user } = await web.open('/pricing/corporate');
    expect(await screen.findByText('$49.95')).toBeVisible();
    expect(screen.getByText(/^\s*per person per year$/)).toBeVisible();
    expect(screen.getByText('A family card for $99.90: $49.95 Extra')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Sign up Now' }));
    expect(await screen.findByRole('dialog', { name: 'Corporate plan' })).toBeVisible();
    expect(window.location.search).toBe('?plan=corporate');
  });

  test('is listed on /pricing, and opens over it', async () => {
    const { user } = await web.open('/pricing');
    await user.click(await screen.findByRole('link', { name: 'Buy Corporate' }));
    await dialog('Corporate plan');
    expect(window.location.pathname).toBe('/pricing');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.search).toBe('');
  });
});

describe('[S2 corporate purchase flow, S4 corporate] the corporate purchase modal', () => {
  test("requires a visitor to log in or register under 'Before you can continue...'", async () => {
    const account = await makeAccount(database.db, { password: 'a long enough password' });
    const { user } = await web.open('/pricing?plan=corporate');
    await expectFocus(await page('Before you can continue...'));
    const login = within(screen.getByRole('region', { name: 'Login' }));
    await user.type(login.getByLabelText('Email'), account.email);
    await user.type(login.getByLabelText('Password'), 'a long enough password');
    await user.click(login.getByRole('button', { name: 'Login' }));
    expect(await page('Company Basic Information')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue(account.email);
  });

  test('sends a company with cards to its page', async () => {
    const { account } = await makeCompanyWithCards(database.db, web.checkout());
    await web.open('/pricing?plan=corporate', account);
    expect(await screen.findByText(HAS_CARDS_MESSAGE)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to your company page' })).toHaveAttribute(
      'href',
      '/user/company',
    );
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  });
});

describe('[S5 company form, S3 corporate plan] the company form', () => {
  const fields = ['Company name', 'Phone', 'Street address', 'City', 'State', 'ZIP code'];

  test("is prefilled from the account's business, then from the saved company", async () => {
    const account = await web.newAccount();
    await makeOwnedBusiness(database.db, { accountId: account.id });
    const { user } = await web.open('/pricing?plan=corporate', account);
    await page('Company Basic Information');
    const prefilledFields = {
      'Company name': 'Corner Bakery',
      Email: account.email,
      Phone: '(555) 010-0111',
      'Street address': '1600 Curtis St',
      City: 'Denver',
      State: 'CO',
      'ZIP code': '80202',
    };
    for (const [label, value] of Object.entries(prefilledFields))
      expect(screen.getByLabelText(label)).toHaveValue(value);
    await user.clear(screen.getByLabelText('Company name'));
    await user.type(screen.getByLabelText('Company name'), 'Corner Bakery Works');
    await press(user, 'Continue');
    await page('Employees');
    sessionStorage.clear();
    await web.open('/pricing?plan=corporate', account);
    await page('Company Basic Information');
    expect(screen.getByLabelText('Company name')).toHaveValue('Corner Bakery Works');
  });

  test('shows the reference that was saved with the company, and can be sent again', async () => {
    const account = await web.newAccount();
    const referrer = await makeAccount(database.db, {
      firstname: 'Edna',
      lastname: 'Krabappel',
      accountType: 3,
    });
    const form = makeCompanyForm({ reference: referrer.id });
    await web.checkout().caller(account).corporate.register(form);
    const { user } = await web.open('/pricing?plan=corporate', account);
    await page('Company Basic Information');
    expect(screen.getByLabelText(/^Reference/)).toHaveValue('Edna Krabappel');
    await press(user, 'Continue');
    await page('Employees');
  });

  test('is empty for an account without a business', async () => {
    await makeOwnedBusiness(database.db, { accountId: (await web.newAccount()).id });
    await web.open('/pricing?plan=corporate', await web.newAccount());
    await page('Company Basic Information');
    for (const name of fields) expect(screen.getByLabelText(name)).toHaveValue('');
  });

  test('reports missing fields, and saves the company before the purchase', async () => {
    const account = await web.newAccount();
    const { user } = await web.open('/pricing?plan=corporate', account);
    await page('Company Basic Information');
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'nobody');
    await press(user, 'Continue');
    for (const name of fields) {
      expect(await screen.findByRole('button', { name: `${name}: Required Field` })).toBeVisible();
    }
    expect(screen.getByRole('button', { name: 'Email: Invalid Email' })).toBeVisible();
    await user.clear(screen.getByLabelText('Email'));
    for (const [label, text] of [
      ['Email', 'office@example.com'],
      ['Company name', 'Park Street Works'],
      ['Phone', '(555) 010-0142'],
      ['Street address', '350 5th Ave'],
      ['City', 'New York'],
      ['ZIP code', '10118'],
    ] as const) {
      await user.click(screen.getByLabelText(label));
      await user.paste(text);
    }
    await user.selectOptions(screen.getByLabelText('State'), 'NY');
    await press(user, 'Continue');
    await expectFocus(await page('Employees'));
    expect(await web.checkout().caller(account).corporate.company()).toMatchObject({
      company: { name: 'Park Street Works', email: 'office@example.com', zip: '10118' },
      hasCards: false,
    });
    sessionStorage.clear();
    await web.open('/pricing?plan=corporate', account);
    expect(await screen.findByLabelText('Company name')).toHaveValue('Park Street Works');
  });

  test('[S8 corporate form] shows server errors at their fields and keeps its page open', async () => {
    const { user } = await web.openAt('company', { code: 'NOSUCHCODE' });
    await page('Company Basic Information');
    await press(user, 'Continue');
    expect(await screen.findByRole('button', { name: 'Promo code: Wrong Promo Code' })).toBeVisible();
    expect(screen.getByLabelText(/^Promo code/)).toBeInvalid();
  });

  test("[S8 corporate form] shows 'There was an issue.' for a failure", async () => {
    const { user } = await web.openAt('company');
    await page('Company Basic Information');
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      String(call[0]).includes('corporate.register')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : originalFetch(...call),
    );
    await press(user, 'Continue');
    const alert = (await screen.findByText('There was an issue.')).closest('[role="alert"]');
    expect(alert).toHaveTextContent('You seem to be offline');
    await expectFocus(alert);
  });

  test("doesn't show another account's company", async () => {
    const otherAccount = await web.newAccount();
    await web
      .checkout()
      .caller(otherAccount)
      .corporate.register(makeCompanyForm({ name: 'Secret Works' }));
    await web.open('/pricing?plan=corporate', await web.newAccount());
    expect(await screen.findByLabelText('Company name')).toHaveValue('');
  });
});
