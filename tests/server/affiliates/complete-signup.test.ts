import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  completeSignup,
  createReferenceCode,
  hasOtherPaidSignup,
  saveSignup,
} from '#server/domains/affiliates/affiliate.service.ts';
import { newId } from '#server/lib/ids.ts';
import { embeddedTestDb, serverTest, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const embedded = embeddedTestDb();
const now = new Date('2026-11-22T09:00:00Z');

const findAccount = (id: string) =>
  database.db
    .selectFrom('accounts')
    .select(['accountType', 'isInfluencer', 'isFriend', 'referenceCode', 'referredBy'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function createSignup(accountId: string, role: AffiliateRole, referrerId: string): Promise<string> {
  const id = randomUUID();
  const form = { phone: '(555) 010-0177' };
  const signature = { signature: 'iVBORw0KGgo=', signedAt: now, ip: '198.51.100.7' };
  await inTransaction(database.db, (trx) =>
    saveSignup(trx, { id, accountId, role, referrerId, form, donates: false, ...signature }),
  );
  return id;
}

const complete = (signupId: string, purchaseId: string | null = null) =>
  inTransaction(database.db, (trx) => completeSignup(trx, signupId, { purchaseId, now }));

async function join(accountId: string, role: AffiliateRole, referrerId: string) {
  return complete(await createSignup(accountId, role, referrerId));
}

const addUser = async (columns: Parameters<typeof makeAccount>[1] = {}) =>
  (await makeAccount(database.db, columns)).id;

describe('[D12] a completed signup', () => {
  test.each([
    ['friend', { accountType: 0, isInfluencer: false, isFriend: true }],
    ['influencer', { accountType: 1, isInfluencer: true, isFriend: false }],
    ['loyalty', { accountType: 2, isInfluencer: false, isFriend: false }],
    ['educator', { accountType: 3, isInfluencer: false, isFriend: false }],
  ] as const)('gives the account the role of %s, its referrer, and a code', async (role, becomes) => {
    const [id, referrer] = [await addUser(), await addUser({ accountType: 3 })];
    const completedSignup = await join(id, role, referrer);
    const account = await findAccount(id);
    expect(account).toMatchObject({ ...becomes, referredBy: referrer });
    expect(account.referenceCode).toMatch(/^MARIA[2-9A-Z]{4}$/);
    expect(completedSignup).toMatchObject({ role, referenceCode: account.referenceCode, completedAt: now });
  });

  test.each([
    [3, 'influencer', 3],
    [2, 'influencer', 2],
    [10, 'educator', 10],
    [42, 'friend', 42],
    [1, 'educator', 3],
    [2, 'educator', 3],
  ] as const)(
    'of type %i as %s leads to type %i and never lowers the type',
    async (accountType, role, becomes) => {
      const id = await addUser({ accountType });
      await join(id, role, await addUser({ accountType: 3 }));
      expect(await findAccount(id)).toMatchObject({ accountType: becomes });
    },
  );

  test('keeps the flags and an existing code', async () => {
    const id = await addUser({ isFriend: true, isInfluencer: true, accountType: 1, referenceCode: 'KEPT' });
    await join(id, 'educator', await addUser({ accountType: 3 }));
    expect(await findAccount(id)).toMatchObject({
      isFriend: true,
      isInfluencer: true,
      accountType: 3,
      referenceCode: 'KEPT',
    });
  });

  test('changes nothing until it is complete', async () => {
    const id = await addUser();
    await createSignup(id, 'educator', await addUser({ accountType: 3 }));
    expect(await findAccount(id)).toMatchObject({ accountType: 0, referenceCode: null, referredBy: null });
  });
});

describe('[S6 refusal] one signup per role', () => {
  test('cannot be completed twice: the second completion returns null', async () => {
    const id = await addUser();
    const signup = await createSignup(id, 'influencer', await addUser({ accountType: 3 }));
    expect(await complete(signup)).not.toBeNull();
    const accountBefore = await findAccount(id);
    expect(await complete(signup)).toBeNull();
    expect(await findAccount(id)).toEqual(accountBefore);
  });

  serverTest('is completed once by 20 concurrent completions of two signups', async () => {
    const [id, referrer] = [await addUser(), await addUser({ accountType: 3 })];
    const signups = await Promise.all([
      createSignup(id, 'educator', referrer),
      createSignup(id, 'educator', referrer),
    ]);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => complete(String(signups[i % 2]))),
    );
    expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(1);
    const rows = await database.db
      .selectFrom('affiliateSignups')
      .select('completedAt')
      .where('accountId', '=', id)
      .execute();
    expect(rows.filter(({ completedAt }) => completedAt !== null)).toHaveLength(1);
  });

  test('is replaced by another attempt only while it is incomplete', async () => {
    const [id, first, second] = [await addUser(), await addUser({ accountType: 3 }), await addUser()];
    const signup = await createSignup(id, 'friend', first);
    const completeAgain = (referrerId: string) =>
      inTransaction(database.db, (trx) =>
        saveSignup(trx, {
          id: signup,
          accountId: id,
          role: 'friend',
          referrerId,
          form: {},
          donates: true,
          signature: 'AAAA',
          signedAt: now,
          ip: '203.0.113.1',
        }),
      );
    await completeAgain(second);
    await complete(signup);
    await completeAgain(first);
    const row = await database.db
      .selectFrom('affiliateSignups')
      .selectAll()
      .where('id', '=', signup)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ referrerId: second, donates: true, completedAt: now, ip: '203.0.113.1' });
  });

  test('cannot be replaced by another account that knows its id', async () => {
    const [id, referrer] = [await addUser(), await addUser({ accountType: 3 })];
    const signup = await createSignup(id, 'friend', referrer);
    const stranger = await addUser();
    await inTransaction(database.db, (trx) =>
      saveSignup(trx, {
        id: signup,
        accountId: stranger,
        role: 'educator',
        referrerId: referrer,
        form: {},
        donates: true,
        signature: 'AAAA',
        signedAt: now,
        ip: '203.0.113.1',
      }),
    );
    const row = await database.db
      .selectFrom('affiliateSignups')
      .select(['accountId', 'role', 'donates'])
      .where('id', '=', signup)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ accountId: id, role: 'friend', donates: false });
  });

  test('is not superseded by a free one for the same role', async () => {
    const [id, referrer] = [await addUser(), await addUser({ accountType: 3 })];
    const laterId = randomUUID();
    const isSuperseded = () =>
      inTransaction(database.db, (trx) =>
        hasOtherPaidSignup(trx, { accountId: id, role: 'educator', signupId: laterId }),
      );
    expect(await isSuperseded()).toBe(false);
    await join(id, 'educator', referrer);
    expect(await isSuperseded()).toBe(false);
  });
});

describe('[D13] the downline', () => {
  test('a recruiter is set once, at the first signup', async () => {
    const [id, first, second] = [await addUser(), await addUser({ accountType: 3 }), await addUser()];
    await join(id, 'friend', first);
    await join(id, 'educator', second);
    expect(await findAccount(id)).toMatchObject({ referredBy: first });
  });

  test('nobody is in their own downline, directly or indirectly', async () => {
    const [a, b, c] = [await addUser(), await addUser(), await addUser()];
    await join(b, 'educator', a);
    await join(c, 'educator', b);
    await join(a, 'educator', c);
    expect(await findAccount(a)).toMatchObject({ accountType: 3, referredBy: null });
    expect(await findAccount(c)).toMatchObject({ referredBy: b });
    const selfReferred = await addUser();
    await join(selfReferred, 'educator', selfReferred);
    expect(await findAccount(selfReferred)).toMatchObject({ accountType: 3, referredBy: null });
  });

  serverTest(
    'of two people who name each other at the same time, only one becomes the other’s recruiter',
    async () => {
      for (let round = 0; round < 10; round++) {
        const [a, b] = [await addUser(), await addUser()];
        await Promise.all([join(a, 'educator', b), join(b, 'educator', a)]);
        const referrers = [(await findAccount(a)).referredBy, (await findAccount(b)).referredBy];
        expect(referrers.filter((id) => id !== null)).toHaveLength(1);
      }
    },
  );

  test('the downline has no loop, whatever the order of signups', async () => {
    const peopleCount = 6;
    const names = fc.array(fc.tuple(fc.nat(peopleCount - 1), fc.nat(peopleCount - 1)), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(names, async (pairs) => {
        const ids = await Promise.all(Array.from({ length: peopleCount }, () => addUser()));
        const upline = new Map<string, string>();
        const chain = (from: string): string[] => {
          const next = upline.get(from);
          return next === undefined ? [from] : [from, ...chain(next)];
        };
        const joinedIds = new Set<string>();
        for (const [index, referrerIndex] of pairs) {
          const [id, referrer] = [String(ids[index]), String(ids[referrerIndex])];
          // The expected result: only a first signup sets an upline, and never if that would create a cycle.
          const canBeReferred = !joinedIds.has(id) && !upline.has(id) && !chain(referrer).includes(id);
          if (canBeReferred) upline.set(id, referrer);
          joinedIds.add(id);
          await join(id, 'educator', referrer);
        }
        for (const id of ids) expect((await findAccount(id)).referredBy).toBe(upline.get(id) ?? null);
      }),
      { numRuns: 40, seed: 20_261_122 },
    );
  });
});

describe('a reference code', () => {
  test.each([
    ['Maria', 'MARIA'],
    ['Zoë-Anne', 'ZOEANNE'],
    ['Bartholomewina', 'BARTHOLOME'],
    ['李', 'CARD'],
    ['42', 'CARD'],
  ])('for %s is readable and begins with %s', (firstname, beginning) => {
    expect(createReferenceCode(firstname)).toMatch(new RegExp(`^${beginning}[2-9A-HJKMNP-Z]{4}$`));
  });

  test('gets longer with each code that is taken', () => {
    expect(createReferenceCode('Maria', 3)).toHaveLength('MARIA'.length + 7);
  });

  serverTest('is unique, even for 40 people with the same name at the same time', async () => {
    const referrer = await addUser({ accountType: 3 });
    const ids = await Promise.all(Array.from({ length: 40 }, () => addUser({ firstname: 'Li' })));
    await Promise.all(ids.map((id) => join(id, 'friend', referrer)));
    const codes = await Promise.all(ids.map(async (id) => (await findAccount(id)).referenceCode));
    expect(new Set(codes).size).toBe(40);
    expect(codes).not.toContain(null);
  });
});

test('completing an unknown signup throws an error', async () => {
  await expect(complete(newId())).rejects.toThrow('There is no sign-up');
});

test('[STACK] a signup completes on the embedded database', async () => {
  const { db } = embedded;
  const [a, b] = [await makeAccount(db), await makeAccount(db)];
  const completeNewSignup = async (accountId: string, referrerId: string) => {
    const [id, form] = [randomUUID(), {}];
    const signup = { id, accountId, role: 'educator', referrerId, form, donates: false } as const;
    const signing = { signature: 'AAAA', signedAt: now, ip: '198.51.100.7' };
    return inTransaction(db, async (trx) => {
      await saveSignup(trx, { ...signup, ...signing });
      return completeSignup(trx, id, { purchaseId: null, now });
    });
  };
  const [first, second] = await Promise.all([completeNewSignup(a.id, b.id), completeNewSignup(b.id, a.id)]);
  expect([first?.referenceCode, second?.referenceCode]).not.toContain(undefined);
  const accounts = await db.selectFrom('accounts').select(['accountType', 'referredBy']).execute();
  expect(accounts.filter(({ referredBy }) => referredBy !== null)).toHaveLength(1);
  expect(accounts.map(({ accountType }) => accountType)).toEqual([3, 3]);
});
