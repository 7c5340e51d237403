import { beforeAll, describe, expect, test } from 'vitest';
import { referenceQuery } from '#server/affiliates/reference.schema.ts';
import { searchReferences } from '#server/affiliates/reference.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const STAFF = { id: '', email: '', firstname: '', lastname: '', accountType: 10 };

const findReferences = (input: string, caller: typeof STAFF | null = null) =>
  searchReferences(database.db, referenceQuery.parse({ value: input }).value, caller);
const names = async (input: string) =>
  (await findReferences(input)).map((row) => `${row.firstname} ${row.lastname}`);

let jane: TestAccount;

beforeAll(async () => {
  const { db } = database;
  jane = await makeAccount(db, {
    firstname: 'Jane',
    lastname: 'Mortensen',
    email: 'Jane.M@example.org',
    accountType: 3,
    referenceCode: 'JANE7',
  });
  await makeAccount(db, { firstname: 'Mortimer', lastname: 'Smith', accountType: 1 });
  await makeAccount(db, { firstname: 'Ana Lucía', lastname: 'Núñez', accountType: 2 });
  await makeAccount(db, { firstname: 'Everything', lastname: 'Card', isHouse: true, referenceCode: 'HOUSE' });
  await makeAccount(db, { firstname: 'Friend', lastname: 'Only', isFriend: true });
  await makeAccount(db, { firstname: 'Influencer', lastname: 'Only', isInfluencer: true });
  await makeAccount(db, { firstname: 'Percy', lastname: '100%er', accountType: 1, referenceCode: 'A_B' });
  await makeAccount(db, { firstname: 'Mortal', lastname: 'Member', email: 'mortal@example.org' });
  await makeAccount(db, { firstname: 'Mortan', lastname: 'Staff', accountType: 10, referenceCode: 'STAFF1' });
});

describe('[D5] a search for a reference', () => {
  test('finds affiliates of each type, friends, influencers, and the house account by name', async () => {
    expect(await names('Jane')).toEqual(['Jane Mortensen']);
    expect(await names('Ana')).toEqual(['Ana Lucía Núñez']);
    expect(await names('Everything C')).toEqual(['Everything Card']);
    expect(await names('Friend')).toEqual(['Friend Only']);
    expect(await names('Influencer')).toEqual(['Influencer Only']);
  });

  test('finds nobody else by name, email, or code', async () => {
    expect(await names('Mortal')).toEqual([]);
    expect(await names('mortal@example.org')).toEqual([]);
    expect(await names('Mortan')).toEqual([]);
    expect(await names('STAFF1')).toEqual([]);
  });
});

describe('[D5] the search text', () => {
  test('can be the beginning of a first, full, or last name, in this order, ignoring case and extra spaces', async () => {
    expect(await names('mort')).toEqual(['Mortimer Smith', 'Jane Mortensen']);
    expect(await names('  jane   MORT ')).toEqual(['Jane Mortensen']);
    expect(await names('NÚÑ')).toEqual(['Ana Lucía Núñez']);
    expect(await names('ana lucía n')).toEqual(['Ana Lucía Núñez']);
    expect(await names('ortensen')).toEqual([]);
  });

  test.each(['', '  ', 'mo', 'm', 'o1', '12345', '...'])(
    'finds no name with fewer than 3 letters: %j',
    async (input) => {
      expect(await names(input)).toEqual([]);
    },
  );

  test('can be a complete reference code, ignoring case', async () => {
    expect(await names('jane7')).toEqual(['Jane Mortensen']);
    expect(await names('HOUSE')).toEqual(['Everything Card']);
    expect(await names('JANE')).toEqual(['Jane Mortensen']);
    expect(await names('HOUS')).toEqual([]);
  });

  test('can be a complete email address, ignoring case', async () => {
    expect(await names('jane.m@EXAMPLE.org')).toEqual(['Jane Mortensen']);
    expect(await names('jane.m@example')).toEqual([]);
  });

  test('matches pattern characters only literally', async () => {
    expect(await names('%mort')).toEqual([]);
    expect(await names('mor%ensen')).toEqual([]);
    expect(await names('jan_')).toEqual([]);
    expect(await names('axb')).toEqual([]);
    expect(await names('a_b')).toEqual(['Percy 100%er']);
    expect(await names('percy 100%')).toEqual(['Percy 100%er']);
    expect(await names('jane\\')).toEqual([]);
  });

  test('is refused at its field if it is too long or has control characters', () => {
    for (const value of ['x'.repeat(255), 'jan\u0000e', 'a\nb']) {
      expect(referenceQuery.safeParse({ value }).error?.issues[0]?.path).toEqual(['value']);
    }
  });
});

describe('[D5][S3 referrer] a search result', () => {
  test('shows id, names, and reference code, with the email masked', async () => {
    expect(await findReferences('Jane')).toEqual([
      {
        id: jane.id,
        firstname: 'Jane',
        lastname: 'Mortensen',
        email: 'J•••@example.org',
        referenceCode: 'JANE7',
      },
    ]);
  });

  test('shows the full email to anyone who typed it in full', async () => {
    expect((await findReferences('JANE.M@example.org'))[0]?.email).toBe('Jane.M@example.org');
  });

  test('shows the full email to staff and developers, but masked to other accounts', async () => {
    expect((await findReferences('Jane', STAFF))[0]?.email).toBe('Jane.M@example.org');
    expect((await findReferences('Jane', { ...STAFF, accountType: 42 }))[0]?.email).toBe(
      'Jane.M@example.org',
    );
    expect((await findReferences('Jane', { ...STAFF, accountType: 3 }))[0]?.email).toBe('J•••@example.org');
  });
});

describe('[D5] a list of results', () => {
  test('has at most 10 entries, including an exact match, without repeats', async () => {
    for (let i = 0; i < 12; i++) {
      await makeAccount(database.db, { firstname: `Zoe ${i}`, lastname: 'Many', accountType: 1 });
    }
    const exact = await makeAccount(database.db, {
      firstname: 'Zoltan',
      lastname: 'Last',
      accountType: 1,
      referenceCode: 'ZOE',
    });
    const found = await findReferences('Zoe');
    expect(found).toHaveLength(10);
    expect(found[0]?.id).toBe(exact.id);
    expect(new Set(found.map((row) => row.id)).size).toBe(10);
    expect(await findReferences('many')).toHaveLength(10);
  });
});
