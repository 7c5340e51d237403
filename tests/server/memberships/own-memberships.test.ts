import { beforeEach, describe, expect, test } from 'vitest';
import { listOwnMemberships } from '#server/domains/memberships/membership.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePayment, makeSubscription } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const START = new Date('2026-11-05T12:00:00Z');
const END = new Date('2026-12-05T12:00:00Z');

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

const listMemberships = (id = account.id) => listOwnMemberships(database.db, id, NOW);

/** Creates a membership of the account with two payments. */
async function makePaidMembership(changes: Parameters<typeof makeSubscription>[1] = {}) {
  const subscription = await makeSubscription(database.db, {
    accountId: account.id,
    periodStart: START,
    periodEnd: END,
    ...changes,
  });
  const { purchaseId } = subscription;
  await makePayment(database.db, { purchaseId, paidAt: new Date('2026-10-05T12:00:00Z'), amountCents: 5995 });
  await makePayment(database.db, { purchaseId, paidAt: START, amountCents: 4995 });
  return makeMembership(database.db, { accountId: account.id, subscriptionId: subscription.id });
}

describe('[S2 memberships, S3 membership] the list of an account’s memberships', () => {
  test('shows type, number, last and next charge, status, and whether the membership is canceled', async () => {
    const membership = await makePaidMembership();
    expect(await listMemberships()).toEqual([
      {
        id: membership.id,
        number: membership.number,
        plan: 0,
        planName: 'Individual',
        isCorporatePlan: false,
        isCompanyPlan: false,
        firstname: 'Maria',
        lastname: 'Gomez',
        status: 'active',
        state: 'active',
        statusText: 'Active',
        updatedStatus: 'active',
        summary: {
          kind: 'renewing',
          since: START,
          until: END,
          next: { event: 'renews', at: END },
          actions: ['cancel'],
          label: 'Active',
          title: null,
          text: null,
          day: { label: 'Renews on', at: END },
        },
        periodStart: START,
        periodEnd: END,
        canceled: false,
        canceledAt: null,
        lastCharge: { paidAt: START, amountCents: 4995 },
        nextChargeAt: END,
        isEmployeeCard: false,
        companyName: null,
        isCurrent: true,
        canShowCard: true,
        planChange: { planName: 'Family', isUpgrade: true, scheduledFor: null, obstacle: null },
        family: null,
        canCancel: true,
        canResume: false,
      },
    ]);
  });

  test('[D26] shows a canceled membership without a next charge, with its card, and without a cancel button', async () => {
    await makePaidMembership({ canceledAt: NOW });
    expect(await listMemberships()).toMatchObject([
      { canceled: true, canceledAt: NOW, nextChargeAt: null, canShowCard: true, canCancel: false },
    ]);
  });

  test('[D25] shows a free period without a last or next charge', async () => {
    await makeMembership(database.db, {
      accountId: account.id,
      subscription: { providerId: null, periodStart: START, periodEnd: END },
    });
    expect(await listMemberships()).toMatchObject([
      { state: 'active', lastCharge: null, nextChargeAt: null, canShowCard: true, canCancel: true },
    ]);
  });

  test('shows a past-due membership without its card, and it can be canceled', async () => {
    await makePaidMembership({ status: 'past_due' });
    expect(await listMemberships()).toMatchObject([
      { status: 'past_due', state: 'past_due', canShowCard: false, canCancel: true, isCurrent: true },
    ]);
  });

  test('shows an ended membership as not current, without its card or a cancel button', async () => {
    await makePaidMembership({ status: 'canceled', endedAt: NOW, periodEnd: NOW });
    expect(await listMemberships()).toMatchObject([
      {
        state: 'expired',
        canceled: true,
        canceledAt: NOW,
        canShowCard: false,
        canCancel: false,
        isCurrent: false,
      },
    ]);
  });

  test('is sorted newest first, and contains no other account’s memberships', async () => {
    const oldMembership = await makeMembership(database.db, {
      accountId: account.id,
      createdAt: new Date('2025-01-01T00:00:00Z'),
    });
    const newerMembership = await makeMembership(database.db, { accountId: account.id });
    expect((await listMemberships()).map(({ id }) => id)).toEqual([newerMembership.id, oldMembership.id]);
    const other = await makeAccount(database.db);
    expect(await listMemberships(other.id)).toEqual([]);
  });
});

describe('[D30, D31] the lists of a company and its employees', () => {
  async function makeCompanyCards() {
    const subscription = await makeSubscription(database.db, {
      accountId: account.id,
      periodStart: START,
      periodEnd: END,
    });
    await makePayment(database.db, { purchaseId: subscription.purchaseId, amountCents: 24_975 });
    const on = { subscriptionId: subscription.id };
    await makeMembership(database.db, { ...on, planId: 5, accountId: account.id });
    await makeMembership(database.db, { ...on, planId: 3, accountId: account.id });
    await makeMembership(database.db, { ...on, planId: 4, accountId: account.id });
    return subscription;
  }

  test('show the company’s own plan, which is not a card, to the company only', async () => {
    await makeCompanyCards();
    expect(await listMemberships()).toMatchObject([
      {
        plan: 5,
        planName: 'Corporate Group',
        isCorporatePlan: true,
        state: 'active',
        canShowCard: false,
        canCancel: true,
        lastCharge: { amountCents: 24_975 },
      },
    ]);
  });

  test('show an employee’s claimed card to the employee, without charges or a cancel button', async () => {
    const subscription = await makeCompanyCards();
    const employee = await makeAccount(database.db);
    await makeMembership(database.db, {
      planId: 4,
      accountId: employee.id,
      subscriptionId: subscription.id,
    });
    expect(await listMemberships(employee.id)).toMatchObject([
      {
        plan: 4,
        planName: 'Family',
        isCorporatePlan: true,
        canShowCard: true,
        canCancel: false,
        lastCharge: null,
        nextChargeAt: null,
      },
    ]);
  });

  test('show an employee’s card even if the company has no account', async () => {
    const subscription = await makeSubscription(database.db, { accountId: null, periodEnd: END });
    const on = { accountId: account.id, subscriptionId: subscription.id };
    const { id } = await makeMembership(database.db, { ...on, planId: 3 });
    expect(await listMemberships()).toMatchObject([
      { id, canShowCard: true, canCancel: false, nextChargeAt: null },
    ]);
  });
});
