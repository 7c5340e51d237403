import { beforeAll, describe, expect, test } from 'vitest';
import { referenceQuery } from '#server/domains/affiliates/reference.schema.ts';
import { searchReferences } from '#server/domains/affiliates/reference.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const database = testDb();
const STAFF = { id: '', email: '', firstname: '', lastname: '', accountType: 10 };

const findReferences = (input: string, caller: typeof STAFF | null = null) =>
  searchReferences(database.db, referenceQuery.parse({ value: input }).value, caller);
const findNames = async (input: string) =>
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
    expect(await findNames('Jane')).toEqual(['Jane Mortensen']);
    expect(await findNames('Ana')).toEqual(['Ana Lucía Núñez']);
    expect(await findNames('Everything C')).toEqual(['Everything Card']);
    expect(await findNames('Friend')).toEqual(['Friend Only']);
    expect(await findNames('Influencer')).toEqual(['Influencer Only']);
  });

  test('finds nobody else by name, email, or code', async () => {
    expect(await findNames('Mortal')).toEqual([]);
    expect(await findNames('mortal@example.org')).toEqual([]);
    expect(await findNames('Mortan')).toEqual([]);
    expect(await findNames('STAFF1')).toEqual([]);
  });
});

describe('[D5] the search text', () => {
  test('can be the beginning of a first, full, or last name, in this order, ignoring case and extra spaces', async () => {
    expect(await findNames('mort')).toEqual(['Mortimer Smith', 'Jane Mortensen']);
    expect(await findNames('  jane   MORT ')).toEqual(['Jane Mortensen']);
    expect(await findNames('NÚÑ')).toEqual(['Ana Lucía Núñez']);
    expect(await findNames('ana lucía n')).toEqual(['Ana Lucía Núñez']);
    expect(await findNames('ortensen')).toEqual([]);
  });

  test.each(['', '  ', 'mo', 'm', 'o1', '12345', '...'])(
    'finds no name with fewer than 3 letters: %j',
    async (input) => {
      expect(await findNames(input)).toEqual([]);
    },
  );

  test('can be a complete reference code, ignoring case', async () => {
    expect(await findNames('jane7')).toEqual(['Jane Mortensen']);
    expect(await findNames('HOUSE')).toEqual(['Everything Card']);
    expect(await findNames('JANE')).toEqual(['Jane Mortensen']);
    expect(await findNames('HOUS')).toEqual([]);
  });

  test('can be a complete email address, ignoring case', async () => {
    expect(await findNames('jane.m@EXAMPLE.org')).toEqual(['Jane Mortensen']);
    expect(await findNames('jane.m@example')).toEqual([]);
  });

  test('matches pattern characters only literally', async () => {
    expect(await findNames('%mort')).toEqual([]);
    expect(await findNames('mor%ensen')).toEqual([]);
    expect(await findNames('jan_')).toEqual([]);
    expect(await findNames('axb')).toEqual([]);
    expect(await findNames('a_b')).toEqual(['Percy 100%er']);
    expect(await findNames('percy 100%')).toEqual(['Percy 100%er']);
    expect(await findNames('jane\\')).toEqual([]);
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

  test('shows the email masked to anyone who typed the reference code', async () => {
    expect((await findReferences('JANE7'))[0]?.email).toBe('J•••@example.org');
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
    const exactMatch = await makeAccount(database.db, {
      firstname: 'Zoltan',
      lastname: 'Last',
      accountType: 1,
      referenceCode: 'ZOE',
    });
    const references = await findReferences('Zoe');
    expect(references).toHaveLength(10);
    expect(references[0]?.id).toBe(exactMatch.id);
    expect(new Set(references.map((row) => row.id)).size).toBe(10);
    expect(await findReferences('many')).toHaveLength(10);
  });
});
