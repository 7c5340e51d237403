import { beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlan } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const END = new Date('2026-12-05T12:00:00Z');
const app = testApp(database, {
  now: () => NOW,
  limits: NO_LIMITS,
  settings: { PUBLIC_URL: 'https://cards.example.com' },
});

let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

const card = (number: string, who: TestAccount | null = account) =>
  app.caller(who).memberships.card({ number });

describe('[S2 card modal] the owner’s card', () => {
  test.each([
    [0, 'Individual'],
    [1, 'Family'],
    [2, 'Unknown'],
  ] as const)(
    'shows holder, plan, ID, expiry, and verification address of plan %i for %s',
    async (planId, planName) => {
      await makePlan(database.db, { id: 2, name: 'Unknown' });
      const subscription = { periodEnd: END };
      const { number } = await makeMembership(database.db, { accountId: account.id, planId, subscription });
      const expectedCard = {
        shown: true,
        number,
        plan: planId,
        planName,
        companyName: null,
        firstname: 'Maria',
        lastname: 'Gomez',
        expiresAt: END,
        verificationUrl: `https://cards.example.com/verify/card/${number}`,
        checkedAt: NOW,
        live: {
          key: expect.stringMatching(/^[\w-]{43}$/),
          day: 20_778,
          until: new Date('2026-12-21T00:00:00Z'),
        },
      };
      expect(await card(number)).toEqual(expectedCard);
      expect(await card(formatMembershipNumber(number).toLowerCase())).toEqual(expectedCard);
    },
  );

  test('[D27] is found on its verification page', async () => {
    const { number } = await makeMembership(database.db, { accountId: account.id });
    const ownCard = await card(number);
    const inLink = ownCard.shown ? (new URL(ownCard.verificationUrl).pathname.split('/').at(-1) ?? '') : '';
    expect(await app.caller().verification.find({ number: inLink })).toMatchObject({ number });
  });

  test('shows the day it ends itself if its plan is paid for longer', async () => {
    const endedAt = new Date('2026-11-28T12:00:00Z');
    const { number } = await makeMembership(database.db, {
      ...{ accountId: account.id, endedAt, subscription: { periodEnd: END } },
    });
    expect(await card(number)).toMatchObject({ shown: true, expiresAt: endedAt });
  });

  test('is shown while the membership is canceled but still paid', async () => {
    const subscription = { periodEnd: END, canceledAt: NOW };
    const { number } = await makeMembership(database.db, { accountId: account.id, subscription });
    expect(await card(number)).toMatchObject({ shown: true, expiresAt: END });
  });

  test.each([
    [{ status: 'past_due' }, 'past-due'],
    [{ status: 'unpaid' }, 'unpaid'],
    [{ periodEnd: NOW }, 'late'],
    [{ status: 'canceled', endedAt: NOW }, 'ended-early'],
  ] as const)('is hidden if the subscription is %o', async (changes, kind) => {
    const subscription = { periodEnd: END, ...changes };
    const { number } = await makeMembership(database.db, { accountId: account.id, subscription });
    const planName = 'Individual';
    expect(await card(number)).toMatchObject({ shown: false, number, plan: 0, planName, summary: { kind } });
  });

  test('[S6 corporate card] is hidden for a company’s own plan', async () => {
    const { number } = await makeMembership(database.db, { accountId: account.id, planId: 5 });
    expect(await card(number)).toMatchObject({ shown: false, summary: { kind: 'not-a-card' } });
  });

  test('[D30] is shown to an employee whose company pays', async () => {
    const company = await makeAccount(database.db);
    const { id } = await makeSubscription(database.db, { accountId: company.id, periodEnd: END });
    const employeeMembership = { accountId: account.id, planId: 3, subscriptionId: id };
    const { number } = await makeMembership(database.db, employeeMembership);
    expect(await card(number)).toMatchObject({ shown: true, planName: 'Individual' });
    await expect(card(number, company)).rejects.toThrow('No Membership Found');
  });
});

describe('[S2 card modal] another account’s card', () => {
  test('is not found, nor is a guest’s card or an unknown or malformed number', async () => {
    const otherMembership = await makeMembership(database.db, {
      accountId: (await makeAccount(database.db)).id,
    });
    const guestMembership = await makeMembership(database.db);
    for (const number of [otherMembership.number, guestMembership.number, '0123456789AB', 'nonsense', '']) {
      await expect(card(number)).rejects.toThrow('No Membership Found');
    }
  });

  test('is refused to a visitor, who must log in', async () => {
    const { number } = await makeMembership(database.db, { accountId: account.id });
    await expect(card(number, null)).rejects.toThrow('Login to continue');
    await expect(app.caller(null).memberships.mine()).rejects.toThrow('Login to continue');
  });
});
