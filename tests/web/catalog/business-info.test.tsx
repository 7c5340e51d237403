import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { BUSINESS_PLANS } from './business-web.ts';

const database = testDb();
const web = startWeb(testApp(database));

beforeEach(() => makePlans(database.db));

const address = () => `${window.location.pathname}${window.location.search}`;

/** Reads the name, price, and purchase link of each plan in a list. */
function readPlans(container: HTMLElement) {
  const links = within(container).getAllByRole('link', { name: /^Purchase / });
  return links.map((link) => {
    const item = within(link.closest('li') ?? link);
    return [
      item.getByRole('heading', { level: 3 }).textContent,
      item.getByText(/\/Month$/).textContent,
      link.getAttribute('href'),
    ];
  });
}

const getExpectedPlans = (ids: readonly number[]) =>
  BUSINESS_PLANS.filter(({ id }) => ids.includes(id)).map(({ name, price, slug }) => [
    name,
    `${price}/Month`,
    `/affiliates?plan=${slug}`,
  ]);

describe('[S2 /business/signup] the Business Networking Program', () => {
  test('explains what a listing is and how it works, and links to the plans and the trial', async () => {
    await web.open('/business/signup');
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Business Networking Program' }),
    ).toBeVisible();
    expect(document.title).toBe('Business Networking Program | Everything Card');
    expect(screen.getByRole('region', { name: 'What’s in a listing' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'How it works' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Compare the plans' })).toHaveAttribute('href', '/affiliates');
    expect(screen.getByRole('link', { name: 'Try it for 7 days' })).toHaveAttribute('href', '/trial');
  });

  test('[S6] [S9] states the price, the promotion, how to cancel, and what owners get', async () => {
    await web.open('/business/signup');
    expect(await screen.findByText(/Plans from \$99\.90\/Month\./)).toBeVisible();
    expect(screen.getByText('Over 98%')).toBeVisible();
    const goodToKnow = within(screen.getByRole('region', { name: 'Good to know' }));
    expect(goodToKnow.getByText(/you can change your promotions every 30 days/)).toBeVisible();
    expect(goodToKnow.getByText(/to set up their store and create memberships for employees/)).toBeVisible();
    expect(goodToKnow.getByRole('link', { name: 'the verification page' })).toHaveAttribute(
      'href',
      '/verify/card',
    );
    expect(goodToKnow.getByRole('link', { name: 'the answers for businesses' })).toHaveAttribute(
      'href',
      '/faq#section-businesses',
    );
  });

  test('[D1] lists the four plans with the catalog’s names and prices', async () => {
    await web.open('/business/signup');
    await screen.findByRole('heading', { level: 3, name: 'Deluxe Membership' });
    expect(readPlans(screen.getByRole('region', { name: 'Four plans' }))).toEqual(
      getExpectedPlans([8, 9, 6, 7]),
    );
  });
});

describe('[D1] a changed price in the catalog', () => {
  const setPrice = (priceCents: number) =>
    database.db.updateTable('plans').set({ priceCents }).where('slug', '=', 'basic-networking').execute();
  beforeEach(() => setPrice(10_490));
  afterEach(() => setPrice(9990));

  test('changes the starting price of the plans', async () => {
    await web.open('/business/signup');
    expect(await screen.findByText(/Plans from \$104\.90\/Month\./)).toBeVisible();
  });
});

describe('[S2 /affiliates/loyalty] the Business Program', () => {
  test('opens its signup in a modal with its own URL, which Back closes', async () => {
    const { user } = await web.open('/affiliates/loyalty');
    expect(await screen.findByRole('heading', { level: 1, name: 'Business Program' })).toBeVisible();
    const joinLink = screen.getByRole('link', { name: 'Join our Business Loyalty Program' });
    await user.click(joinLink);
    expect(await screen.findByRole('dialog', { name: 'Join our Business Loyalty Program' })).toBeVisible();
    expect(address()).toBe('/affiliates/loyalty?signup=loyalty');
    window.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/affiliates/loyalty');
    await waitFor(() => expect(joinLink).toHaveFocus());
  });

  test('[D14] [D21] links to the webinar and to the plans with the sharing program, 9 and 7', async () => {
    await web.open('/affiliates/loyalty');
    const plans = await screen.findByRole('region', { name: 'Plans with the sharing program' });
    await within(plans).findByRole('heading', { name: 'Deluxe Membership' });
    expect(readPlans(plans)).toEqual(getExpectedPlans([9, 7]));
    expect(within(plans).getByText(/For US persons/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Watch the webinar' })).toHaveAttribute('href', '/webinar');
  });

  test('[D24] [D34] explains that joining is free, and the rewards of a code and of donations', async () => {
    await makeSetting(database.db, 'signUpReward', '$75');
    await makeSetting(database.db, 'communityFund', 'the Ohio school fund');
    await web.open('/affiliates/loyalty');
    expect(await screen.findByText(/It’s free to join, and you don’t need a plan/)).toBeVisible();
    expect(await screen.findByText(/or to the Ohio school fund. You choose when/)).toBeVisible();
    const webinar = within(screen.getByRole('region', { name: 'Did we send you a webinar code?' }));
    expect(
      webinar.getByText(/a \$75 gift card when you become a loyalty affiliate, or a \$5 lunch/),
    ).toBeVisible();
    expect(webinar.getByRole('link', { name: 'Go to the webinar' })).toHaveAttribute('href', '/webinar');
  });

  test('opens a plan’s purchase, and closing that shows all plans', async () => {
    const { user } = await web.open('/affiliates/loyalty');
    await user.click(await screen.findByRole('link', { name: 'Purchase Business PLUS Membership' }));
    const purchase = await screen.findByRole('dialog', { name: 'Purchase Business PLUS Membership' });
    await user.click(within(purchase).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(address()).toBe('/affiliates');
  });
});
