import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePayment, makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { expectFocus, startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const app = testApp(database, { now: () => NOW, limits: NO_LIMITS });
const web = startWeb(app);
const START = new Date('2026-11-05T19:00:00Z');
const END = new Date('2026-12-05T19:00:00Z');
const period = { periodStart: START, periodEnd: END };
const QUESTION =
  "Are you sure you want to cancel this membership? You will be able to use your membership until it's expiry date.";

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

const makeOwnMembership = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, { accountId: account.id, subscription: period, ...changes });

/** Reads a membership's description list as an object. */
async function readFacts(item: HTMLElement) {
  const names = within(item).getAllByRole('term');
  return Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent]));
}
const item = (name = 'Individual membership') => screen.findByRole('article', { name });

describe('[S2 memberships, S2 /user, S6 /user] /user', () => {
  test('requires a visitor to log in', async () => {
    await web.open('/user');
    expect(await screen.findByRole('heading', { name: 'Login to continue' })).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Account Settings and Managment');
    expect(screen.queryByText('Current Memberships')).not.toBeInTheDocument();
  });

  test('has a Memberships tab with Current Memberships and the Next Invoice panel', async () => {
    await makeOwnMembership();
    await web.open('/user', account);
    expect(await screen.findByRole('tab', { name: 'Memberships' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Account Settings and Managment');
    expect(await screen.findByRole('heading', { name: 'Current Memberships' })).toBeVisible();
    const invoice = screen.getByRole('region', { name: 'Next Invoice' });
    expect(invoice).toHaveTextContent('Feature Coming Soon');
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  });

  test('shows Type, Membership ID, Last Charge, Next Charge, Status, and Canceled', async () => {
    const { id, purchaseId } = await makeSubscription(database.db, { accountId: account.id, ...period });
    await makePayment(database.db, { purchaseId, paidAt: START, amountCents: 9990 });
    const { number } = await makeOwnMembership({ subscriptionId: id, planId: 1 });
    await web.open('/user', account);
    expect(await readFacts(await item('Family membership'))).toEqual({
      Type: 'Family',
      'Membership ID': formatMembershipNumber(number),
      'Last Charge': '$99.90 on November 5th 2026',
      'Next Charge': 'December 5th 2026',
      Status: 'Active',
      Canceled: 'No',
    });
  });

  test('[D26] shows a canceled membership as usable until its end, with the card, but no next charge or second cancel', async () => {
    await makeOwnMembership({ subscription: { ...period, canceledAt: NOW } });
    await web.open('/user', account);
    const membership = within(await item());
    expect(await readFacts(await item())).toMatchObject({
      'Next Charge': '-',
      Status: 'Active',
      Canceled: 'Yes',
    });
    expect(membership.getByText('You can use it until December 5th 2026.')).toBeVisible();
    expect(membership.getByRole('link', { name: 'View Membership Card' })).toBeVisible();
    expect(membership.queryByRole('button', { name: /Cancel/ })).not.toBeInTheDocument();
    expect(membership.getByRole('button', { name: /^Resume Membership/ })).toBeVisible();
  });

  test('[D44] offers the other plan only while the plan can be changed', async () => {
    await makeOwnMembership();
    await makeOwnMembership({ subscription: { ...period, status: 'past_due' } });
    await makeOwnMembership({ planId: 1, subscription: { ...period, canceledAt: NOW } });
    await web.open('/user', account);
    await screen.findAllByRole('article');
    const changes = screen.queryAllByRole('link', { name: /^Change to/ });
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Change to Family /),
    ]);
    expect(screen.queryByRole('button', { name: /^Change to/ })).not.toBeInTheDocument();
  });

  test.each([
    ['past_due', 'Past due'],
    ['unpaid', 'Unpaid'],
  ] as const)(
    '[S4 membership active] shows a membership that is %s without its card, with Cancel and the reason',
    async (status, word) => {
      await makeOwnMembership({ subscription: { ...period, status } });
      await web.open('/user', account);
      const membership = within(await item());
      expect(membership.getByText(word)).toBeVisible();
      expect(membership.getByText(/couldn’t collect the payment/)).toBeVisible();
      expect(membership.queryByRole('link', { name: 'View Membership Card' })).not.toBeInTheDocument();
      expect(membership.getByRole('button', { name: /^Cancel Membership/ })).toBeVisible();
    },
  );

  test.each([
    ['active', 'We extended your membership until December 20th 2026.', 'December 5th 2026'],
    ['past_due', 'We couldn’t collect the payment due on December 5th 2026.', '-'],
  ] as const)(
    '[D26] shows both dates of a membership that staff extended: %s',
    async (status, remark, next) => {
      const grantedUntil = new Date('2026-12-20T19:00:00Z');
      await makeOwnMembership({ subscription: { ...period, status, grantedUntil } });
      await web.open('/user', account);
      expect(await item()).toHaveTextContent(remark);
      expect(await readFacts(await item())).toMatchObject({ 'Next Charge': next });
    },
  );

  test('[D26] names the day that an unpaid membership ended, not the end of its last paid period', async () => {
    const endedAt = new Date('2026-11-19T19:00:00Z');
    const subscription = { status: 'canceled', periodStart: START, periodEnd: START, endedAt } as const;
    await makeOwnMembership({ subscription: { ...subscription, canceledAt: endedAt } });
    await web.open('/user', account);
    expect(await item()).toHaveTextContent(
      'Ended on November 19th 2026, because the payment due on November 5th 2026 wasn’t made.',
    );
  });

  test('[D25] shows that nothing was or will be charged for a free period', async () => {
    await makeOwnMembership({ subscription: { ...period, providerId: null } });
    await web.open('/user', account);
    expect(await readFacts(await item())).toMatchObject({ 'Last Charge': '-', 'Next Charge': '-' });
  });

  test('lists ended memberships separately, without actions', async () => {
    await makeOwnMembership({
      subscription: { status: 'canceled', periodStart: START, periodEnd: NOW, endedAt: NOW },
    });
    await web.open('/user', account);
    const pastSection = await screen.findByRole('region', { name: 'Past Memberships' });
    expect(within(pastSection).getByText('Expired')).toBeVisible();
    expect(within(pastSection).getByText('Ended on November 21st 2026.')).toBeVisible();
    expect(within(pastSection).queryByRole('button')).not.toBeInTheDocument();
    const currentSection = screen.getByRole('region', { name: 'Current Memberships' });
    expect(within(currentSection).getByText('You don’t have a current membership')).toBeVisible();
  });

  test('[D30] hides employee cards from the company that bought them, and its own plan has no card', async () => {
    const { id } = await makeSubscription(database.db, { accountId: account.id, ...period });
    for (const planId of [3, 4, 5]) await makeOwnMembership({ subscriptionId: id, planId });
    await web.open('/user', account);
    const group = within(await item('Corporate Group membership'));
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(group.queryByRole('link', { name: 'View Membership Card' })).not.toBeInTheDocument();
    expect(group.getByRole('button', { name: /^Cancel Membership/ })).toBeVisible();
  });

  test('explains the next step if there are no memberships', async () => {
    await makeMembership(database.db, { accountId: (await makeAccount(database.db)).id });
    await web.open('/user', account);
    expect(await screen.findByText('You don’t have a membership yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/pricing');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
  });
});

describe('[S2 cancel] canceling a membership', () => {
  const freeSubscription = { subscription: { ...period, providerId: null } };
  const dialog = () => screen.findByRole('dialog', { name: 'Cancel Membership' });

  async function openCancelDialog() {
    const openedPage = await web.open('/user', account);
    await openedPage.user.click(await screen.findByRole('button', { name: /^Cancel Membership/ }));
    return { ...openedPage, question: within(await dialog()) };
  }

  test('shows the specified question with the focus on No, which changes nothing', async () => {
    const { subscriptionId } = await makeOwnMembership(freeSubscription);
    const { user, question } = await openCancelDialog();
    expect(question.getByText(QUESTION)).toBeVisible();
    expect(question.queryByText(/Your payment failed/)).not.toBeInTheDocument();
    await waitFor(() => expect(question.getByRole('button', { name: 'Keep Membership' })).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await readCancellation(subscriptionId)).toEqual({ canceledAt: null, cancelReason: null });
    expect(await readFacts(await item())).toMatchObject({ Canceled: 'No' });
  });

  test('[D26] warns that a past-due membership ends today', async () => {
    await makeOwnMembership({ subscription: { ...period, status: 'past_due' } });
    const { question } = await openCancelDialog();
    expect(question.getByText(QUESTION)).toBeVisible();
    expect(question.getByText('Your payment failed, so it ends today.')).toBeVisible();
  });

  test('cancels on the server after a confirmation, refetches, and focuses the membership', async () => {
    const { subscriptionId } = await makeOwnMembership(freeSubscription);
    const { user, question } = await openCancelDialog();
    const reason = question.getByRole('combobox', { name: 'Why are you canceling? (optional)' });
    expect(reason).toHaveDisplayValue('I’d rather not say');
    await user.selectOptions(reason, 'It costs too much');
    await user.click(question.getByRole('button', { name: 'Cancel Membership' }));
    await waitFor(async () => expect(await readFacts(await item())).toMatchObject({ Canceled: 'Yes' }));
    expect(await readCancellation(subscriptionId)).toEqual({
      canceledAt: NOW,
      cancelReason: 'too-expensive',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: /^Cancel Membership/ })).not.toBeInTheDocument();
    await expectFocus(screen.getByRole('heading', { name: 'Individual membership' }));
    expect(screen.getByRole('link', { name: 'View Membership Card' })).toBeVisible();
  });

  test('[D62] reports that Stripe cannot be reached, and offers to retry', async () => {
    await makeOwnMembership();
    const { user, question } = await openCancelDialog();
    await user.click(question.getByRole('button', { name: 'Cancel Membership' }));
    expect(await question.findByRole('alert')).toHaveTextContent(
      'We are having trouble right now. Please try again in a moment.',
    );
    expect(question.getByRole('button', { name: 'Cancel Membership' })).toBeEnabled();
    expect(app.log.takeFaults()).not.toEqual([]);
  });
});

async function readCancellation(subscriptionId: string) {
  return database.db
    .selectFrom('subscriptions')
    .select(['canceledAt', 'cancelReason'])
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
}
