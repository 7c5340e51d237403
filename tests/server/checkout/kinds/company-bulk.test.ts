import { expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createMemberships } from '#server/domains/memberships/membership.service.ts';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { metered } from '#tests/helpers/database/metered-db.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompany, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

/** Counts the SQL statements of a purchase and of loading the company's page. */
async function countStatements(count: number) {
  const { account } = await makeCompany(database.db, checkout());
  const meter = metered(database.db);
  const { corporate } = checkout().caller(account, { deps: { ...checkout().deps, db: meter.db } });
  await corporate.purchase(makeCorporatePurchase({ employees: employees(count) }));
  const bought = meter.statements;
  meter.reset();
  await corporate.company();
  await corporate.cards({});
  return { bought, looked: meter.statements };
}

test('buying and listing cards takes as many statements for 500 employees as for 5', async () => {
  const smallCounts = await countStatements(5);
  const largeCounts = await countStatements(500);
  expect(smallCounts.bought).toBeGreaterThan(5);
  expect(largeCounts).toEqual(smallCounts);
});

test('[D3] cards that are created together get unique numbers, even if some are taken', async () => {
  const existingMembership = await makeMembership(database.db);
  const freeNumbers = Array.from({ length: 6 }, newMembershipNumber);
  // The first batch of numbers contains one that is taken and a duplicate.
  const numbers = [
    existingMembership.number,
    freeNumbers[0],
    freeNumbers[0],
    freeNumbers[1],
    freeNumbers[2],
    freeNumbers[3],
    freeNumbers[4],
  ];
  const draft = {
    accountId: null,
    subscriptionId: existingMembership.subscriptionId,
    planId: 3,
    firstname: 'Ann',
    spouseFirstname: null,
    spouseLastname: null,
    familyMembers: [],
  };
  const memberships = await inTransaction(database.db, (trx) =>
    createMemberships(
      trx,
      ['Smith', 'Jones', 'Reed', 'Gomez'].map((lastname) => ({ ...draft, lastname })),
      () => numbers.shift() ?? '',
    ),
  );
  expect(memberships.map(({ membership }) => membership.lastname)).toEqual([
    'Smith',
    'Jones',
    'Reed',
    'Gomez',
  ]);
  expect(new Set(memberships.map(({ number }) => number)).size).toBe(4);
  const rows = await database.db
    .selectFrom('memberships')
    .select(['id', 'number', 'lastname'])
    .where(
      'id',
      'in',
      memberships.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  expect(rows).toEqual(
    memberships.map(({ id, number, membership: { lastname } }) => ({ id, number, lastname })),
  );
});
