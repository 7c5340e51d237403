import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatLongDate } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase, EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { checkoutWeb } from '../checkout/checkout-web.tsx';

const database = seededTestDb();
const { checkout, open } = checkoutWeb(database);

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

type Purchase = Parameters<typeof businessPlanPurchase>[0];
const buy = (purchase: Purchase = {}) =>
  checkout().caller(account).businessPlans.purchase(businessPlanPurchase(purchase));
const minePlan = () => checkout().caller(account).businessPlans.mine();

async function planItem() {
  const section = await screen.findByRole('region', { name: 'Your plan' });
  return within(section).findByRole('article');
}

async function findFacts() {
  const names = within(await planItem()).getAllByRole('term');
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]));
}

describe('[S2 /user] the Business tab', () => {
  test('requires a visitor to log in', async () => {
    await open('/user/business');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    expect(screen.queryByText('Your plan')).not.toBeInTheDocument();
  });

  test('is next to Memberships for an owner, and works by keyboard', async () => {
    await buy();
    const { user } = await open('/user', account);
    const tab = await screen.findByRole('tab', { name: 'Business' });
    expect(tab).toHaveAttribute('aria-selected', 'false');
    screen.getByRole('tab', { name: 'Memberships' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(tab).toHaveFocus();
    await user.keyboard(' ');
    expect(await screen.findByRole('heading', { name: 'Your plan' })).toBeVisible();
    expect(window.location.pathname).toBe('/user/business');
    expect(await screen.findByRole('tab', { name: 'Business' })).toHaveAttribute('aria-selected', 'true');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  test('is hidden without a current or past plan', async () => {
    await buy();
    await open('/user', await makeAccount(database.db));
    expect(await screen.findByText('You don’t have a membership yet')).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Business' })).not.toBeInTheDocument();
  });
});

describe('[S9] an owner’s plan', () => {
  test("explains how to get a plan if there is none, and shows no other account's plan", async () => {
    await buy();
    await open('/user/business', await makeAccount(database.db));
    expect(await screen.findByText('You don’t have a business plan')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/affiliates');
    expect(screen.getByRole('link', { name: 'Try it free for 7 days' })).toHaveAttribute('href', '/trial');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    expect(screen.queryByRole('heading', { name: 'Your listing' })).not.toBeInTheDocument();
  });

  test('shows name, status, next charge, and programs, and links to the receipts', async () => {
    await buy({ plan: 7, ...EVERY_PAGE });
    await open('/user/business', account);
    const plan = await minePlan();
    const due = formatLongDate(plan?.periodEnd ?? new Date(0));
    expect(within(await planItem()).getByRole('heading', { level: 3 })).toHaveTextContent(
      'Business PLUS Membership',
    );
    expect(await findFacts()).toMatchObject({
      Status: 'Active',
      'Next charge': `$249.75 on ${due}`,
      'Sharing program': 'You’re in',
      'Social media': 'Facebook: https://facebook.example/walkerInstagram: @walker',
      'About your business': 'Bread since 1998.',
      'Presentation contact': 'Ben Walkerben@walker.example',
      'Best time': 'Mornings',
      'Future presentations': 'Maybe',
    });
    const link = within(await planItem()).getByRole('link', { name: 'See your receipts' });
    expect(link).toHaveAttribute('href', '/user/billing');
  });

  test("[D15] shows a trial's end, its listing's end, and a link to the plans", async () => {
    await checkout()
      .caller(account)
      .businessPlans.startTrial({ businessname: 'Trial Bakery', type: 9, zip: '80202' });
    await open('/user/business', account);
    const plan = await minePlan();
    const end = formatLongDate(plan?.periodEnd ?? new Date(0));
    const listedUntil = formatLongDate(plan?.listedUntil ?? new Date(0));
    const item = within(await planItem());
    expect(item.getByText(`Your trial ends on ${end}`)).toBeVisible();
    expect(item.getByText(new RegExp(`Your free listing stays up until ${listedUntil}\\.`))).toBeVisible();
    expect(item.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/affiliates');
    expect(await findFacts()).toMatchObject({
      'Next charge': 'None',
      'Ends on': end,
      'Listed until': listedUntil,
    });
    expect(item.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  test.each(['past_due', 'unpaid'] as const)(
    '[D26] shows for %s what is due and that it was not paid',
    async (status) => {
      const { purchaseId } = await buy();
      await database.db
        .updateTable('subscriptions')
        .set({ status })
        .where('purchaseId', '=', purchaseId)
        .execute();
      await open('/user/business', account);
      const item = within(await planItem());
      expect(item.getByText(/Pay it to keep this plan\.$/)).toBeVisible();
      expect(item.getByText(/couldn’t collect the payment/)).toBeVisible();
      expect((await findFacts()).Due).toMatch(/^\$99\.90 since /);
    },
  );

  test('offers to retry after a failed request', async () => {
    await buy();
    const { user } = await open('/user', account);
    const tab = await screen.findByRole('tab', { name: 'Business' });
    const originalFetch = globalThis.fetch;
    globalThis.fetch = async (input, init) =>
      String(input).includes('businessPlans.mine')
        ? new Response('{}', { status: 500 })
        : originalFetch(input, init);
    await user.click(tab);
    const section = within(await screen.findByRole('region', { name: 'Your plan' }));
    const retry = await section.findByRole('button', { name: 'Try again' });
    globalThis.fetch = originalFetch;
    await user.click(retry);
    expect(await section.findByRole('article')).toBeVisible();
  });
});

describe('[S4] canceling a plan', () => {
  async function openCancelDialog() {
    const { purchaseId } = await buy();
    const openedPage = await open('/user/business', account);
    await openedPage.user.click(await screen.findByRole('button', { name: /^Cancel Plan/ }));
    const question = within(await screen.findByRole('dialog', { name: 'Cancel Plan' }));
    return {
      ...openedPage,
      purchaseId,
      question,
      end: formatLongDate((await minePlan())?.periodEnd ?? new Date(0)),
    };
  }

  test('shows the end of the paid period, and changes nothing on Keep Plan', async () => {
    const { user, question, end } = await openCancelDialog();
    expect(
      question.getByText(new RegExp(`You can use it until ${end}.*won’t be in the savings search`)),
    ).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Keep Plan' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await minePlan()).toMatchObject({ state: 'active', canCancel: true });
  });

  test('ends the plan with its paid period, and focuses its heading', async () => {
    const { user, question, end } = await openCancelDialog();
    await user.click(question.getByRole('button', { name: 'Cancel Plan' }));
    await waitFor(async () =>
      expect(await findFacts()).toMatchObject({ Status: 'Canceled', 'Ends on': end }),
    );
    expect(await minePlan()).toMatchObject({ state: 'canceled', canCancel: false });
    const remark = `You can use it until ${end}. After that, your business won’t be in the savings search.`;
    expect(within(await planItem()).getByText(remark)).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Cancel Plan/ })).not.toBeInTheDocument();
    await expectFocus(within(await planItem()).getByRole('heading', { level: 3 }));
  });
});

describe('choosing a smaller plan', () => {
  test('changes the next invoice, which the Billing tab has already loaded', async () => {
    await buy({ plan: 7 });
    const { user } = await open('/user/billing', account);
    const expectInvoice = async (total: string) => {
      const invoice = await screen.findByRole('region', { name: 'Next invoice' });
      await waitFor(() => expect(invoice).toHaveTextContent(total));
    };
    await expectInvoice('Total$249.75');
    await user.click(screen.getByRole('tab', { name: 'Business' }));
    await user.click(await screen.findByRole('link', { name: 'Change plan' }));
    await user.click(await screen.findByRole('link', { name: 'Change to Deluxe Membership' }));
    await user.click(await screen.findByRole('button', { name: 'Change to Deluxe Membership' }));
    await screen.findByText(/^Changes to Deluxe Membership on /);
    await user.click(screen.getByRole('tab', { name: 'Billing' }));
    await expectInvoice('Total$149.85');
    await user.click(screen.getByRole('tab', { name: 'Business' }));
    await user.click(await screen.findByRole('link', { name: 'Change plan' }));
    expect(await screen.findByText('Your next plan')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Change to Deluxe Membership' })).not.toBeInTheDocument();
  });
});
