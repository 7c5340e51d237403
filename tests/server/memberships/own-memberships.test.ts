import { beforeEach, describe, expect, test } from 'vitest';
import { listOwnMemberships } from '#server/memberships/membership.service.ts';
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

const mine = (id = account.id) => listOwnMemberships(database.db, id, NOW);

/** Creates a membership of the account with two payments. */
async function paidMembership(changes: Parameters<typeof makeSubscription>[1] = {}) {
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

describe('[S2 memberships, S3 membership] what /user lists', () => {
  test('type, number, last and next charge, status, and whether it is canceled', async () => {
    const membership = await paidMembership();
    expect(await mine()).toEqual([
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
        periodStart: START,
        periodEnd: END,
        canceled: false,
        canceledAt: null,
        lastCharge: { paidAt: START, amountCents: 4995 },
        nextChargeAt: END,
        isEmployeeCard: false,
        isCurrent: true,
        canShowCard: true,
        canCancel: true,
      },
    ]);
  });

  test('[D26] canceled: no next charge, the card until the end, no second cancel', async () => {
    await paidMembership({ canceledAt: NOW });
    expect(await mine()).toMatchObject([
      { canceled: true, canceledAt: NOW, nextChargeAt: null, canShowCard: true, canCancel: false },
    ]);
  });

  test('[D25] a free period: no last or next charge', async () => {
    await makeMembership(database.db, {
      accountId: account.id,
      subscription: { providerId: null, periodStart: START, periodEnd: END },
    });
    expect(await mine()).toMatchObject([
      { state: 'active', lastCharge: null, nextChargeAt: null, canShowCard: true, canCancel: true },
    ]);
  });

  test('past due: no card, but it can be canceled', async () => {
    await paidMembership({ status: 'past_due' });
    expect(await mine()).toMatchObject([
      { status: 'past_due', state: 'past_due', canShowCard: false, canCancel: true, isCurrent: true },
    ]);
  });

  test('ended: no card, no cancel, not current', async () => {
    await paidMembership({ status: 'canceled', endedAt: NOW, periodEnd: NOW });
    expect(await mine()).toMatchObject([
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

  test('newest first, and none of another account’s', async () => {
    const old = await makeMembership(database.db, {
      accountId: account.id,
      createdAt: new Date('2025-01-01T00:00:00Z'),
    });
    const newer = await makeMembership(database.db, { accountId: account.id });
    expect((await mine()).map(({ id }) => id)).toEqual([newer.id, old.id]);
    const other = await makeAccount(database.db);
    expect(await mine(other.id)).toEqual([]);
  });
});

describe('[D30, D31] a company and its employees', () => {
  async function company() {
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

  test('the company sees its own plan, which is not a card, and not its employees’ cards', async () => {
    await company();
    expect(await mine()).toMatchObject([
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

  test('an employee sees the claimed card without the company’s charges, and cannot cancel it', async () => {
    const subscription = await company();
    const employee = await makeAccount(database.db);
    await makeMembership(database.db, {
      planId: 4,
      accountId: employee.id,
      subscriptionId: subscription.id,
    });
    expect(await mine(employee.id)).toMatchObject([
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

  test('an employee sees a card whose company has no account', async () => {
    const subscription = await makeSubscription(database.db, { accountId: null, periodEnd: END });
    const on = { accountId: account.id, subscriptionId: subscription.id };
    const { id } = await makeMembership(database.db, { ...on, planId: 3 });
    expect(await mine()).toMatchObject([{ id, canShowCard: true, canCancel: false, nextChargeAt: null }]);
  });
});
