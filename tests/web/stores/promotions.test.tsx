import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { startWeb } from '#tests/helpers/web.tsx';
import { currentAddress, item, makeOffer } from './savings-web.tsx';

const database = testDb();
const web = startWeb(testApp(database, { limits: NO_LIMITS, now: () => new Date('2026-11-21T18:00:00Z') }));

beforeAll(async () => {
  const { db } = database;
  await makePlans(db);
  await makeOffer(db, { business: { name: 'Open Diner' } }, [
    {
      info: '<p><strong>15 %</strong> off. <a href="https://diner.example.com/terms" target="_blank">Terms</a></p>',
      code: 'DINER15',
      url: 'https://diner.example.com/offer',
      additionalUrl: 'https://more.example.com/',
      validUntil: '2027-03-01',
      isOnline: true,
      headline: 'Fifteen percent off your bill',
      savesCents: 1_200,
    },
    { info: '<p>Free coffee</p>', code: null },
    { info: '<p>Long gone</p>', validUntil: '2026-11-01' },
  ]);
  await makeOffer(db, { business: { name: 'Secret Spa', isMembersOnly: true } }, [
    { info: '<p>Half price on Mondays</p>', code: 'HUSH', headline: 'Half-price Mondays', savesCents: 4_550 },
  ]);
  await makeOffer(db, { business: { name: 'Quiet Quilts' } }, []);
});

const LOGIN = 'Login to check Promotions';
const drawer = () => screen.findByRole('dialog', { name: /^Promotions at/ });
const findStoreLink = async (name: string, text: string) =>
  within(await item(name)).findByRole('link', { name: text });

describe('[S3 Promotion] the promotions of a store', () => {
  test('open in a drawer with its own URL, which shows text, code, links, expiry, and online or in store', async () => {
    const { user } = await web.open('/savings?name=diner');
    await user.click(await findStoreLink('Open Diner', 'View promotions (2)'));
    const panel = within(await drawer());
    expect(panel.getByRole('heading', { name: 'Promotions at Open Diner' })).toBeVisible();
    expect(currentAddress()).toMatch(/^\/savings\?name=diner&promotions=/);
    await panel.findByText('DINER15');
    const [first, second, third] = panel.getAllByRole('listitem');
    if (!first || !second) throw new Error('The drawer lacks promotions');
    expect(third).toBeUndefined();
    expect(within(first).getByText('15 %').tagName).toBe('STRONG');
    expect(within(first).getByRole('link', { name: 'Terms' })).toHaveAttribute(
      'rel',
      expect.stringContaining('noopener'),
    );
    expect(within(first).getByText('DINER15')).toBeVisible();
    expect(within(first).getByText('Online')).toBeVisible();
    expect(within(first).getByText('Valid until March 1st 2027')).toBeVisible();
    const offerLink = within(first).getByRole('link', { name: 'Go to the offer (diner.example.com)' });
    expect(offerLink).toHaveAttribute('href', 'https://diner.example.com/offer');
    expect(offerLink).toHaveAttribute('rel', 'noopener');
    expect(within(first).getByRole('link', { name: 'More about it (more.example.com)' })).toBeVisible();
    expect(within(second).getByText('In store')).toBeVisible();
    expect(within(second).queryByText('Code')).not.toBeInTheDocument();
    expect(within(second).queryByText(/Valid until/)).not.toBeInTheDocument();
  });

  test('show a skeleton while they load, and a failure can be retried', async () => {
    const { user } = await web.open('/savings?name=diner');
    const link = await findStoreLink('Open Diner', 'View promotions (2)');
    const failure = Promise.withResolvers<void>();
    const fetchFromServer = window.fetch;
    const fetchSpy = vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
      if (!String(input).includes('savings.promotions')) return fetchFromServer(input, init);
      await failure.promise;
      throw new TypeError('Failed to fetch');
    });
    onTestFinished(() => fetchSpy.mockRestore());
    await user.click(link);
    const panel = within(await drawer());
    expect(await panel.findByRole('status', { name: 'Loading...' })).toBeVisible();
    failure.resolve();
    const retryButton = await panel.findByRole('button', { name: 'Try again' });
    fetchSpy.mockRestore();
    await user.click(retryButton);
    expect(await panel.findByText('DINER15')).toBeVisible();
  });

  test('have a code that can be copied, which is confirmed', async () => {
    const { user } = await web.open('/savings?name=diner');
    await user.click(await findStoreLink('Open Diner', 'View promotions (2)'));
    await user.click(await within(await drawer()).findByRole('button', { name: 'Copy code' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('DINER15');
  });

  test('close on Back, Escape, and Close, and the focus moves in and returns', async () => {
    const { user } = await web.open('/savings?name=diner');
    const link = await findStoreLink('Open Diner', 'View promotions (2)');
    const drawerToClose = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    const closeActions = [
      () => window.history.back(),
      () => user.keyboard('{Escape}'),
      async () => user.click(within(await drawer()).getByRole('button', { name: 'Close' })),
    ];
    for (const close of closeActions) {
      await user.click(link);
      const panel = await drawer();
      await waitFor(() => expect(panel).toContainElement(document.querySelector(':focus')));
      await close();
      await drawerToClose();
      expect(currentAddress()).toBe('/savings?name=diner');
      await waitFor(() => expect(link).toHaveFocus());
    }
  });

  test('open by a link, and closing them shows the search, but an unknown store opens nothing', async () => {
    const first = await web.open('/savings?name=diner');
    const drawerAddress =
      (await findStoreLink('Open Diner', 'View promotions (2)')).getAttribute('href') ?? '';
    first.unmount();
    const { user, unmount } = await web.open(drawerAddress);
    await drawer();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(currentAddress()).toBe('/savings?name=diner'));
    unmount();
    await web.open('/savings?promotions=nothing');
    await item('Open Diner');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  test('[D64] have a headline and savings, in the result and in the drawer', async () => {
    const { user } = await web.open('/savings?name=diner');
    const diner = within(await item('Open Diner'));
    expect(await diner.findByText('Fifteen percent off your bill')).toBeVisible();
    expect(diner.getByText('Save $12')).toBeVisible();
    expect(diner.queryByText('Members see this offer')).not.toBeInTheDocument();
    expect(diner.queryByRole('link', { name: 'Get a membership' })).not.toBeInTheDocument();
    await user.click(diner.getByRole('link', { name: 'View promotions (2)' }));
    const panel = within(await drawer());
    expect(await panel.findByText('Fifteen percent off your bill')).toBeVisible();
    expect(panel.getAllByText(/^Save /)).toHaveLength(1);
  });

  test('stay open if they were opened while a search without the store was loading', async () => {
    const { user } = await web.open('/savings');
    const link = await findStoreLink('Open Diner', 'View promotions (2)');
    const results = holdResponse('savings.search');
    await user.type(screen.getByLabelText('Business name'), 'quilts{Enter}');
    await user.click(link);
    await drawer();
    results.release();
    await waitFor(() =>
      expect(screen.queryByRole('article', { name: 'Open Diner', hidden: true })).toBeNull(),
    );
    expect(await drawer()).toHaveAccessibleName('Promotions at Open Diner');
  });

  test('show a short note if there are none', async () => {
    await web.open('/savings?name=quilts');
    const quilts = within(await item('Quiet Quilts'));
    expect(quilts.getByText('No promotions right now')).toBeVisible();
    expect(quilts.queryByRole('link', { name: /promotions/i })).not.toBeInTheDocument();
  });
});

describe('[D32] promotions for members only', () => {
  test('are shown to a visitor after a login on the search page', async () => {
    const member = await makeAccount(database.db, { password: 'a long password' });
    await makeMembership(database.db, { accountId: member.id });
    const { user } = await web.open('/savings?name=spa');
    const link = await findStoreLink('Secret Spa', LOGIN);
    expect(screen.getByText('Members see this offer')).toBeVisible();
    for (const hidden of ['HUSH', 'Mondays', '45.50']) expect(document.body).not.toHaveTextContent(hidden);
    await user.click(link);
    const login = within(await screen.findByRole('dialog', { name: 'Login' }));
    expect(currentAddress()).toBe('/savings?name=spa&login=1');
    await user.type(login.getByLabelText('Email'), member.email);
    await user.type(login.getByLabelText('Password'), 'a long password');
    await user.click(login.getByRole('button', { name: 'Login' }));
    const promotionsLink = await findStoreLink('Secret Spa', 'View promotions (1)');
    expect(screen.getByText('Half-price Mondays')).toBeVisible();
    expect(screen.getByText('Save $45.50')).toBeVisible();
    expect(screen.queryByText('Members see this offer')).not.toBeInTheDocument();
    await waitFor(() => expect(currentAddress()).toBe('/savings?name=spa'));
    await waitFor(() => expect(promotionsLink).toHaveFocus());
    await user.click(promotionsLink);
    expect(await within(await drawer()).findByText('HUSH')).toBeVisible();
  });

  test('are replaced by links to the plans for an account without a membership', async () => {
    const account = await makeAccount(database.db);
    const { user } = await web.open('/savings', account);
    expect(await findStoreLink('Secret Spa', 'Get a membership')).toHaveAttribute('href', '/pricing');
    const diner = within(await item('Open Diner'));
    expect(diner.queryByRole('link', { name: 'Get a membership' })).not.toBeInTheDocument();
    await user.click(await findStoreLink('Secret Spa', LOGIN));
    expect(await screen.findByRole('heading', { level: 1, name: 'Choose your plan' })).toBeVisible();
    expect(currentAddress()).toBe('/pricing');
  });

  test('cannot be opened by a URL if the server did not send them', async () => {
    await web.open('/savings?name=spa');
    const { id = '' } = (await item('Secret Spa')).querySelector('h3') ?? {};
    window.history.pushState(null, '', `/savings?name=spa&promotions=${id.replace('store-', '')}`);
    window.dispatchEvent(new PopStateEvent('popstate'));
    await waitFor(() => expect(currentAddress()).toContain('promotions='));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
