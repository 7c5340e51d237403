import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createReader, type Reader } from '#db/reader.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { findVerification } from '#server/domains/memberships/verification.service.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatMembershipNumber, newMembershipNumber } from '#server/lib/membership-number.ts';
import { createSigner } from '#server/platform/security/signed-token.ts';
import {
  createTestDatabase,
  serverTest,
  type TestDatabase,
  testDb,
} from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlan } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const START = new Date('2026-11-05T12:00:00Z');
const END = new Date('2026-12-05T12:00:00Z');
const subscription = { periodStart: START, periodEnd: END };
const names = {
  spouseFirstname: 'Luis',
  spouseLastname: 'Gomez',
  familyMembers: ['Eva Gomez', 'Max Gomez'],
};

const signer = createSigner(['a secret of thirty-two characters'], () => NOW);
const verify = (typed: string, viewer: string | null = null) =>
  findVerification(
    { db: database.db, reader: createReader({ writer: database.db }), now: () => NOW, signer },
    { number: typed },
    viewer,
  );

describe('[S2 verify card, D28] the verification of a number, by anyone', () => {
  test('is invalid once the subscription ended, even if the card was to end later', async () => {
    const { number } = await makeMembership(database.db, {
      endedAt: END,
      subscription: { ...subscription, status: 'canceled', endedAt: START },
    });
    expect(await verify(number)).toMatchObject({ state: 'canceled', updatedStatus: 'invalid' });
  });

  test('shows status, expiry, holder, and plan of an individual membership, without other names', async () => {
    const membership = await makeMembership(database.db, { ...names, subscription });
    expect(await verify(membership.number)).toEqual({
      id: membership.id,
      number: membership.number,
      plan: 0,
      planName: 'Individual',
      isCorporatePlan: false,
      isCompanyPlan: false,
      isFamily: false,
      firstname: 'Maria',
      lastname: 'Gomez',
      status: 'active',
      state: 'active',
      statusText: 'Active',
      updatedStatus: 'active',
      summary: { until: END, title: 'Active', text: `Expires ${formatLongDate(END)}` },
      periodStart: START,
      periodEnd: END,
      canceled: false,
      canceledAt: null,
      spouseFirstname: null,
      spouseLastname: null,
      familyMembers: [],
      individualCount: 1,
      familyCount: 0,
      requestedPhysicalCard: null,
      liveness: null,
    });
  });

  test.each([1, 4])('shows the spouse and the additional members of family plan %i too', async (planId) => {
    const { number } = await makeMembership(database.db, { ...names, planId, subscription });
    expect(await verify(number)).toMatchObject({ ...names, individualCount: 0, familyCount: 1 });
  });

  test.each([
    [0, 'Individual', false],
    [1, 'Family', false],
    [2, 'Unknown', false],
    [3, 'Individual', true],
    [4, 'Family', true],
    [5, 'Corporate Group', true],
  ] as const)('[S3 plan numbers] shows plan %i as %s', async (planId, planName, isCorporatePlan) => {
    await makePlan(database.db, { id: 2, name: 'Unknown' });
    const { number } = await makeMembership(database.db, { planId, subscription });
    expect(await verify(number)).toMatchObject({ plan: planId, planName, isCorporatePlan });
  });

  test('shows how many employee cards of each plan a company has', async () => {
    const { id } = await makeSubscription(database.db, subscription);
    const companyMembership = await makeMembership(database.db, { planId: 5, subscriptionId: id });
    for (const planId of [3, 3, 3, 4]) await makeMembership(database.db, { planId, subscriptionId: id });
    expect(await verify(companyMembership.number)).toMatchObject({ individualCount: 3, familyCount: 1 });
  });

  test.each([
    [{ status: 'active' }, 'active', 'Active', 'active'],
    [{ status: 'active', canceledAt: NOW }, 'active', 'Active', 'active'],
    [{ status: 'past_due' }, 'past_due', 'Past due', 'invalid'],
    [{ status: 'unpaid' }, 'unpaid', 'Unpaid', 'invalid'],
    [{ status: 'active', periodEnd: NOW }, 'expired', 'Expired', 'expired'],
    [{ status: 'canceled', endedAt: NOW }, 'canceled', 'Canceled', 'invalid'],
  ] as const)('shows %o as %s', async (changes, state, statusText, updatedStatus) => {
    const { number } = await makeMembership(database.db, { subscription: { ...subscription, ...changes } });
    expect(await verify(number)).toMatchObject({ state, statusText, updatedStatus });
  });
});

describe('[D3] spellings of a number', () => {
  test('may be lowercase, with hyphens or spaces, O for 0, and I or L for 1', async () => {
    const { id } = await makeMembership(database.db, { number: '0110X0Q1A0B8', subscription });
    for (const typed of ['0110-X0Q1-A0B8', 'oilo x0ql aob8', ' OLIOXOQIAOB8 ']) {
      expect(await verify(typed), typed).toMatchObject({ id });
    }
  });

  test('are not found if they are unknown or malformed, without an error', async () => {
    const { number } = await makeMembership(database.db, { subscription });
    const unknown = [
      newMembershipNumber(),
      number.slice(0, 11),
      `${number}0`,
      '',
      '0',
      '%',
      "' or 1=1",
      'x'.repeat(9_999),
    ];
    for (const typed of [...unknown, '\0', '\u{1F600}', number.split('').reverse().join('')]) {
      expect(await verify(typed), JSON.stringify(typed)).toBeNull();
    }
  });
});

describe('with a replica', () => {
  let replica: TestDatabase;
  let reader: Reader;
  beforeAll(async () => {
    replica = await createTestDatabase();
    reader = createReader({ writer: database.db, replica: replica.client.db });
  });
  afterAll(() => replica?.drop());

  const readName = async (number: string, viewer: string | null) => {
    await reader.measureLag();
    const deps = { db: database.db, reader, now: () => NOW, signer };
    return (await findVerification(deps, { number }, viewer))?.firstname;
  };

  serverTest('a visitor reads the replica, and the writer if the replica has no such number', async () => {
    const { number } = await makeMembership(replica.client.db, { firstname: 'Replicated', subscription });
    await makeMembership(database.db, { number, firstname: 'Written', subscription });
    const unreplicated = await makeMembership(database.db, { firstname: 'New', subscription });
    expect(await readName(number, null)).toBe('Replicated');
    expect(await readName(unreplicated.number, null)).toBe('New');
    expect(await readName(newMembershipNumber(), null)).toBeUndefined();
  });

  serverTest('an account reads the writer, so that owners see their own changes at once', async () => {
    const { id } = await makeAccount(database.db);
    const { number } = await makeMembership(replica.client.db, { firstname: 'Replicated', subscription });
    await makeMembership(database.db, { number, firstname: 'Written', subscription });
    expect(await readName(number, id)).toBe('Written');
  });
});

describe('[D28] a request for a printed card', () => {
  test('is shown to the owner and to nobody else', async () => {
    const owner = await makeAccount(database.db);
    const stranger = await makeAccount(database.db);
    const { id, number } = await makeMembership(database.db, { accountId: owner.id, subscription });
    const hasOrderedCard = async (viewer: string | null) =>
      (await verify(number, viewer))?.requestedPhysicalCard;
    expect(await hasOrderedCard(owner.id)).toBe(false);

    await inTransaction(database.db, (trx) =>
      queuePhysicalCard(trx, {
        membershipId: id,
        recipient: 'Maria Gomez',
        email: 'maria@example.com',
        address: {
          street1: '1 A St',
          street2: null,
          city: 'Denver',
          state: 'CO',
          zip: '80202',
          country: 'US',
        },
        requestedAt: NOW,
        isReplacement: false,
      }),
    );
    expect(await hasOrderedCard(owner.id)).toBe(true);
    expect(await hasOrderedCard(stranger.id)).toBeNull();
    expect(await hasOrderedCard(null)).toBeNull();
  });

  test('is not shown to a visitor, even for a guest’s membership', async () => {
    const { number } = await makeMembership(database.db, { accountId: null, subscription });
    expect((await verify(formatMembershipNumber(number)))?.requestedPhysicalCard).toBeNull();
  });
});
