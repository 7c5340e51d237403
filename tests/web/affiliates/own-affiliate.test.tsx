import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);

let affiliate: TestAccount;
beforeEach(async () => {
  affiliate = await makeAccount(database.db, {
    firstname: 'Ivy',
    lastname: 'Turner',
    accountType: 3,
    referenceCode: `IVY${newId().slice(-8).toUpperCase()}`,
  });
});

const findRegion = (name: string) => screen.findByRole('region', { name });
const link = () => `${app.deps.config.publicUrl}/?ref=${affiliate.referenceCode}`;

/** Reads a description list as an object. */
function readFacts(element: HTMLElement) {
  const names = within(element).getAllByRole('term');
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]));
}

describe('/user/affiliate', () => {
  test('requires a visitor to log in', async () => {
    await web.open('/user/affiliate');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
  });

  test('links an account that is not an affiliate to the opportunities, without a Referrals tab', async () => {
    const account = await makeAccount(database.db);
    const { user } = await web.open('/user/affiliate', account);
    expect(await screen.findByText('You’re not an affiliate yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See the service opportunities' })).toHaveAttribute(
      'href',
      '/educators',
    );
    await user.click(screen.getByRole('tab', { name: 'Memberships' }));
    await screen.findByText('You don’t have a membership yet');
    expect(screen.queryByRole('tab', { name: 'Referrals' })).not.toBeInTheDocument();
  });

  test.each([
    ['an educator', { accountType: 3 }],
    ['a loyalty affiliate', { accountType: 2 }],
    ['an influencer', { accountType: 1 }],
    ['a staff member who is an influencer', { accountType: 10, isInfluencer: true }],
    ['a friend', { isFriend: true }],
  ])('[D12] shows %s the Referrals tab next to Memberships', async (_, columns) => {
    const account = await makeAccount(database.db, { ...columns, referenceCode: `X${newId().slice(-9)}` });
    const { user } = await web.open('/user', account);
    await user.click(await screen.findByRole('tab', { name: 'Referrals' }));
    expect(window.location.pathname).toBe('/user/affiliate');
    expect(await findRegion('Your link')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Referrals' })).toHaveAttribute('aria-selected', 'true');
  });

  test('copies the link, and shows its QR code, which can be downloaded', async () => {
    const { user } = await web.open('/user/affiliate', affiliate);
    const linkSection = within(await findRegion('Your link'));
    expect(linkSection.getByText(link())).toBeVisible();
    expect(linkSection.getByText(String(affiliate.referenceCode))).toBeVisible();
    await user.click(linkSection.getByRole('button', { name: /^Copy link/ }));
    expect(await navigator.clipboard.readText()).toBe(link());
    expect(linkSection.getByText('Link copied')).toBeVisible();

    const createObjectURL = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:qr');
    await user.click(linkSection.getByRole('button', { name: 'Download QR code as SVG' }));
    await waitFor(() => expect(createObjectURL).toHaveBeenCalledOnce());
    const [file] = createObjectURL.mock.calls[0] ?? [];
    expect(file).toBeInstanceOf(Blob);
    createObjectURL.mockRestore();
  });

  test('explains the next step in each part without data', async () => {
    await web.open('/user/affiliate', affiliate);
    const linkSection = await findRegion('Your link');
    expect(readFacts(linkSection)).toEqual({ 'Visits from your link': '0', 'Sign-ups': '0', Sales: '0' });
    expect(within(linkSection).getByText(/Send it to someone who’d like the card/)).toBeVisible();
    expect(await screen.findByText('No commissions yet')).toBeVisible();
    expect(screen.getByText(/Nobody has named you as their reference yet/)).toBeVisible();
    expect(screen.getByText('You signed up on your own.')).toBeVisible();
    expect(screen.queryByRole('figure')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Download all as CSV' })).not.toBeInTheDocument();
  });

  test('[D13] explains pending and payable, and lists every month for screen readers', async () => {
    await makeCommission(database.db, { affiliateId: affiliate.id, createdAt: daysAgo(2) });
    await makeCommission(database.db, {
      affiliateId: affiliate.id,
      createdAt: daysAgo(45),
      amountCents: 250,
    });
    await web.open('/user/affiliate', affiliate);
    const earningsSection = await findRegion('What you earn');
    expect(readFacts(earningsSection)).toEqual({ Pending: '$9.99', Payable: '$2.50', Paid: '$0.00' });
    expect(
      within(earningsSection).getByText('From the last 30 days. A refund can still cancel it.'),
    ).toBeVisible();
    const rows = within(within(earningsSection).getByRole('table', { name: 'Earned by month' })).getAllByRole(
      'row',
    );
    expect(rows).toHaveLength(13);
    expect(rows.slice(-2).map((row) => row.textContent)).toEqual(['October 2026$2.50', 'November 2026$9.99']);
    expect(within(earningsSection).getByText(/^Best month: November 2026/)).toBeVisible();
  });

  test('shows a line’s sale, rate, reason, amount, and payable date', async () => {
    await makeCommission(database.db, {
      affiliateId: affiliate.id,
      rule: 'educator',
      createdAt: daysAgo(2),
      reason: 'Your share of this payment',
    });
    await web.open('/user/affiliate', affiliate);
    const item = within(await findRegion('Your commissions')).findByRole('listitem');
    expect(await item).toHaveTextContent('Individual Membership');
    expect(await item).toHaveTextContent('20% on $49.95');
    expect(await item).toHaveTextContent('Your share of this payment');
    expect(await item).toHaveTextContent('$9.99');
    expect(await item).toHaveTextContent('Pending payable on December 19th 2026');
    expect(screen.getByRole('link', { name: 'Download all as CSV' })).toHaveAttribute(
      'href',
      '/api/affiliate/commissions.csv',
    );
  });

  test('[D13] shows a donated line without earnings or a payable date, and names the fund', async () => {
    const { id: accountId } = affiliate;
    await database.db
      .insertInto('affiliateSignups')
      .values({
        id: newId(),
        accountId,
        role: 'educator',
        referrerId: (await makeAccount(database.db)).id,
        purchaseId: null,
        form: '{}',
        donates: true,
        signature: '',
        signedAt: NOW,
        ip: '127.0.0.1',
        completedAt: NOW,
      })
      .execute();
    await makeCommission(database.db, {
      affiliateId: affiliate.id,
      createdAt: daysAgo(2),
      amountCents: 0,
      reason: 'donated',
    });
    await web.open('/user/affiliate', affiliate);
    const item = within(await findRegion('Your commissions')).findByRole('listitem');
    expect(await item).toHaveTextContent('donated');
    expect(await item).not.toHaveTextContent(/Pending|Payable/);
    expect(await screen.findByText(/Everything you’d earn goes to the community fund/)).toBeVisible();
  });

  test('[D13] informs a loyalty affiliate that sales earn nothing', async () => {
    const account = await makeAccount(database.db, {
      accountType: 2,
      referenceCode: `Z${newId().slice(-9)}`,
    });
    await web.open('/user/affiliate', account);
    const earningsSection = within(await findRegion('What you earn'));
    expect(earningsSection.getByText('Your program doesn’t pay commissions on sales')).toBeVisible();
    expect(earningsSection.getByRole('link', { name: 'see the service opportunities' })).toHaveAttribute(
      'href',
      '/educators',
    );
  });

  test('shows 20 lines per page with the page number in the URL, and moves focus there', async () => {
    for (let createObjectURL = 0; createObjectURL < 21; createObjectURL++) {
      const createdAt = new Date(NOW.getTime() - createObjectURL * 60_000);
      await makeCommission(database.db, {
        affiliateId: affiliate.id,
        createdAt,
        reason: `Line ${createObjectURL}`,
      });
    }
    const { user } = await web.open('/user/affiliate', affiliate);
    const commissions = within(await findRegion('Your commissions'));
    await waitFor(() => expect(commissions.getAllByText(/^Line \d+$/)).toHaveLength(20));
    await user.click(commissions.getByRole('link', { name: 'Next' }));
    expect(await commissions.findByText('Line 20')).toBeVisible();
    expect(window.location.search).toBe('?page=2');
    expect(commissions.getByRole('heading', { name: 'Your commissions' })).toHaveFocus();
  });

  test.each(['0', '-1', 'x', '1.5', '99999'])('shows the first page for ?page=%s', async (page) => {
    await makeCommission(database.db, { affiliateId: affiliate.id, createdAt: daysAgo(1) });
    await web.open(`/user/affiliate?page=${page}`, affiliate);
    expect(
      await within(await findRegion('Your commissions')).findByText('Individual Membership'),
    ).toBeVisible();
  });

  test('leads back from a page past the last one', async () => {
    await makeCommission(database.db, { affiliateId: affiliate.id, createdAt: daysAgo(1) });
    await web.open('/user/affiliate?page=7', affiliate);
    const commissions = within(await findRegion('Your commissions'));
    expect(await commissions.findByRole('link', { name: 'Go to the first page' })).toHaveAttribute(
      'href',
      '/user/affiliate',
    );
  });

  test('shows who recruited the affiliate, and whom the affiliate recruited', async () => {
    const upline = await makeAccount(database.db, { firstname: 'Rosa', lastname: 'Reyes', accountType: 3 });
    const account = await makeAccount(database.db, {
      accountType: 1,
      isInfluencer: true,
      referredBy: upline.id,
      referenceCode: `Y${newId().slice(-9)}`,
    });
    await makeAccount(database.db, {
      firstname: 'Finn',
      lastname: 'Field',
      isFriend: true,
      referredBy: account.id,
      createdAt: NOW,
    });
    await web.open('/user/affiliate', account);
    const downlineSection = await findRegion('Your downline');
    expect(downlineSection).toHaveTextContent('Finn Field');
    expect(downlineSection).toHaveTextContent('Friend, since November 21st 2026');
    expect(downlineSection).toHaveTextContent('Rosa Reyes brought you in.');
  });

  test('reports a failed request and offers to retry', async () => {
    const openedPage = await web.open('/user/affiliate', affiliate);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      if (String(call[0]).includes('affiliates.')) throw new TypeError('Failed to fetch');
      return originalFetch(...call);
    });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    vi.stubGlobal('fetch', originalFetch);
    await openedPage.user.click(retryButton);
    expect(await findRegion('Your link')).toBeVisible();
  });
});
