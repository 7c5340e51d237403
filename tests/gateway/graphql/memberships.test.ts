import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePlans } from '#tests/helpers/factories/catalog.ts';
import { makeTexts } from '#tests/helpers/factories/content.ts';
import { makeMembership, type TestMembership } from '#tests/helpers/factories/membership.ts';
import { testSandbox } from '#tests/helpers/sandbox.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { buyCardDocument, cart } from './buy-card-document.ts';

const database = testDb();
const sandbox = testSandbox();
const server = testApp(database, () => ({ stripe: sandbox.stripe }));

let member: TestAccount;
let educator: TestAccount;
let family: TestMembership;

beforeAll(async () => {
  const { db } = database;
  await makePlans(db);
  await makeTexts(db);
  member = await makeAccount(db);
  educator = await makeAccount(db, { accountType: 3 });
  family = await makeMembership(db, {
    accountId: member.id,
    planId: 1,
    number: '0123456789AB',
    spouseFirstname: 'Pat',
    spouseLastname: 'Gomez',
    familyMembers: ['Lee', 'Kim'],
    subscription: {
      periodStart: new Date('2026-11-01T10:00:00Z'),
      periodEnd: new Date('2099-12-01T10:00:00Z'),
    },
  });
});

const visitWithToken = async (account: TestAccount | null = null): Promise<Visitor> =>
  (await server.visitor(account)).fetchCsrfToken();

describe('[D28][S7 findMembershipWithLatestSale, S7 getMembershipByMembershipID, S3 membership] the look-ups by number', () => {
  const spellings = ['0123456789AB', ' o123-4567 89ab'];

  test.each(spellings)(
    'getMembershipByMembershipID finds the membership for anyone with the number %s',
    async (membershipID) => {
      const { data } = await (await server.visitor()).graphql(
        `query getMembershipByMembershipID($membershipID: String!) {
        getMembershipByMembershipID(membershipID: $membershipID) { id plan membershipID period_start period_end canceled
          status isCorporatePlan firstname lastname canceled_at updatedStatus individualCount familyCount } }`,
        { membershipID },
      );
      expect(data).toEqual({
        getMembershipByMembershipID: {
          id: family.id,
          plan: 1,
          membershipID: '0123-4567-89AB',
          period_start: '2026-11-01T10:00:00.000Z',
          period_end: '2099-12-01T10:00:00.000Z',
          canceled: false,
          status: 'active',
          isCorporatePlan: false,
          firstname: 'Maria',
          lastname: 'Gomez',
          canceled_at: null,
          updatedStatus: 'active',
          individualCount: 0,
          familyCount: 1,
        },
      });
    },
  );

  test.each(spellings)(
    'findMembershipWithLatestSale finds it for anyone, but shows the card request only to the owner: %s',
    async (membershipID) => {
      const query = `query findMembershipWithLatestSale($membershipID: String!) {
      findMembershipWithLatestSale(membershipID: $membershipID) { id membershipID firstname lastname plan spouseFirstName
        spouseLastName additionalFamilyMembers { name } requestedPhysicalCard
        membership { current_period_start current_period_end status } } }`;
      const expected = {
        id: family.id,
        membershipID: '0123-4567-89AB',
        firstname: 'Maria',
        lastname: 'Gomez',
        plan: 1,
        spouseFirstName: 'Pat',
        spouseLastName: 'Gomez',
        additionalFamilyMembers: [{ name: 'Lee' }, { name: 'Kim' }],
        requestedPhysicalCard: null,
        membership: {
          current_period_start: '2026-11-01T10:00:00.000Z',
          current_period_end: '2099-12-01T10:00:00.000Z',
          status: 'active',
        },
      };
      const visitorAnswer = await (await server.visitor()).graphql(query, { membershipID });
      expect(visitorAnswer.data).toEqual({ findMembershipWithLatestSale: expected });
      const owner = await (await server.visitor(member)).graphql(query, { membershipID });
      expect(owner.data).toEqual({
        findMembershipWithLatestSale: { ...expected, requestedPhysicalCard: false },
      });
    },
  );

  test.each(['', 'none', '0123456789AC', '🂡', 'x'.repeat(10_000)])(
    'return null for the invalid number %.20s',
    async (membershipID) => {
      const { data, errors } = await (await server.visitor()).graphql(
        `query ($membershipID: String!) { getMembershipByMembershipID(membershipID: $membershipID) { id }
        findMembershipWithLatestSale(membershipID: $membershipID) { id } }`,
        { membershipID },
      );
      expect(errors).toEqual([]);
      expect(data).toEqual({ getMembershipByMembershipID: null, findMembershipWithLatestSale: null });
    },
  );
});

describe('[S7 getMembershipsForUser] getMembershipsForUser', () => {
  const query = `query getMembershipsForUser { getMembershipsForUser { id plan membershipID period_start period_end
    canceled status isCorporatePlan } }`;

  test('lists only the signed-in account’s memberships', async () => {
    expect((await (await server.visitor(member)).graphql(query)).data).toEqual({
      getMembershipsForUser: [
        {
          id: family.id,
          plan: 1,
          membershipID: '0123-4567-89AB',
          period_start: '2026-11-01T10:00:00.000Z',
          period_end: '2099-12-01T10:00:00.000Z',
          canceled: false,
          status: 'active',
          isCorporatePlan: false,
        },
      ],
    });
    expect((await (await server.visitor(educator)).graphql(query)).data).toEqual({
      getMembershipsForUser: [],
    });
  });

  test('requires a login', async () => {
    const { errors } = await (await server.visitor()).graphql(query);
    expect(errors[0]).toMatchObject({ message: 'Login to continue', extensions: { code: 'NOT_SIGNED_IN' } });
  });
});

describe('[S7 cancelMembershipForUser] cancelMembershipForUser', () => {
  const mutation =
    'mutation cancelMembershipForUser($id: String!) { cancelMembershipForUser(membershipID: $id) }';

  test('reports another account’s membership as not found', async () => {
    const { errors } = await (await visitWithToken(educator)).graphql(mutation, { id: family.number });
    expect(errors[0]).toMatchObject({ message: 'No Membership Found' });
  });

  test('cancels the owner’s membership, which stays usable until its period ends', async () => {
    const buyer = await makeAccount(database.db);
    const visitor = await visitWithToken(buyer);
    await visitor.graphql(buyCardDocument(), cart());
    const listQuery = '{ getMembershipsForUser { membershipID canceled status } }';
    const membershipsBefore = (await visitor.graphql(listQuery)).data?.getMembershipsForUser;
    expect(membershipsBefore).toEqual([
      { membershipID: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/), canceled: false, status: 'active' },
    ]);
    const [{ membershipID }] = Array.isArray(membershipsBefore) ? membershipsBefore : [];
    expect((await visitor.graphql(mutation, { id: membershipID })).data).toEqual({
      cancelMembershipForUser: true,
    });
    expect((await visitor.graphql(listQuery)).data).toEqual({
      getMembershipsForUser: [{ membershipID, canceled: true, status: 'active' }],
    });
  });
});

describe('[S7] generateGooglePass', () => {
  const document = 'query generateGooglePass($id: String!) { generateGooglePass(membershipID: $id) }';

  test('gives the owner a signed token that is short enough for Google', async () => {
    const { data } = await (await server.visitor(member)).graphql(document, { id: ' o123-4567 89ab' });
    const token = String(data?.generateGooglePass);
    expect(token.length).toBeLessThanOrEqual(1_800);
    const payload = JSON.stringify(decodeJwt(token).payload);
    expect(payload).toContain('0123-4567-89AB');
    expect(payload).toContain(family.id);
  });

  test('reports another account’s membership as not found, and requires a login', async () => {
    const { errors } = await (await server.visitor(educator)).graphql(document, { id: family.number });
    expect(errors[0]).toMatchObject({ message: 'No Membership Found' });
    const visitorResponse = await (await server.visitor()).graphql(document, { id: family.number });
    expect(visitorResponse.errors[0]).toMatchObject({ message: 'Login to continue' });
  });
});

describe('[S7 requestPhysicalCard] requestPhysicalCard', () => {
  const document = `mutation ($id: ID!, $street1: String, $city: String, $zip: String, $state: String) {
    requestPhysicalCard(id: $id, street1: $street1, street2: null, city: $city, zip: $zip, state: $state,
      country: null) }`;
  const address = { street1: '1600 Broadway', city: 'Denver', state: 'CO', zip: '80202' };

  test('accepts the membership number or id, once, and only from the owner', async () => {
    const owner = await makeAccount(database.db);
    const membership = await makeMembership(database.db, { accountId: owner.id });
    const otherCard = await makeMembership(database.db, { accountId: owner.id });
    const visitor = await visitWithToken(owner);
    expect(await visitor.graphql(document, { id: membership.number, ...address })).toMatchObject({
      data: { requestPhysicalCard: true },
      errors: [],
    });
    expect(await visitor.graphql(document, { id: otherCard.id, ...address })).toMatchObject({
      data: { requestPhysicalCard: true },
    });
    const secondResponse = await visitor.graphql(document, { id: membership.id, ...address });
    expect(secondResponse.errors[0]?.message).toBe('You have already requested a physical card');
    const byNumber = await (await visitWithToken(member)).graphql(document, {
      id: membership.number,
      ...address,
    });
    expect(byNumber.errors[0]?.message).toBe('No Membership Found');
  });

  test('[S5 physical card form] reports missing address fields first', async () => {
    const membership = await makeMembership(database.db, { accountId: member.id });
    const { errors } = await (await visitWithToken(member)).graphql(document, {
      ...address,
      id: membership.id,
      city: '',
    });
    expect(errors[0]).toMatchObject({
      message: 'Required',
      extensions: { fieldErrors: { city: 'Required' } },
    });
  });
});
