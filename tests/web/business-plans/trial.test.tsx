import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BUSINESS_CATEGORIES } from '#server/domains/stores/category.shared.ts';
import { addMonths, formatLongDate } from '#server/lib/dates.ts';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makePlaces } from '#tests/helpers/factories/store.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-11-21T18:00:00Z');
const TRIAL = { businessname: 'Blue Door Coffee', type: 9, zip: '80202' };

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS, now: () => NOW });
const eightDaysAgo = testApp(database, {
  limits: NO_LIMITS,
  now: () => new Date(NOW.getTime() - 8 * DAY_MS),
});
const web = startWeb(app);
let account: TestAccount;

beforeAll(() =>
  makePlaces(database.db, [
    { zip: '80202', city: 'Denver', state: 'CO', latitude: 39.7491, longitude: -104.9946 },
  ]),
);

beforeEach(async () => {
  await makePlans(database.db);
  await makeTexts(database.db);
  account = await makeAccount(database.db, { password: 'secret-1' });
});

const modal = async () => within(await screen.findByRole('dialog', { name: '7 Day Business Trial' }));
const waitForDialogToClose = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
const address = () => `${window.location.pathname}${window.location.search}`;

async function fill(user: UserEvent, zip = '80202', name = 'Blue Door Coffee') {
  const dialog = await modal();
  await user.type(await dialog.findByLabelText('Business name'), name);
  // 9 is Food & Drink.
  await user.selectOptions(dialog.getByLabelText('Category'), '9');
  await user.type(dialog.getByLabelText('Business ZIP code'), zip);
  return dialog;
}

const start = async (user: UserEvent) =>
  user.click((await modal()).getByRole('button', { name: 'Start my trial' }));

describe('[S2 /trial, S9 trial] the trial’s modal over the home page', () => {
  test("opens at its URL, shows the trial's terms, and closes to the home page", async () => {
    const { user } = await web.open('/trial');
    const dialog = await modal();
    expect(document.title).toBe('7 Day Business Trial | Everything Card');
    expect(await dialog.findByText('Free for 7 days, without a card')).toBeVisible();
    expect(dialog.getByText(/^Cancel any time/)).toBeVisible();
    expect(dialog.getByText('Your free listing stays up for a year')).toBeVisible();
    expect(dialog.getByText('98% business retention')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitForDialogToClose();
    expect(address()).toBe('/');
    expect(screen.getByRole('heading', { level: 1, name: /main street/ })).toBeVisible();
  });

  test('[D15] shows the catalog prices of plans 8 (standard) and 6 (premium)', async () => {
    await database.db.updateTable('plans').set({ priceCents: 11_111 }).where('id', '=', 8).execute();
    await web.open('/trial');
    const dialog = await modal();
    const program = (name: string) => dialog.getByText(name).closest('div');
    await waitFor(() => expect(program('Standard program')).toHaveTextContent('$111.11/Month'));
    expect(program('Standard program')).toHaveTextContent('Community Educator Membership');
    expect(program('Premium program')).toHaveTextContent('$199.80/Month');
    expect(program('Premium program')).toHaveTextContent('Exclusive Membership');
    await database.db.updateTable('plans').set({ priceCents: 9990 }).where('id', '=', 8).execute();
  });

  test('closes on Back and restores the focus', async () => {
    const { user } = await web.open('/');
    const link = await screen.findByRole('link', { name: 'Try it free for 7 days' });
    await user.click(link);
    await modal();
    expect(address()).toBe('/trial');
    window.history.back();
    await waitForDialogToClose();
    expect(address()).toBe('/');
    await waitFor(() => expect(link).toHaveFocus());
  });

  test('closes to the home page even if opened from another page', async () => {
    const { user } = await web.open('/affiliates');
    await user.click(await screen.findByRole('link', { name: 'Start your trial' }));
    await user.click((await modal()).getByRole('button', { name: 'Close' }));
    await waitForDialogToClose();
    expect(address()).toBe('/');
  });
});

describe('[D15] the trial’s modal', () => {
  test('requires a visitor to log in, then focuses the form', async () => {
    const { user } = await web.open('/trial');
    const dialog = await modal();
    const login = within(await dialog.findByRole('region', { name: 'Login' }));
    expect(dialog.getByRole('region', { name: 'Register' })).toBeVisible();
    expect(dialog.queryByLabelText('Business name')).not.toBeInTheDocument();
    await user.type(login.getByLabelText('Email'), account.email);
    await user.type(login.getByLabelText('Password'), 'secret-1{Enter}');
    const name = await dialog.findByLabelText('Business name');
    await waitFor(() => expect(name).toHaveFocus());
  });

  test('shows the end of a running trial instead of the form', async () => {
    await app.caller(account).businessPlans.startTrial(TRIAL);
    await web.open('/trial', account);
    const dialog = await modal();
    expect(await dialog.findByRole('heading', { name: 'Your trial is running' })).toBeVisible();
    expect(dialog.getByText(/^Your trial ends on November 28th 2026\./)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Go to your business' })).toHaveAttribute(
      'href',
      '/user/business',
    );
  });

  test('sends an account that used its trial to the plans', async () => {
    await eightDaysAgo.caller(account).businessPlans.startTrial(TRIAL);
    await web.open('/trial', account);
    const dialog = await modal();
    expect(await dialog.findByText('Your account already had its free trial.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'See the business plans' })).toHaveAttribute(
      'href',
      '/affiliates',
    );
    expect(dialog.queryByLabelText('Business name')).not.toBeInTheDocument();
  });

  test('sends an owner of a plan to the Business page', async () => {
    const businessId = await makeOwnedBusiness(database.db, { accountId: account.id });
    const subscription = await makeSubscription(database.db, {
      accountId: account.id,
      periodStart: NOW,
      periodEnd: addMonths(NOW, 1),
    });
    await database.db
      .insertInto('businessPlans')
      .values({
        id: newId(),
        accountId: account.id,
        kind: 'subscription',
        planId: 9,
        purchaseId: subscription.purchaseId,
        subscriptionId: subscription.id,
        businessId,
        programs: JSON.stringify({ loyalty: false, socialMedia: null, presentation: null }),
        startedAt: NOW,
        endedAt: null,
        listedUntil: null,
      })
      .execute();
    await web.open('/trial', account);
    const dialog = await modal();
    expect(await dialog.findByText('You already have a business plan.')).toBeVisible();
    expect(dialog.getByText(/Deluxe Membership/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Go to your business' })).toBeVisible();
  });
});

describe('[D15] the trial’s form', () => {
  test('[S3 categories] offers every category, and requires all three fields', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await modal();
    const select = await dialog.findByLabelText('Category');
    const offeredCategories = within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect(offeredCategories[0]).toBe('Choose a category');
    expect(offeredCategories.slice(1)).toHaveLength(19);
    expect(new Set(offeredCategories.slice(1))).toEqual(new Set(Object.values(BUSINESS_CATEGORIES)));
    await start(user);
    expect(await dialog.findAllByText('Required Field')).toHaveLength(2);
    expect(dialog.getByText('Please choose a category', { selector: 'p' })).toBeVisible();
  });

  test('opens the terms to read', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await modal();
    await dialog.findByLabelText('Business name');
    for (const [link, title, text] of [
      ['business terms', 'Business terms', 'BUSINESSTERMS'],
      ['business privacy statement', 'Business privacy statement', 'BUSINESSPRIVACY'],
    ] as const) {
      const opener = dialog.getByRole('button', { name: link });
      await user.click(opener);
      const contract = within(await screen.findByRole('dialog', { name: title }));
      expect(await contract.findByText(text)).toBeVisible();
      await user.click(contract.getByText('Close'));
      await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).not.toBeInTheDocument());
      await waitFor(() => expect(opener).toHaveFocus());
    }
    expect(address()).toBe('/trial');
  });

  test('closes only the terms on Escape', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await modal();
    const opener = await dialog.findByRole('button', { name: 'business terms' });
    await user.click(opener);
    const terms = await screen.findByRole('dialog', { name: 'Business terms' });
    opener.focus();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(terms).not.toBeInTheDocument());
    expect(address()).toBe('/trial');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(address()).toBe('/'));
  });

  test('shows an unknown ZIP code at its field and keeps all values', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await fill(user, '00000');
    await start(user);
    expect(await dialog.findByText('We don’t recognize this ZIP code')).toBeVisible();
    expect(dialog.getByLabelText('Business ZIP code')).toBeInvalid();
    expect(dialog.getByLabelText('Business name')).toHaveValue('Blue Door Coffee');
    expect(dialog.getByLabelText('Category')).toHaveValue('9');
    await user.clear(dialog.getByLabelText('Business ZIP code'));
    await user.type(dialog.getByLabelText('Business ZIP code'), '80202');
    await start(user);
    expect(await dialog.findByRole('heading', { name: 'Blue Door Coffee is listed' })).toBeVisible();
  });

  test('shows instead of the form that the trial was used in another tab', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await fill(user);
    await eightDaysAgo.caller(account).businessPlans.startTrial(TRIAL);
    await start(user);
    const title = await dialog.findByRole('heading', { name: 'Your account already had its free trial.' });
    await waitFor(() => expect(title).toHaveFocus());
  });

  test('starts the trial, and shows the dates and next steps', async () => {
    const { user } = await web.open('/trial', account);
    const dialog = await fill(user, '80202', 'Elm Street Books');
    await start(user);
    const title = await dialog.findByRole('heading', { name: 'Elm Street Books is listed' });
    await waitFor(() => expect(title).toHaveFocus());
    expect(dialog.getByText(formatLongDate(new Date(NOW.getTime() + 7 * DAY_MS)))).toBeVisible();
    expect(dialog.getByText(formatLongDate(addMonths(NOW, 12)))).toBeVisible();
    expect(dialog.getByText(/You won’t be charged/)).toBeVisible();
    expect(dialog.getByRole('link', { name: 'Go to your business' })).toHaveAttribute(
      'href',
      '/user/business',
    );
    // Other queries refetch, but the result stays until the modal closes.
    const plan = await app.caller(account).businessPlans.mine();
    expect(plan).toMatchObject({ kind: 'trial', state: 'active' });
    await user.click(dialog.getByRole('link', { name: 'See it in the savings search' }));
    expect(address()).toBe('/savings?name=Elm+Street+Books&zip=80202');
    expect(await screen.findByRole('article', { name: /Elm Street Books/ })).toBeVisible();
  });
});
