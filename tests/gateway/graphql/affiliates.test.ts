import { beforeAll, describe, expect, test } from 'vitest';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { ABROAD, SAMPLE_W8 } from '#tests/helpers/purchases/affiliate.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import { affiliateInfo } from './affiliate-info.ts';

const database = seededTestDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

let reference = '';
beforeAll(async () => {
  reference = (await makeAccount(database.db, { accountType: 3 })).id;
});

const SELECTIONS = { becomeAffiliate: 'id', BecomeInfluencer: 'id influencer', BecomeFriend: 'id friend' };
type Name = keyof typeof SELECTIONS;

const buildDocument = (name: Name, field: string) =>
  `mutation ($info: AffiliateInput!) { ${field}(info: $info) { ${SELECTIONS[name]} } }`;

async function sendSignup(
  name: Name,
  overrides: Record<string, unknown> = {},
  { field = name, columns = {} }: { field?: string; columns?: Parameters<typeof makeAccount>[1] } = {},
) {
  const account = await makeAccount(database.db, columns);
  const visitor = await (await server.visitor(account)).fetchCsrfToken();
  const info = affiliateInfo({ reference, ...overrides });
  const { data, errors } = await visitor.graphql(buildDocument(name, field), { info });
  const user = await server.caller(account).viewer.user();
  return { account, visitor, info, data, errors, refused: errors[0]?.message, user };
}

const findSignup = (accountId: string) =>
  database.db
    .selectFrom('affiliateSignups')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst();

describe('[S7 becomeAffiliate, S7 BecomeInfluencer, S7 BecomeFriend] the three sign-ups work under each spelling', () => {
  test.each([
    [1, { accountType: 1, influencer: true }],
    [2, { accountType: 2, influencer: false }],
    [3, { accountType: 3, influencer: false }],
  ])('becomeAffiliate signs up with type %i', async (type, becomes) => {
    const loyaltyFields = { businessName: 'Walker Bakery', compensationOption: 1, employees: [] };
    const { account, data, errors, user } = await sendSignup('becomeAffiliate', { type, ...loyaltyFields });
    expect(errors).toEqual([]);
    const signup = await findSignup(account.id);
    expect(data).toEqual({ becomeAffiliate: { id: signup?.id } });
    expect(user).toMatchObject(becomes);
  });

  test.each(listSpellings('BecomeInfluencer'))('[D23] %s ignores the type in its input', async (field) => {
    const { account, data, errors, user } = await sendSignup('BecomeInfluencer', { type: 3 }, { field });
    expect(errors).toEqual([]);
    expect(data).toEqual({ [field]: { id: account.id, influencer: true } });
    expect(user).toMatchObject({ accountType: 1, influencer: true, friend: false });
  });

  test.each(listSpellings('BecomeFriend'))('[D23] %s ignores the type in its input', async (field) => {
    const { account, data, errors, user } = await sendSignup('BecomeFriend', { type: 3 }, { field });
    expect(errors).toEqual([]);
    expect(data).toEqual({ [field]: { id: account.id, friend: true } });
    expect(user).toMatchObject({ accountType: 0, influencer: false, friend: true });
  });

  test('every field of the input is stored', async () => {
    const { account, errors } = await sendSignup('becomeAffiliate', {
      type: 2,
      businessName: 'Walker Bakery',
      compensationOption: 2,
      employees: [{ name: 'Ben Walker', contact: '(555) 010-0133' }],
      street2: 'Suite 4',
      code: 'web-1',
    });
    expect(errors).toEqual([]);
    expect(await findSignup(account.id)).toMatchObject({
      role: 'loyalty',
      donates: true,
      form: {
        businessName: 'Walker Bakery',
        employees: [{ name: 'Ben Walker', contact: '(555) 010-0133' }],
        street2: 'Suite 4',
        // An unknown webinar code is stored but doesn't cause an error.
        code: 'web-1',
        takeTest: true,
        watchedVideo: true,
      },
    });
  });
});

describe('[S7 becomeAffiliate] a sign-up that buys a membership', () => {
  const family = { spouseFirstName: 'Pat', spouseLastName: 'Gomez', members: [{ name: 'Lee' }] };
  const listMemberships = (accountId: string) =>
    database.db
      .selectFrom('memberships')
      .select(['planId', 'spouseFirstname', 'familyMembers'])
      .where('accountId', '=', accountId)
      .execute();
  const expected = [{ planId: 1, spouseFirstname: 'Pat', familyMembers: ['Lee'] }];

  test.each([
    ['beside the other fields', { ...family, token: 'tok_visa' }],
    ['in the membership object', { membership: { ...family, token: 'tok_visa' } }],
    ['partly in each', { token: 'tok_visa', spouseFirstName: null, members: null, membership: family }],
  ])('accepts the membership’s fields %s', async (_, fields) => {
    const { account, errors } = await sendSignup('BecomeInfluencer', { ...fields, purchaseMembership: 1 });
    expect(errors).toEqual([]);
    expect(await listMemberships(account.id)).toEqual(expected);
  });

  test.each(['BecomeFriend', 'becomeAffiliate'] as const)(
    '[S8 invalid card] with an invalid card is refused by %s with the card message',
    async (name) => {
      for (const token of ['tok_nobody', 'none', '', null]) {
        const { refused, user } = await sendSignup(name, { purchaseMembership: 0, token });
        expect(refused).toBe('The debit/credit card that was used is invalid.');
        expect(user).toMatchObject({ accountType: 0, friend: false });
      }
    },
  );

  test('[D40] charges once if it is sent twice, and returns the same response', async () => {
    const first = await sendSignup('becomeAffiliate', { type: 3, purchaseMembership: 0, token: 'tok_visa' });
    const document = buildDocument('becomeAffiliate', 'becomeAffiliate');
    const secondResponse = await first.visitor.graphql(document, { info: first.info });
    expect(secondResponse).toMatchObject({ data: first.data, errors: [] });
    expect(await listMemberships(first.account.id)).toHaveLength(1);
  });

  test('buys no membership if purchaseMembership is 2 or missing', async () => {
    for (const purchaseMembership of [2, null]) {
      const { account, errors } = await sendSignup('BecomeFriend', { purchaseMembership, token: 'none' });
      expect(errors).toEqual([]);
      expect(await listMemberships(account.id)).toEqual([]);
    }
  });
});

describe('[S6 refusal][D23] accounts that can’t sign up', () => {
  const EDUCATOR = 'You already signed up to be an Educator!';

  test.each([
    ['becomeAffiliate', { type: 3 }, { accountType: 3 }, EDUCATOR],
    ['becomeAffiliate', { type: 1 }, { accountType: 3 }, EDUCATOR],
    ['becomeAffiliate', { type: 0 }, { accountType: 0 }, 'You already have a Basic Account!'],
    ['becomeAffiliate', { type: 0 }, { accountType: 3 }, EDUCATOR],
    ['BecomeInfluencer', {}, { accountType: 2 }, 'You already are part of the Business Loyalty Program!'],
    ['BecomeFriend', {}, { accountType: 0, isFriend: true }, 'You are already signed up to be a Friend!'],
  ] as const)('%s with %j refuses an account with %j', async (name, overrides, columns, sentence) => {
    const emptyFields = { phone: null, birthday: null, signature: null, contractAgree: false };
    const { errors, refused } = await sendSignup(name, { ...emptyFields, ...overrides }, { columns });
    expect(refused).toBe(sentence);
    expect(errors[0]?.extensions).toMatchObject({ code: 'ALREADY_SIGNED_UP' });
  });

  test('[D12] educators and staff can become friends', async () => {
    for (const accountType of [3, 10]) {
      const { errors, user } = await sendSignup('BecomeFriend', {}, { columns: { accountType } });
      expect(errors).toEqual([]);
      expect(user).toMatchObject({ accountType, friend: true });
    }
  });

  test('becomeAffiliate refuses visitors and unknown types', async () => {
    const visitor = await server.visitor();
    const document = buildDocument('becomeAffiliate', 'becomeAffiliate');
    const { errors } = await visitor.graphql(document, { info: affiliateInfo({ reference }) });
    expect(errors[0]?.message).toBe('Login to continue');
    for (const type of [4, 10, -1, null]) {
      const { refused } = await sendSignup('becomeAffiliate', { type });
      expect(refused).toBe('Please choose what to sign up as');
    }
  });
});

describe('[S5 your information] a sign-up', () => {
  test('with missing fields gets their messages instead of a schema error', async () => {
    const { errors, user } = await sendSignup('BecomeInfluencer', {
      phone: null,
      w9: { idNumber: '' },
      signature: null,
      policyAgree: null,
      reference: '',
    });
    expect(errors[0]?.message).toBe('Required');
    expect(errors[0]?.extensions?.fieldErrors).toEqual({
      phone: 'Required',
      'w9.legalNameOfBusiness': 'Required Field',
      'w9.taxClassification': 'Required Field',
      'w9.idType': 'Required Field',
      'w9.idNumber': 'Required Field',
      'w9.acceptedTerms': 'Please accept the terms',
      policyAgree: 'Required',
      reference: 'Required',
      signature: 'Please sign above to continue',
    });
    expect(user).toMatchObject({ accountType: 0 });
  });

  test('ignores the client’s hasW9 and hasW8', async () => {
    const claimedW9 = await sendSignup('BecomeFriend', { hasW9: true, w9: null });
    expect(claimedW9.errors[0]?.extensions?.fieldErrors).toHaveProperty(['w9.idNumber']);
    const claimedW8 = await sendSignup('BecomeFriend', { ...ABROAD, hasW8: true, w9: null, w8: null });
    expect(claimedW8.errors[0]?.extensions?.fieldErrors).toHaveProperty(['w8.ForeignTaxID']);
    const filedW8 = await sendSignup('BecomeFriend', { ...ABROAD, hasW8: true, w9: null, w8: SAMPLE_W8 });
    expect(filedW8.errors).toEqual([]);
    expect(filedW8.user).toMatchObject({ hasW8: true, hasW9: false });
  });
});
