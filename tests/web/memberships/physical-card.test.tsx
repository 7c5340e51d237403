import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { cardRequestLink } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership, type TestMembership } from '#tests/helpers/factories/membership.ts';
import { listCardRequests, makeSentCard } from '#tests/helpers/purchases/physical-card.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { checkoutWeb, dialog, press, typeCard } from '../checkout/checkout-web.tsx';

const database = seededTestDb();
const { checkout, open } = checkoutWeb(database);

beforeAll(async () => {
  await import('#web/pages/request-card-page.tsx');
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
}, 120_000);

const requestPath = ({ number }: TestMembership) => `/request/card/${formatMembershipNumber(number)}`;
const ALREADY_REQUESTED = 'You have already requested a physical card';
const HELP = 'If you need help, please contact our customer support.';

async function makeHolder(overrides: Parameters<typeof makeMembership>[1] = {}) {
  const account = await makeAccount(database.db);
  const membership = await makeMembership(database.db, { accountId: account.id, ...overrides });
  return { account, membership };
}

async function fill(user: UserEvent, label: string | RegExp, text: string) {
  await user.clear(await screen.findByLabelText(label));
  await user.paste(text);
}

async function typeAddress(user: UserEvent, { street = '350 5TH AVE', zip = '10118' } = {}) {
  await fill(user, 'Street address', street);
  await fill(user, 'City', 'NEW YORK');
  await user.selectOptions(screen.getByLabelText('State'), 'NY');
  await fill(user, 'ZIP code', zip);
}

const continueButton = () => screen.getByRole('button', { name: 'Continue' });
const sendQuestion = () => dialog('Send your card to this address?');

/** Makes the next call of this procedure fail before it reaches the server. */
function failNextRequest(name: string) {
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
    if (!String(call[0]).includes(name)) return realFetch(...call);
    vi.stubGlobal('fetch', realFetch);
    throw new TypeError('Failed to fetch');
  });
}

describe('[S2 request physical card] /request/card/{id}', () => {
  test('shows the form, the confirmation, and the completion', async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    expect(await screen.findByText(/^Your first printed card is free/)).toBeVisible();
    expect(screen.getByRole('figure', { name: 'Membership card' })).toHaveTextContent('Maria Gomez');
    await typeAddress(user);
    await user.click(continueButton());
    const question = await sendQuestion();
    expect(question.getByText('Maria Gomez')).toBeVisible();
    expect(question.getByText('350 5TH AVE')).toBeVisible();
    expect(question.getByText('NEW YORK, NY 10118')).toBeVisible();
    expect(await listCardRequests(database.db, membership.id)).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Yes, Send My Card' }));
    await expectFocus(await screen.findByRole('heading', { name: 'Request Completed' }));
    expect(screen.getByText('Please give us 5-7 business days to get your card sent out.')).toBeVisible();
    expect(await listCardRequests(database.db, membership.id)).toMatchObject([
      { recipient: 'Maria Gomez', street1: '350 5TH AVE', isReplacement: false, sentAt: null },
    ]);
  });

  test('[S5 physical card form] begins with the last address, disables the button while the form is invalid, and shows a field’s error when it loses focus', async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    const street = await screen.findByLabelText('Street address');
    expect(street).toHaveValue('1600 Broadway');
    await user.clear(street);
    expect(continueButton()).toBeDisabled();
    await user.tab();
    expect(await screen.findByText('Required')).toBeVisible();
    await typeAddress(user, { zip: '101' });
    expect(continueButton()).toBeDisabled();
    await fill(user, 'ZIP code', '10118');
    await waitFor(() => expect(continueButton()).toBeEnabled());
  });

  test('can return from the confirmation to the form without losing the input', async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    await typeAddress(user);
    await user.click(continueButton());
    await user.click((await sendQuestion()).getByRole('button', { name: 'No, Edit Address' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.getByLabelText('Street address')).toHaveValue('350 5TH AVE');
    await user.click(screen.getByRole('button', { name: 'Add apartment, suite…' }));
    await fill(user, /^Apartment, suite, unit/, 'Floor 34');
    await user.click(continueButton());
    // USPS spells the second line differently.
    await user.click((await dialog('Confirm your address')).getByRole('button', { name: 'Yes, Continue' }));
    expect((await sendQuestion()).getByText(/34$/)).toBeVisible();
  });

  test("[S8 physical card] shows 'An error occurred. Please try again' after a failure, and can be retried", async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    await typeAddress(user);
    await user.click(continueButton());
    failNextRequest('physicalCards.request');
    await user.click((await sendQuestion()).getByRole('button', { name: 'Yes, Send My Card' }));
    const errorMessage = await screen.findByText('An error occurred. Please try again');
    expect(errorMessage.closest('[role="alert"]')).toBeVisible();
    expect(screen.getByLabelText('Street address')).toHaveValue('350 5TH AVE');
    expect(await listCardRequests(database.db, membership.id)).toEqual([]);
    await user.click(continueButton());
    await user.click((await sendQuestion()).getByRole('button', { name: 'Yes, Send My Card' }));
    expect(await screen.findByRole('heading', { name: 'Request Completed' })).toBeVisible();
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(1);
  });

  test('[D36] asks the buyer about an address that the post office does not know', async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    await typeAddress(user, { street: 'Nowhere at all', zip: '00000' });
    await user.click(continueButton());
    const addressWarning = await dialog('Address not found');
    expect(
      addressWarning.getByText('USPS could not find your address. Please check your address and try again'),
    ).toBeVisible();
    await user.click(addressWarning.getByRole('button', { name: 'Use as entered' }));
    expect((await sendQuestion()).getByText('Nowhere at all')).toBeVisible();
  });

  test('states that a card was already requested, on the next visit and in another tab', async () => {
    const { account, membership } = await makeHolder();
    const { user } = await open(requestPath(membership), account);
    await typeAddress(user);
    const otherTabRequest = {
      id: membership.number,
      street1: '1 A St',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
    };
    await checkout().caller(account).physicalCards.request(otherTabRequest);
    await user.click(continueButton());
    await user.click((await sendQuestion()).getByRole('button', { name: 'Yes, Send My Card' }));
    expect(await screen.findByText(ALREADY_REQUESTED)).toBeVisible();
    expect(screen.getByText(HELP)).toBeVisible();
    expect(screen.getByText(/We’ll email you when we send it\.$/)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Order a replacement' })).not.toBeInTheDocument();
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(1);
  });

  test('doesn’t promise to send the card of a membership that has ended', async () => {
    const { account, membership } = await makeHolder();
    const address = { street1: '1 A St', city: 'Denver', state: 'CO', zip: '80202' };
    await checkout()
      .caller(account)
      .physicalCards.request({ id: membership.number, ...address });
    const endedAt = new Date('2026-11-19T19:00:00Z');
    await database.db.updateTable('memberships').set({ endedAt }).where('id', '=', membership.id).execute();
    await open(requestPath(membership), account);
    expect(await screen.findByText(/was requested on .* Ended on November 19th 2026\.$/)).toBeVisible();
    expect(screen.queryByText(/We’ll email you/)).not.toBeInTheDocument();
  });

  test('does not find another account’s card', async () => {
    const { membership } = await makeHolder();
    await open(requestPath(membership), await makeAccount(database.db));
    expect(await screen.findByText('No Membership Found')).toBeVisible();
  });

  test('requires a visitor to log in', async () => {
    const { membership } = await makeHolder();
    await open(requestPath(membership));
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
  });

  test('refuses a membership that has ended', async () => {
    const { account, membership } = await makeHolder({ subscription: { status: 'past_due' } });
    await open(requestPath(membership), account);
    expect(
      await screen.findByText('The membership is invalid. For more info, please contact us.'),
    ).toBeVisible();
  });

  test('[D9] lets a guest use the receipt’s link, and removes its key from the URL', async () => {
    const membership = await makeMembership(database.db);
    const link = new URL(await cardRequestLink(checkout().deps, database.db, membership.number));
    const { user } = await open(link.pathname + link.hash);
    expect(await screen.findByText(/^Your first printed card is free/)).toBeVisible();
    expect(window.location.hash).toBe('');
    await typeAddress(user);
    await user.click(continueButton());
    await user.click((await sendQuestion()).getByRole('button', { name: 'Yes, Send My Card' }));
    expect(await screen.findByRole('heading', { name: 'Request Completed' })).toBeVisible();
    expect(await listCardRequests(database.db, membership.id)).toMatchObject([
      { email: 'maria@example.com' },
    ]);
  });

  test('is linked from the list of memberships', async () => {
    const { account, membership } = await makeHolder();
    await open('/user', account);
    expect(await screen.findByRole('link', { name: 'Request Physical Card' })).toHaveAttribute(
      'href',
      requestPath(membership),
    );
  });
});

describe('[D29] ordering a replacement card', () => {
  async function openReplacement(): Promise<{
    account: TestAccount;
    membership: TestMembership;
    user: UserEvent;
  }> {
    const account = await makeAccount(database.db);
    const membership = await makeSentCard(database.db, { accountId: account.id });
    const { user } = await open(requestPath(membership), account);
    expect(await screen.findByText(ALREADY_REQUESTED)).toBeVisible();
    expect(screen.getByText(/^Your card was sent on /)).toBeVisible();
    expect(screen.getByText(/It costs \$10\.00, and/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Order a replacement' }));
    expect(await screen.findByRole('heading', { name: 'Shipping' })).toBeVisible();
    return { account, membership, user };
  }

  async function goToPayment(user: UserEvent) {
    await press(user, 'Next');
    const addressDialog = await screen.findByRole('dialog', { name: /address/i });
    await user.click(within(addressDialog).getByRole('button', { name: /^(Yes, Continue|Use as entered)$/ }));
    expect(await screen.findByRole('heading', { name: 'Payment' })).toBeVisible();
  }

  test('starts with the last card’s address, shows the price first, and is paid once', async () => {
    const { membership, user } = await openReplacement();
    expect(screen.getByLabelText('Street address')).toHaveValue('1600 Broadway');
    await goToPayment(user);
    const order = within(await screen.findByRole('region', { name: 'Order summary' }));
    expect(order.getByText('Physical Card replacement')).toBeVisible();
    expect(screen.getByText('We charge $10.00 now, one time only.')).toBeVisible();
    expect(screen.getByText('This is a one-time charge, so there’s nothing to cancel.')).toBeVisible();
    expect(screen.queryByText(/promo code/i)).not.toBeInTheDocument();
    await typeCard(user, '4000000000000002');
    await press(user, 'Purchase');
    expect(await screen.findByText('Your card was declined.')).toBeVisible();
    await typeCard(user, '4242424242424242');
    await press(user, 'Purchase');
    expect(await screen.findByRole('heading', { name: 'Request Completed' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View/Print Your Receipt' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/api\/receipt\?id=[0-9a-f-]{36}$/),
    );
    expect(await listCardRequests(database.db, membership.id)).toMatchObject([
      { isReplacement: false },
      { isReplacement: true, street1: expect.stringMatching(/^1600 broadway$/i) },
    ]);
    expect(sessionStorage).toHaveLength(0);
  });
});
