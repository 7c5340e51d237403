import { beforeAll, describe, expect, test } from 'vitest';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans, makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeSetting, makeTexts } from '#tests/helpers/factories/content.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';

// Documents in the back office's style: named, with variables, fragments, and __typename.

const database = testDb();
const server = testApp(database);

let member: TestAccount;
let educator: TestAccount;
let staff: TestAccount;

beforeAll(async () => {
  const { db } = database;
  await makePlans(db);
  await makeTexts(db);
  const newest = { version: 2, publishedAt: new Date('2026-12-01T12:00:00Z') };
  await db
    .insertInto('contracts')
    .values({ ...newest, type: 'BUSINESSTERMS', html: '<h1>Terms</h1>' })
    .execute();
  await db
    .insertInto('policies')
    .values({ ...newest, type: 'COOKIE', html: '<h1>Cookies</h1>' })
    .execute();
  await makeSetting(db, 'supportPhone', '(555) 010-0199');
  member = await makeAccount(db, { email: 'maria@example.com' });
  educator = await makeAccount(db, {
    firstname: 'Edna',
    accountType: 3,
    referenceCode: 'EDNA',
    email: 'edna@example.com',
  });
  staff = await makeAccount(db, { accountType: 10 });
  await makeMembership(db, { accountId: member.id });
});

/** Runs a check for each spelling of the operation. */
function inEachSpelling(name: string, check: (field: string) => Promise<void>): void {
  test.each(listSpellings(name))('works as %s', check);
}

describe('[S7 GetContract] GetContract', () => {
  inEachSpelling('GetContract', async (field) => {
    const { data } = await (await server.visitor()).graphql(
      `query GetContract($type: ContractType!) { ${field}(type: $type) }`,
      { type: 'BUSINESSTERMS' },
    );
    expect(data).toEqual({ [field]: '<h1>Terms</h1>' });
  });
});

describe('[S7 GetPolicy, S3 policy] GetPolicy', () => {
  inEachSpelling('GetPolicy', async (field) => {
    const { data } = await (await server.visitor()).graphql(
      `query Policy($type: PolicyType!) { policy: ${field}(type: $type) { __typename id date text } }`,
      { type: 'COOKIE' },
    );
    const policy = {
      __typename: 'Policy',
      id: 'COOKIE-2',
      date: '2026-12-01T12:00:00.000Z',
      text: '<h1>Cookies</h1>',
    };
    expect(data).toEqual({ policy });
  });
});

describe('[D34][S7 GetSetting, S3 setting] GetSetting', () => {
  inEachSpelling('GetSetting', async (field) => {
    const query = `query ($key: String!) { ${field}(key: $key) { id key value } }`;
    const visitor = await server.visitor();
    const knownSetting = await visitor.graphql(query, { key: 'supportPhone' });
    expect(knownSetting.data).toEqual({
      [field]: { id: 'supportPhone', key: 'supportPhone', value: '(555) 010-0199' },
    });
    for (const key of ['identitySecrets', 'constructor', '__proto__']) {
      expect((await visitor.graphql(query, { key })).data).toEqual({ [field]: null });
    }
  });
});

describe('[S7 user] user', () => {
  const query = `query { user { ...all } }
    fragment all on User { id firstname lastname email accountType businessSearchList hasBusinessPlan
      hasValidMembership influencer friend hasW9 hasW8 w9 { termsDate idNumber } }`;

  test('returns every field of the signed-in account, and null for a visitor', async () => {
    expect((await (await server.visitor(member)).graphql(query)).data).toEqual({
      user: {
        id: member.id,
        firstname: 'Maria',
        lastname: 'Gomez',
        email: 'maria@example.com',
        accountType: 0,
        businessSearchList: false,
        hasBusinessPlan: false,
        hasValidMembership: true,
        influencer: false,
        friend: false,
        hasW9: false,
        hasW8: false,
        w9: null,
      },
    });
    expect((await (await server.visitor()).graphql(query)).data).toEqual({ user: null });
  });
});

describe('[S7 registerBasicAccount] registerBasicAccount', () => {
  const mutation = `mutation registerBasicAccount($firstname: String, $lastname: String, $email: String, $zip: String,
    $password: String) { registerBasicAccount(firstname: $firstname, lastname: $lastname, email: $email, zip: $zip,
    password: $password) { id } }`;
  const person = {
    firstname: 'New',
    lastname: 'Person',
    email: 'new@example.com',
    zip: '80202',
    password: 'secret7',
  };

  test('creates an account that can sign in, without opening a session', async () => {
    const visitor = await server.visitor();
    const { data, errors } = await visitor.graphql(mutation, person);
    expect(errors).toEqual([]);
    expect(data).toEqual({ registerBasicAccount: { id: expect.any(String) } });
    expect(visitor.cookies.size).toBe(0);
    const { email, password } = person;
    expect((await visitor.post('/api/identity/signIn', { email, password })).statusCode).toBe(200);
  });

  test('returns a message for a missing field', async () => {
    const { errors } = await (await server.visitor()).graphql(mutation, {
      ...person,
      password: 'short',
      zip: null,
    });
    expect(errors[0]).toMatchObject({
      message: 'Required Field',
      extensions: {
        fieldErrors: { zip: 'Required Field', password: 'Password must be at least 6 characters!' },
      },
    });
  });
});

describe('[D6][S7 getEmailFromID] getEmailFromID', () => {
  test('returns a masked email to others, the whole email to the account itself and staff, null for an unknown id', async () => {
    const query = 'query getEmailFromID($id: ID!) { getEmailFromID(id: $id) }';
    const queryUser = async (account: TestAccount | null, id: unknown) =>
      (await (await server.visitor(account)).graphql(query, { id })).data;
    expect(await queryUser(null, member.id)).toEqual({ getEmailFromID: 'm•••@example.com' });
    expect(await queryUser(educator, member.id)).toEqual({ getEmailFromID: 'm•••@example.com' });
    expect(await queryUser(member, member.id)).toEqual({ getEmailFromID: 'maria@example.com' });
    expect(await queryUser(staff, member.id)).toEqual({ getEmailFromID: 'maria@example.com' });
    expect(await queryUser(null, 17)).toEqual({ getEmailFromID: null });
  });
});

describe('[D5][S7 searchForReference] searchForReference', () => {
  test('returns ids, names, masked emails, and codes', async () => {
    const { data } = await (await server.visitor()).graphql(
      'query searchForReference($value: String!) { searchForReference(value: $value) { id firstname lastname email referenceCode } }',
      { value: 'edna' },
    );
    expect(data).toEqual({
      searchForReference: [
        {
          id: educator.id,
          firstname: 'Edna',
          lastname: 'Gomez',
          email: 'e•••@example.com',
          referenceCode: 'EDNA',
        },
      ],
    });
  });
});

describe('[S3 promo code, S7 isPromoCodeValid] isPromoCodeValid', () => {
  const query = 'query ($id: String!) { isPromoCodeValid(id: $id) { id amount_off percent_off valid } }';

  test('returns the cents or percent of an active code, and reports an unknown code as invalid', async () => {
    await makePromoCode(database.db, { code: 'TENOFF', amountOff: 1_000 });
    await makePromoCode(database.db, { code: 'HALF', amountOff: null, percentOff: '12.50' });
    const visitor = await server.visitor();
    const queryUser = async (id: string) => (await visitor.graphql(query, { id })).data?.isPromoCodeValid;
    expect(await queryUser('tenoff')).toEqual({
      id: 'TENOFF',
      amount_off: 1_000,
      percent_off: null,
      valid: true,
    });
    expect(await queryUser('HALF')).toEqual({ id: 'HALF', amount_off: null, percent_off: 12.5, valid: true });
    expect(await queryUser('NONE')).toEqual({
      id: 'NONE',
      amount_off: null,
      percent_off: null,
      valid: false,
    });
  });
});

describe('[D36][S7 ValidateAddress] ValidateAddress', () => {
  inEachSpelling('ValidateAddress', async (field) => {
    const query = `query V($street1: String, $city: String, $state: String, $zip: String) {
      ${field}(street1: $street1, city: $city, state: $state, zip: $zip) { street1 street2 city state zip country } }`;
    const visitor = await server.visitor();
    const address = { street1: '1600 broadway street', city: 'denver', state: 'CO', zip: '80202' };
    const storeResult = await visitor.graphql(query, address);
    expect(storeResult.data).toEqual({
      [field]: {
        street1: '1600 BROADWAY ST',
        street2: null,
        city: 'DENVER',
        state: 'CO',
        zip: '80202',
        country: 'US',
      },
    });
    expect((await visitor.graphql(query, { ...address, zip: '00000' })).data).toEqual({ [field]: null });
    const { errors } = await visitor.graphql(query, { ...address, city: null });
    expect(errors[0]).toMatchObject({
      message: 'Required',
      extensions: { fieldErrors: { city: 'Required' } },
    });
  });
});
