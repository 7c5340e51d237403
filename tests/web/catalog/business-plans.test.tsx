import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlan, makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { BUSINESS_PLANS } from './business-web.ts';

const database = testDb();
const BACKOFFICE = 'https://backoffice.example.org';
const app = testApp(database);
const web = startWeb(app);
const webWithBackOffice = startWeb(testApp(database, { settings: { BACKOFFICE_URL: BACKOFFICE } }));

beforeEach(() => makePlans(database.db));

const findCard = async (name: string) => within(await screen.findByRole('article', { name }));
const address = () => `${window.location.pathname}${window.location.search}`;
const dialogToClose = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

describe('[S2 /affiliates] the plan cards', () => {
  test('are the four business plans, in order', async () => {
    // A business plan without terms must not be shown.
    await makePlan(database.db, { id: 60, slug: 'sixty', kind: 'business' });
    await web.open('/affiliates');
    expect(await screen.findByRole('heading', { level: 1, name: 'Business plans' })).toBeVisible();
    await findCard('Deluxe Membership');
    const names = screen.getAllByRole('article').map((article) => {
      return within(article).getByRole('heading', { level: 2 }).textContent;
    });
    expect(names).toEqual(BUSINESS_PLANS.map(({ name }) => name));
    expect(document.title).toBe('Business plans | Everything Card');
  });

  test.each(BUSINESS_PLANS)(
    '[S3 business plans] show price, points, and Purchase for $name',
    async (expected) => {
      await web.open('/affiliates');
      const planCard = await findCard(expected.name);
      expect(planCard.getByText(expected.price)).toBeVisible();
      expect(planCard.getByText('/Month')).toBeVisible();
      expect(planCard.getByRole('link', { name: `Purchase ${expected.name}` })).toHaveAttribute(
        'href',
        `/affiliates?plan=${expected.slug}`,
      );
      const plans = await app.caller().catalog.plans();
      const plan = plans.find(({ id }) => id === expected.id);
      expect(plan?.slug).toBe(expected.slug);
      expect(planCard.getByText(plan?.copy.summary ?? 'no such plan')).toBeVisible();
      expect(planCard.getAllByRole('listitem').map((item) => item.textContent)).toEqual(plan?.copy.points);
    },
  );

  test.each(BUSINESS_PLANS)(
    '[S3 order summary] lead to an order of $name as $orderName, at the same price',
    async (expected) => {
      const quote = await app.caller().businessPlans.quote({ plan: expected.id });
      expect(quote.lines).toEqual([
        expect.objectContaining({ description: expected.orderName, amountCents: expected.cents }),
      ]);
      expect(quote.totalCents).toBe(expected.cents);
    },
  );

  test('[D1] show a name and a price that changed in the catalog', async () => {
    const { copy } = await database.db
      .selectFrom('plans')
      .select('copy')
      .where('id', '=', 9)
      .executeTakeFirstOrThrow();
    await database.db
      .updateTable('plans')
      .set({ priceCents: 15_500, copy: JSON.stringify({ ...Object(copy), title: 'Corner Membership' }) })
      .where('id', '=', 9)
      .execute();
    await web.open('/affiliates');
    expect((await findCard('Corner Membership')).getByText('$155.00')).toBeVisible();
    expect(screen.queryByText('Deluxe Membership')).not.toBeInTheDocument();
    expect(screen.getByText('In Corner Membership and Business PLUS Membership')).toBeVisible();
    await withoutTriggers(database.db, (trx) => trx.deleteFrom('plans').where('id', '=', 9).execute());
    await makePlans(database.db);
  });

  test('[S9 promotions] show the key figures, and which plans include which program', async () => {
    await web.open('/affiliates');
    expect(await screen.findByText('In Deluxe Membership and Business PLUS Membership')).toBeVisible();
    expect(screen.getByText('In Exclusive Membership and Business PLUS Membership')).toBeVisible();
    expect(screen.getByText('In Business PLUS Membership')).toBeVisible();
    for (const figure of ['Over 98%', 'Every 30 days', 'Up to 5,000 people']) {
      expect(screen.getByText(figure)).toBeVisible();
    }
    expect(screen.getByRole('link', { name: 'Start your trial' })).toHaveAttribute('href', '/trial');
    expect(screen.getByRole('link', { name: 'The Business Program' })).toHaveAttribute(
      'href',
      '/affiliates/loyalty',
    );
  });
});

describe('[S2 link /affiliates] ?plan=', () => {
  test.each(BUSINESS_PLANS)('$slug opens the purchase of $name on load', async ({ name, slug }) => {
    const { user } = await web.open(`/affiliates?plan=${slug}`);
    const modal = await screen.findByRole('dialog', { name: `Purchase ${name}` });
    await user.click(within(modal).getByRole('button', { name: 'Close' }));
    await dialogToClose();
    expect(address()).toBe('/affiliates');
  });

  test.each(['platinum', '', 'individual', 'Basic-Networking'])(
    'ignores an unknown plan: %s',
    async (plan) => {
      await web.open(`/affiliates?plan=${plan}`);
      await findCard('Deluxe Membership');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    },
  );

  test('[D6] is set by Purchase, and Back closes the modal and returns the focus', async () => {
    const { user } = await web.open('/affiliates');
    const link = await screen.findByRole('link', { name: 'Purchase Deluxe Membership' });
    await user.click(link);
    await screen.findByRole('dialog', { name: 'Purchase Deluxe Membership' });
    expect(address()).toBe('/affiliates?plan=basic-business');
    window.history.back();
    await dialogToClose();
    expect(address()).toBe('/affiliates');
    await waitFor(() => expect(link).toHaveFocus());
  });
});

describe('[S2 link /affiliates] the copy-link button', () => {
  test.each(BUSINESS_PLANS)('copies the current URL with $slug and confirms it', async ({ name, slug }) => {
    const { user } = await web.open('/affiliates?from=mail');
    const planCard = await findCard(name);
    await user.click(planCard.getByRole('button', { name: `Copy link to the ${name}` }));
    await waitFor(() => expect(planCard.getByRole('status')).toHaveTextContent('Link copied'));
    expect(await navigator.clipboard.readText()).toBe(
      `${window.location.origin}/affiliates?from=mail&plan=${slug}`,
    );
    // No modal opens, and only this card shows the message.
    expect(address()).toBe('/affiliates?from=mail');
    expect(screen.getAllByText('Link copied')).toHaveLength(1);
  });

  test('shows the link, selected, if the browser denies the clipboard', async () => {
    const { user } = await web.open('/affiliates');
    const planCard = await findCard('Exclusive Membership');
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await user.click(planCard.getByRole('button', { name: /^Copy link/ }));
    const input = await planCard.findByLabelText(/Please copy this link by hand/);
    const link = `${window.location.origin}/affiliates?plan=exclusive-business`;
    expect(input).toHaveValue(link);
    await waitFor(() => expect(input).toHaveFocus());
    expect(input).toHaveProperty('selectionStart', 0);
    expect(input).toHaveProperty('selectionEnd', link.length);
    expect(planCard.queryByText('Link copied')).not.toBeInTheDocument();
  });
});

describe('[S2 /affiliates] the Back office link', () => {
  const link = () => screen.findByRole('link', { name: 'Back office' });

  test('sends a visitor to the account page, which requires a login', async () => {
    const { user } = await web.open('/affiliates');
    await user.click(await link());
    expect(address()).toBe('/user');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
  });

  test('[D17] sends an owner to the Business page', async () => {
    const owner = await makeAccount(database.db);
    await makeOwnedBusiness(database.db, { accountId: owner.id });
    await web.open('/affiliates', owner);
    await waitFor(async () => expect(await link()).toHaveAttribute('href', '/user/business'));
  });

  test('[D17] links to the configured back office site', async () => {
    await webWithBackOffice.open('/affiliates', await makeAccount(database.db));
    await waitFor(async () => expect(await link()).toHaveAttribute('href', `${BACKOFFICE}`));
  });
});
