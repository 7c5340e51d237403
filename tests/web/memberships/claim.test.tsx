import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { claimLink } from '#server/domains/memberships/claim.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCompany } from '#tests/helpers/factories/company.ts';
import { makeMembership, type TestMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-22T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);
const period = { periodStart: new Date('2026-11-05T19:00:00Z'), periodEnd: new Date('2027-11-05T19:00:00Z') };
const PASSWORD = 'a long password';

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db, { password: PASSWORD });
});

/** Returns the path and hash of the emailed claim link. */
async function createClaimAddress({ id }: TestMembership): Promise<string> {
  const { pathname, hash } = new URL(await claimLink(app.deps, id));
  return pathname + hash;
}

const makeGuestMembership = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, { subscription: period, ...changes });

async function makeEmployeeCard(companyName?: string) {
  const companyAccount = await makeAccount(database.db);
  if (companyName) await makeCompany(database.db, { accountId: companyAccount.id, name: companyName });
  const { id } = await makeSubscription(database.db, { accountId: companyAccount.id, ...period });
  return makeMembership(database.db, { planId: 4, subscriptionId: id });
}

async function findOwnerId({ id }: TestMembership): Promise<string | null> {
  const row = await database.db
    .selectFrom('memberships')
    .select('accountId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.accountId;
}

const card = () => screen.findByRole('figure', { name: 'Membership card' });
const claimButton = () => screen.findByRole('button', { name: 'Claim this membership' });

describe('/claim', () => {
  test('shows the card, and after claiming it, shows the live card and lists it at /user', async () => {
    const membership = await makeGuestMembership();
    const { user } = await web.open(await createClaimAddress(membership), account);
    expect(await card()).toHaveTextContent(formatMembershipNumber(membership.number));
    expect(await card()).toHaveTextContent('Maria Gomez');
    expect(await card()).toHaveTextContent('11/05/27');
    expect(await screen.findByText(/where you can also see its charges and cancel it/)).toBeVisible();
    expect(await screen.findByText(account.email, { selector: 'strong' })).toBeVisible();
    // The claim token is removed from the URL.
    expect(window.location.hash).toBe('');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

    await user.click(await claimButton());
    const dialog = await screen.findByRole('dialog', { name: 'Membership Card' });
    expect(await within(dialog).findByText('11/05/27')).toBeVisible();
    expect(window.location.pathname).toBe(`/user/card/${formatMembershipNumber(membership.number)}`);
    expect(await findOwnerId(membership)).toBe(account.id);
    await user.keyboard('{Escape}');
    const item = await screen.findByRole('article', { name: 'Individual membership' });
    expect(within(item).getByRole('button', { name: /^Cancel Membership/ })).toBeVisible();
  });

  test('lets a visitor log in on the same page', async () => {
    const membership = await makeEmployeeCard();
    const { user } = await web.open(await createClaimAddress(membership));
    expect(await card()).toHaveTextContent('Family');
    expect(await screen.findByText(/^Your company pays for this membership/)).toBeVisible();
    const login = within(await screen.findByRole('region', { name: 'Login' }));
    expect(screen.queryByRole('button', { name: 'Claim this membership' })).not.toBeInTheDocument();
    await user.type(login.getByLabelText('Email'), account.email);
    await user.type(login.getByLabelText('Password'), PASSWORD);
    await user.click(login.getByRole('button', { name: 'Login' }));
    await user.click(await claimButton());
    expect(await screen.findByRole('dialog', { name: 'Membership Card' })).toBeVisible();
    expect(await findOwnerId(membership)).toBe(account.id);
  });

  test('shows an employee the card at /user without charges or Cancel', async () => {
    const membership = await makeEmployeeCard();
    await app.caller(account).claims.claim({
      token: new URLSearchParams((await createClaimAddress(membership)).split('#')[1]).get('token') ?? '',
    });
    await web.open('/user', account);
    const item = within(await screen.findByRole('article', { name: 'Family membership' }));
    expect(
      item.getByText('Your company pays for this membership. It’s paid through November 5th 2027.'),
    ).toBeVisible();
    expect(item.getByRole('link', { name: 'View Membership Card' })).toBeVisible();
    expect(item.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
  });

  test('tells a member with a company’s card who still pays for the own one, and names the company', async () => {
    await makeMembership(database.db, {
      accountId: account.id,
      subscription: { ...period, accountId: account.id, providerId: crypto.randomUUID() },
    });
    const membership = await makeEmployeeCard('Blue Door Coffee');
    const { user } = await web.open(await createClaimAddress(membership), account);
    expect(await screen.findByText('You still pay for your own Individual membership')).toBeVisible();
    expect(await card()).toHaveTextContent('Blue Door Coffee');
    await user.click(await claimButton());
    const cardDialog = within(await screen.findByRole('dialog', { name: 'Membership Card' }));
    await user.click(cardDialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText(/renews on November 5, 2027 and charges you as before/)).toBeVisible();
    const item = within(await screen.findByRole('article', { name: 'Family membership' }));
    expect(item.getByText('Blue Door Coffee')).toBeVisible();
  });

  test('lets the visitor switch accounts before claiming', async () => {
    const membership = await makeGuestMembership();
    const { user } = await web.open(await createClaimAddress(membership), account);
    await user.click(await screen.findByRole('button', { name: 'Use another account' }));
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    expect(await card()).toBeVisible();
    expect(await findOwnerId(membership)).toBeNull();
  });

  test('reports that the card is already in the account, and links to it', async () => {
    const membership = await makeGuestMembership({ accountId: account.id });
    await web.open(await createClaimAddress(membership), account);
    expect(await screen.findByText('This membership is in your account')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Membership Card' })).toHaveAttribute(
      'href',
      `/user/card/${formatMembershipNumber(membership.number)}`,
    );
  });

  test.each([
    ['another account claimed', 'This membership was already claimed'],
    ['has ended', 'This membership has ended'],
  ])('offers no claim for a card that %s', async (description, words) => {
    const otherAccount = await makeAccount(database.db);
    const membership = await makeGuestMembership(
      description === 'has ended' ? { endedAt: NOW } : { accountId: otherAccount.id },
    );
    await web.open(await createClaimAddress(membership), account);
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Claim this membership' })).not.toBeInTheDocument();
    expect(screen.queryByRole('figure', { name: 'Membership card' })).not.toBeInTheDocument();
  });

  test('reports at the button if another account claimed the card first', async () => {
    const membership = await makeGuestMembership();
    const otherAccount = await makeAccount(database.db);
    const { user } = await web.open(await createClaimAddress(membership), account);
    const button = await claimButton();
    await database.db
      .updateTable('memberships')
      .set({ accountId: otherAccount.id })
      .where('id', '=', membership.id)
      .execute();
    await user.click(button);
    expect(await screen.findByText('This membership was already claimed')).toBeVisible();
    await waitFor(() => expect(button).not.toBeInTheDocument());
    expect(await findOwnerId(membership)).toBe(otherAccount.id);
  });

  test.each([
    ['/claim', 'Open this page from the link in your email'],
    ['/claim#token=a.b.c', 'This link doesn’t work or has expired.'],
  ])('explains the next step for the URL %s', async (address, words) => {
    await web.open(address);
    expect(await screen.findByText(new RegExp(words.replaceAll('.', '\\.')))).toBeVisible();
  });
});
