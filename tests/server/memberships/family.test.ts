import { beforeEach, describe, expect, test } from 'vitest';
import { refreshWalletPasses } from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const NAMES = {
  ...{ spouseFirstName: 'Ida', spouseLastName: '王', spouseLatinName: 'Ida Wang' },
  members: [{ name: 'Tom Voss', latinName: null }],
};
let account: TestAccount;
beforeEach(async () => {
  account = await makeAccount(database.db);
});

const makeFamily = (changes: Parameters<typeof makeMembership>[1] = {}) =>
  makeMembership(database.db, { accountId: account.id, planId: 1, ...changes });

describe('editing the names on a family card', () => {
  test('changes the card, the verification, and the wallet pass, and nothing else', async () => {
    const { number, firstname, lastname } = await makeFamily({ familyMembers: ['Old Name'] });
    const otherCard = await makeFamily({ familyMembers: ['Other Name'] });
    const caller = app.caller(account);
    await caller.memberships.googlePass({ number });
    const before = await database.db.selectFrom('walletPasses').selectAll().executeTakeFirstOrThrow();
    expect(await caller.memberships.editFamily({ number, ...NAMES })).toBe(true);
    const memberships = await caller.memberships.mine();
    expect(memberships).toContainEqual(
      expect.objectContaining({ number, firstname, lastname, family: NAMES }),
    );
    expect(memberships.find((membership) => membership.number === otherCard.number)?.family?.members).toEqual(
      [{ name: 'Other Name', latinName: null }],
    );
    expect(await app.caller(null).verification.find({ number })).toMatchObject({
      spouseFirstname: 'Ida',
      spouseLastname: '王',
      familyMembers: ['Tom Voss'],
    });
    await refreshWalletPasses(app.deps);
    const after = await database.db.selectFrom('walletPasses').selectAll().executeTakeFirstOrThrow();
    expect(after.version).not.toBe(before.version);
    await caller.memberships.editFamily({ number });
    expect(await caller.memberships.mine()).toContainEqual(
      expect.objectContaining({
        number,
        family: { spouseFirstName: null, spouseLastName: null, spouseLatinName: null, members: [] },
      }),
    );
  });

  test('has the limits of the purchase form', async () => {
    const { number } = await makeFamily();
    const { memberships } = app.caller(account);
    const tooManyMembers = Array.from({ length: 21 }, () => ({ name: 'A' }));
    await expect(memberships.editFamily({ number, members: tooManyMembers })).rejects.toThrow('at most 20');
    await expect(memberships.editFamily({ number, members: [{ name: ' ' }] })).rejects.toThrow('Required');
  });

  test('is refused for an individual, an ended, or another account’s membership', async () => {
    const edit = (number: string, by: TestAccount | null = account) =>
      app.caller(by).memberships.editFamily({ number, ...NAMES });
    const individual = await makeFamily({ planId: 0 });
    await expect(edit(individual.number)).rejects.toThrow('Only a family membership includes other people.');
    const endedAt = new Date('2026-01-05T12:00:00Z');
    const endedFamily = await makeFamily({
      subscription: { periodEnd: endedAt, endedAt, status: 'canceled' },
    });
    await expect(edit(endedFamily.number)).rejects.toThrow('The membership is invalid.');
    const family = await makeFamily();
    await expect(edit(family.number, await makeAccount(database.db))).rejects.toThrow('No Membership Found');
    await expect(edit(family.number, null)).rejects.toThrow('Login to continue');
  });
});
