import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createMembership, hasValidMembership } from '#server/domains/memberships/membership.service.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-12-21T12:00:00Z');

async function findFamily(accountId: string | null) {
  await makePlans(database.db);
  const subscription = await makeSubscription(database.db, { accountId });
  return {
    accountId,
    subscriptionId: subscription.id,
    planId: 1,
    firstname: 'Ana',
    lastname: 'Núñez',
    spouseFirstname: 'Luis',
    spouseLastname: 'Núñez',
    familyMembers: ['Eva Núñez', 'Max "Maxi", {Núñez}'],
  };
}

describe('[D3, S3 membership] a new membership', () => {
  test('stores its names, in any script, under a valid number', async () => {
    const account = await makeAccount(database.db);
    const family = await findFamily(account.id);
    const membership = await inTransaction(database.db, (trx) => createMembership(trx, family));
    const row = await database.db
      .selectFrom('memberships')
      .selectAll()
      .where('id', '=', membership.id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ...family, number: membership.number });
    expect(valueOrNull(readMembershipNumber(membership.number))).toBe(membership.number);
  });

  test('takes the next number if one is taken, within the same transaction', async () => {
    const existingMembership = await makeMembership(database.db);
    const numbers = [existingMembership.number, existingMembership.number, '0123456789AB'];
    const family = await findFamily(null);
    const membership = await inTransaction(database.db, async (trx) => {
      const first = await createMembership(trx, family, () => numbers.shift() ?? '');
      await trx.selectFrom('plans').select('id').execute();
      return first;
    });
    expect(membership.number).toBe('0123456789AB');
  });

  test('fails if the generator repeats itself, and stores nothing', async () => {
    const existingMembership = await makeMembership(database.db);
    const family = await findFamily(null);
    const work = inTransaction(database.db, (trx) =>
      createMembership(trx, family, () => existingMembership.number),
    );
    await expect(work).rejects.toThrow('No free membership number');
    const rows = await database.db
      .selectFrom('memberships')
      .select('id')
      .where('subscriptionId', '=', family.subscriptionId)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('[D29] the queue of cards to print', () => {
  const address = {
    street1: '1600 Broadway',
    street2: null,
    city: 'Denver',
    state: 'CO',
    zip: '80202',
    country: 'US',
  };
  const card = (membershipId: string, isReplacement: boolean) => ({
    membershipId,
    recipient: 'Maria Gomez',
    email: 'maria@example.com',
    address,
    requestedAt: NOW,
    isReplacement,
  });

  test('accepts a membership’s first card once, and one replacement until it is sent', async () => {
    const { id } = await makeMembership(database.db);
    const results = await inTransaction(database.db, async (trx) => [
      await queuePhysicalCard(trx, card(id, false)),
      await queuePhysicalCard(trx, card(id, false)),
      await queuePhysicalCard(trx, card(id, true)),
      await queuePhysicalCard(trx, card(id, true)),
    ]);
    expect(results.map((result) => result !== undefined)).toEqual([true, false, true, false]);
    await database.db
      .updateTable('physicalCardRequests')
      .set({ sentAt: NOW })
      .where('membershipId', '=', id)
      .execute();
    const replacementId = await inTransaction(database.db, (trx) => queuePhysicalCard(trx, card(id, true)));
    const rows = await database.db
      .selectFrom('physicalCardRequests')
      .selectAll()
      .where('membershipId', '=', id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.isReplacement)).toEqual([false, true, true]);
    expect(rows[0]).toMatchObject({ recipient: 'Maria Gomez', ...address, requestedAt: NOW });
    expect(rows[2]).toMatchObject({ id: replacementId, email: 'maria@example.com', sentAt: null });
  });
});

describe('[S4 membership active] an account’s membership', () => {
  const isValid = async (changes: Parameters<typeof makeMembership>[1]) => {
    const account = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: account.id, ...changes });
    return hasValidMembership(database.db, account.id, NOW);
  };

  test.each([0, 1, 3, 4])('of plan %i is valid if it ends in the future', async (planId) => {
    expect(await isValid({ planId, subscription: { periodEnd: LATER } })).toBe(true);
  });

  test('is valid if it is canceled but paid until later', async () => {
    expect(await isValid({ subscription: { periodEnd: LATER, canceledAt: NOW } })).toBe(true);
  });

  test.each(['past_due', 'unpaid'] as const)('is not valid if it is %s', async (status) => {
    expect(await isValid({ subscription: { periodEnd: LATER, status } })).toBe(false);
  });

  test('is not valid if it has ended, was closed, or is a company’s own plan', async () => {
    expect(await isValid({ subscription: { periodEnd: NOW } })).toBe(false);
    const closed = { periodEnd: LATER, status: 'canceled', endedAt: NOW } as const;
    expect(await isValid({ subscription: closed })).toBe(false);
    expect(await isValid({ planId: 5, subscription: { periodEnd: LATER } })).toBe(false);
  });

  test('counts if it is one valid membership among others, but not if it is another account’s', async () => {
    const account = await makeAccount(database.db);
    const other = await makeAccount(database.db);
    await makeMembership(database.db, { accountId: account.id, subscription: { status: 'unpaid' } });
    await makeMembership(database.db, { accountId: account.id, subscription: { periodEnd: LATER } });
    expect(await hasValidMembership(database.db, account.id, NOW)).toBe(true);
    expect(await hasValidMembership(database.db, other.id, NOW)).toBe(false);
  });
});
