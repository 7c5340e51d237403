import { setTimeout as sleep } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const BACKOFFICE = 'https://backoffice.example.org';
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const webWithBackoffice = startWeb(
  testApp(database, { limits: NO_LIMITS, settings: { BACKOFFICE_URL: BACKOFFICE } }),
);
let account: TestAccount;

beforeEach(async () => {
  await makePlans(database.db);
  account = await makeAccount(database.db, { firstname: 'Maria', password: 'secret-1' });
});

const header = () => within(screen.getByRole('banner'));
const openMenu = async (user: { click(element: Element): Promise<void> }) => {
  await user.click(await header().findByRole('button', { name: 'Welcome Maria' }));
  await header().findByRole('button', { name: 'Logout' });
};

describe('[S2 navbar] the Account menu', () => {
  test('shows Welcome, name, email, Manage, and Logout, but no back office for a basic account', async () => {
    const { user } = await web.open('/pricing', account);
    await openMenu(user);
    expect(header().getByText('Maria', { selector: 'p bdi' }).closest('p')).toHaveTextContent(
      `Welcome Maria${account.email}`,
    );
    expect(header().getByRole('link', { name: 'Manage' })).toHaveAttribute('href', '/user');
    expect(header().getByRole('button', { name: 'Logout' })).toBeVisible();
    expect(header().queryByText('Open Backoffice')).not.toBeInTheDocument();
    expect(header().queryByRole('link', { name: 'Business' })).not.toBeInTheDocument();
  });

  test('[S6 backoffice] shows Business but not Open Backoffice to a business owner with a basic account', async () => {
    await makeOwnedBusiness(database.db, { accountId: account.id });
    const { user } = await web.open('/pricing', account);
    await openMenu(user);
    expect(header().getByRole('link', { name: 'Business' })).toHaveAttribute('href', '/user/business');
    expect(header().queryByText('Open Backoffice')).not.toBeInTheDocument();
  });

  test('[D17] links Open Backoffice to the business for an owner with a higher account type', async () => {
    const loyal = await makeAccount(database.db, { firstname: 'Maria', accountType: 2 });
    await makeOwnedBusiness(database.db, { accountId: loyal.id });
    const { user } = await web.open('/pricing', loyal);
    await openMenu(user);
    expect(header().getByRole('link', { name: 'Open Backoffice' })).toHaveAttribute('href', '/user/business');
  });

  test.each([
    [1, '/user/affiliate'],
    [2, '/user/affiliate'],
    [3, '/user/affiliate'],
    [10, '/user'],
    [42, '/user'],
  ])('[S6 backoffice] shows Open Backoffice to account type %i', async (accountType, address) => {
    const staff = await makeAccount(database.db, { firstname: 'Maria', accountType });
    const { user } = await web.open('/pricing', staff);
    await openMenu(user);
    // If no back office is configured, the button leads to the person's own page on this site.
    expect(header().getByRole('link', { name: 'Open Backoffice' })).toHaveAttribute('href', address);
  });

  test('[D17] links Open Backoffice to the configured site', async () => {
    const staff = await makeAccount(database.db, { firstname: 'Maria', accountType: 10 });
    const { user } = await webWithBackoffice.open('/pricing', staff);
    await openMenu(user);
    await waitFor(() =>
      expect(header().getByRole('link', { name: 'Open Backoffice' })).toHaveAttribute('href', BACKOFFICE),
    );
  });

  test('opens and closes by keyboard, and returns focus', async () => {
    const { user } = await web.open('/pricing', account);
    const button = await header().findByRole('button', { name: 'Welcome Maria' });
    button.focus();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.keyboard('{Enter}');
    expect(button).toHaveAttribute('aria-expanded', 'true');
    await header().findByRole('button', { name: 'Logout' });
    await user.tab();
    expect(header().getByRole('link', { name: 'Manage' })).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(button).toHaveFocus();
    expect(header().queryByRole('link', { name: 'Manage' })).not.toBeInTheDocument();
  });

  test('closes when focus or a click moves outside', async () => {
    const { user } = await web.open('/pricing', account);
    await openMenu(user);
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(header().queryByRole('button', { name: 'Logout' })).not.toBeInTheDocument();
  });

  test('[S4 session] ends the session at Logout, deletes drafts, and shows Login', async () => {
    const { user } = await web.open('/user', account);
    expect(await screen.findByRole('heading', { name: 'Current Memberships' })).toBeVisible();
    sessionStorage.setItem('wizard:card', '{"values":{"phone":"303 555 0147"}}');
    sessionStorage.setItem('other', 'kept');
    await openMenu(user);
    await user.click(header().getByRole('button', { name: 'Logout' }));
    expect(await header().findByRole('button', { name: 'Login' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    expect(screen.queryByText('Current Memberships')).not.toBeInTheDocument();
    expect(Object.keys(sessionStorage)).toEqual(['other']);
    const sessions = await database.db
      .selectFrom('sessions')
      .select('idHash')
      .where('accountId', '=', account.id)
      .execute();
    expect(sessions).toEqual([]);
  });
});

describe('[S2 login modal] the login modal', () => {
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Login' }));

  test('opens over the page with email, password, and Forgot your password, and Back closes it', async () => {
    const { user } = await web.open('/pricing?from=mail');
    await user.click(await header().findByRole('button', { name: 'Login' }));
    const modal = await dialog();
    expect(modal.getByLabelText('Email')).toBeVisible();
    expect(modal.getByLabelText('Password')).toBeVisible();
    expect(modal.getByRole('button', { name: 'Forgot your password' })).toBeVisible();
    expect(window.location.search).toBe('?from=mail&login=1');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.search).toBe('?from=mail');
  });

  test('focuses the email field, and logs in with Enter without leaving the page', async () => {
    const { user } = await web.open('/pricing');
    await user.click(await header().findByRole('button', { name: 'Login' }));
    const modal = await dialog();
    await waitFor(() => expect(modal.getByLabelText('Email')).toHaveFocus());
    await user.keyboard(`${account.email}{Tab}secret-1{Enter}`);
    const welcome = await screen.findByRole('button', { name: 'Welcome Maria' });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await waitFor(() => expect(welcome).toHaveFocus());
    expect(window.location.pathname + window.location.search).toBe('/pricing');
  });

  test('doesn’t leave the page if Back closed it during the login', async () => {
    const { user } = await web.open('/faq');
    await user.click(within(screen.getByRole('contentinfo')).getByRole('link', { name: 'Contact' }));
    await screen.findByRole('heading', { level: 1, name: 'Contact us' });
    await user.click(await header().findByRole('button', { name: 'Login' }));
    const modal = await dialog();
    await user.type(modal.getByLabelText('Email'), account.email);
    const response = holdResponse('accounts.login');
    await user.type(modal.getByLabelText('Password'), 'secret-1{Enter}');
    await response.arrived;
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const goBack = vi.spyOn(window.history, 'go');
    response.release();
    expect(await screen.findByRole('button', { name: 'Welcome Maria' })).toBeVisible();
    await sleep(500);
    expect(goBack).not.toHaveBeenCalled();
    expect(window.location.pathname).toBe('/contact');
  });

  test('[S4 login] keeps the input of other forms on the page', async () => {
    const { user } = await web.open('/');
    await user.type(await screen.findByLabelText('Membership ID'), 'ABCD-EFGH');
    await user.click(await header().findByRole('button', { name: 'Login' }));
    const modal = await dialog();
    await user.type(modal.getByLabelText('Email'), account.email);
    await user.type(modal.getByLabelText('Password'), 'secret-1{Enter}');
    expect(await screen.findByRole('button', { name: 'Welcome Maria' })).toBeVisible();
    expect(screen.getByLabelText('Membership ID')).toHaveValue('ABCD-EFGH');
  });

  test('switches to the password reset and back within the modal', async () => {
    const { user } = await web.open('/pricing?login=1');
    const modal = await dialog();
    await user.click(modal.getByRole('button', { name: 'Forgot your password' }));
    const resetDialog = within(await screen.findByRole('dialog', { name: 'Forgot your password' }));
    expect(resetDialog.getByLabelText('Account email')).toHaveFocus();
    await user.click(resetDialog.getByRole('button', { name: 'Back to Login' }));
    expect((await dialog()).getByLabelText('Email')).toHaveFocus();
  });

  test('closes to the page below if it was opened by its URL', async () => {
    const { user } = await web.open('/pricing?login=1');
    const modal = await dialog();
    await user.click(modal.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(window.location.pathname + window.location.search).toBe('/pricing');
  });

  test('does not open for a signed-in visitor', async () => {
    await web.open('/pricing?login=1', account);
    expect(await header().findByRole('button', { name: 'Welcome Maria' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('[S2 navbar] the small-screen menu', () => {
  test('has Login, which opens the modal', async () => {
    const { user } = await web.open('/pricing');
    await user.click(screen.getByLabelText('Menu', { selector: 'button' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await user.click(await menu.findByRole('button', { name: 'Login' }));
    const modal = within(await screen.findByRole('dialog', { name: 'Login' }));
    expect(modal.getByLabelText('Email')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).not.toBeInTheDocument());
  });

  test('has Welcome, Manage, and Logout for a signed-in visitor', async () => {
    const { user } = await web.open('/pricing', account);
    await user.click(screen.getByLabelText('Menu', { selector: 'button' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    expect(await menu.findByText(account.email)).toBeVisible();
    expect(menu.getByRole('link', { name: 'Manage' })).toBeVisible();
    expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible();
  });

  test.each([
    ['a visitor', null],
    ['a member', 0],
    ['an affiliate', 1],
  ])('leads to each page once for %s', async (_who, accountType) => {
    const person = accountType === null ? null : await makeAccount(database.db, { accountType });
    const { user } = await web.open('/pricing', person);
    await user.click(screen.getByLabelText('Menu', { selector: 'button' }));
    const menu = within(await screen.findByRole('dialog', { name: 'Menu' }));
    await menu.findByRole('button', { name: person === null ? 'Login' : 'Logout' });
    const links = menu.getAllByRole('link');
    expect(links.filter(({ textContent }) => textContent?.includes('Manage'))).toHaveLength(1);
    expect(links.filter(({ textContent }) => /back-?office/i.test(textContent ?? ''))).toHaveLength(
      accountType === 0 ? 0 : 1,
    );
    // Visitors have no back office yet, so both of its links lead to their account.
    const addresses = links.map((link) => link.getAttribute('href'));
    if (person !== null) expect(new Set(addresses).size).toBe(addresses.length);
  });
});
