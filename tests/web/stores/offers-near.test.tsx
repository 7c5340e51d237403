import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { makeColorado, makeOffer } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS }));

beforeAll(async () => {
  const { db } = database;
  await makePlans(db);
  await makeColorado(db);
  await makeOffer(db, { business: { name: 'Lark Coffee' } }, [
    { headline: 'Second coffee free', savesCents: 450 },
    { headline: 'Ten percent off cakes' },
  ]);
  await makeOffer(db, { business: { name: 'Secret Spa', isMembersOnly: true } }, [
    { headline: 'Half-price Mondays', savesCents: 4_550 },
  ]);
  await makeOffer(db, { business: { name: 'Boulder Bikes' }, latitude: 40.0176, longitude: -105.2797 }, [
    { headline: 'Free tune-up' },
  ]);
});

class EagerObserver extends IntersectionObserver {
  #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    super(callback);
    this.#callback = callback;
  }
  override observe(target: Element) {
    const boundingClientRect = target.getBoundingClientRect();
    const rects = { boundingClientRect, intersectionRect: boundingClientRect, rootBounds: null };
    this.#callback([{ ...rects, isIntersecting: true, intersectionRatio: 1, target, time: 0 }], this);
  }
}
beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', EagerObserver);
});

const offers = async () => within(await screen.findByRole('region', { name: 'Offers near you' }));

async function openNear(path: string, zip: string, account?: Parameters<typeof web.open>[1]) {
  const openedPage = await web.open(path, account);
  const region = await offers();
  await openedPage.user.type(await region.findByLabelText('ZIP code'), zip);
  await openedPage.user.click(region.getByRole('button', { name: 'Show offers' }));
  return { ...openedPage, region };
}

describe('[D64] offers near a ZIP code', () => {
  test('are shown on the home page after the visitor enters one, and again after a reload', async () => {
    const { region, unmount } = await openNear('/', '80202');
    expect(await region.findByText('Offers near Denver, CO 80202, nearest first.')).toBeVisible();
    const [coffee, spa, bikes] = region.getAllByRole('listitem');
    if (!coffee || !spa || !bikes) throw new Error('Offers are missing');
    expect(within(coffee).getByRole('heading', { name: 'Lark Coffee' })).toBeVisible();
    const page = within(coffee).getByRole('link', { name: 'Lark Coffee' });
    expect(page).toHaveAttribute('href', expect.stringMatching(/^\/savings\/lark-coffee-/));
    expect(coffee).toHaveTextContent('Second coffee free');
    expect(coffee).toHaveTextContent('Save $4.50');
    expect(spa).toHaveTextContent('Secret SpaFood & Drink · 0.0 milesMembers see this offer');
    expect(bikes).toHaveTextContent('Free tune-up');
    expect(document.body).not.toHaveTextContent('Half-price');
    expect(region.getByRole('link', { name: 'See all businesses near 80202' })).toHaveAttribute(
      'href',
      '/savings?zip=80202&sort=distance',
    );
    expect(region.getByRole('link', { name: 'Add up what you’d save' })).toHaveAttribute(
      'href',
      '/pricing#offers-title',
    );
    unmount();
    await web.open('/');
    expect(await (await offers()).findByText('Second coffee free')).toBeVisible();
  });

  test('need a known ZIP code, and there may be none', async () => {
    const { user, region } = await openNear('/', 'x');
    const zip = region.getByLabelText('ZIP code');
    expect(zip).toHaveAccessibleDescription('Please enter a 5-digit ZIP code');
    expect(zip).toHaveFocus();
    const enter = async (text: string) => {
      await user.clear(zip);
      await user.type(zip, `${text}{Enter}`);
    };
    await enter('99999');
    await waitFor(() => expect(zip).toHaveAccessibleDescription('We don’t recognize this ZIP code'));
    await enter('59715');
    expect(
      await region.findByRole('heading', { name: 'No offers near Bozeman, MT 59715 yet' }),
    ).toBeVisible();
    expect(zip).not.toHaveAccessibleDescription();
  });
});

describe('[D64] the calculator on the pricing page', () => {
  const stepper = (region: Awaited<ReturnType<typeof offers>>, name: RegExp) =>
    region.findByRole('button', { name });

  test('adds up the picked savings and compares them with the plans’ prices', async () => {
    const { user, region } = await openNear('/pricing', '80202');
    const moreButton = await stepper(region, /^More times: Second coffee free, Lark Coffee/);
    expect(region.getByText('You haven’t picked an offer yet.')).toBeVisible();
    expect(region.queryByRole('button', { name: /cakes|Mondays/ })).not.toBeInTheDocument();
    for (let times = 0; times < 3; times += 1) await user.click(moreButton);
    await user.click(await stepper(region, /^Fewer times/));
    expect(region.getByText('You’d save $9.00 a month with the offers you picked.')).toBeVisible();
    const sentence = 'The individual plan costs $49.95 a month, $40.95 more than what you’d save.';
    expect(region.getByText(sentence)).toBeVisible();
    expect(region.getByText(/^The family plan costs /)).toBeVisible();
    for (let times = 0; times < 40; times += 1) await user.click(moreButton);
    expect(region.getByText('You’d save $139.50 a month with the offers you picked.')).toBeVisible();
    expect(region.getByText(/^The individual plan costs \$49\.95 a month, \$89\.55 less than/)).toBeVisible();
  });

  test('includes members-only offers for members', async () => {
    const member = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: member.id });
    const { region } = await openNear('/pricing', '80202', member);
    expect(await stepper(region, /^More times: Half-price Mondays, Secret Spa/)).toBeVisible();
  });

  test('is hidden if no offer nearby has an amount', async () => {
    const bozeman = { latitude: 45.6693, longitude: -111.0429 };
    await makeOffer(database.db, { business: { name: 'Bozeman Books' }, ...bozeman }, [
      { headline: 'Free gift wrapping' },
    ]);
    const { region } = await openNear('/pricing', '59715');
    await region.findByText('Free gift wrapping');
    expect(region.queryByRole('heading', { name: 'What would you save?' })).not.toBeInTheDocument();
  });
});
