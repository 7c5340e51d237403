import { type ConformanceCase, formatNumber, person, type Values, type World } from './conformance-case.ts';
import { type LegacyClient, record, toRecords } from './legacy-client.ts';
import { AFFILIATE_INFO, BUY_CARD, BUY_CORPORATE, COMPANY, employees, PLAN_INFO } from './mutation-inputs.ts';

const asNewcomer = (variables: (world: World, client: LegacyClient) => Values | Promise<Values>) => {
  return async (world: World) => {
    const { client } = await world.newcomer();
    return { client, variables: await variables(world, client) };
  };
};
const asVisitor = (variables: () => Values) => async (world: World) => ({
  client: world.visitor(),
  variables: variables(),
});

/** Returns the purchase's id if `confirmCard` reports it as paid, otherwise the status. */
async function readPaidPurchase(client: LegacyClient, answer: unknown): Promise<Values> {
  const { id } = record(answer);
  const { status, purchaseId } = await client.answerOf('mutation', 'checkout.confirmCard', {
    purchaseId: id,
  });
  return { id: status === 'paid' ? purchaseId : status };
}

const getUser = (client: LegacyClient) => client.answerOf('query', 'viewer.user');

async function findDemoAffiliate(client: LegacyClient): Promise<unknown> {
  const { data } = await client.procedure('query', 'affiliates.searchReferences', { value: 'DEMO' });
  return toRecords(data)[0]?.id;
}

const readAffiliateInfo = async (_: World, client: LegacyClient) => ({
  info: { ...AFFILIATE_INFO, reference: await findDemoAffiliate(client) },
});

const makeEmptySignup = (role: string, type: number) => ({
  variables: { info: { type } },
  procedure: 'affiliateSignup.join',
  input: { role },
});

async function buyPlainCard(client: LegacyClient): Promise<unknown> {
  await client.answerOf('mutation', 'checkout.buyCard', { ...BUY_CARD, plan: 0, members: [] });
  const [card] = toRecords((await client.procedure('query', 'memberships.mine')).data);
  return formatNumber(card?.number);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** Demo webinar codes, one for each call that changes its code. */
const unusedCodes = ['DEMO1', 'DEMO2', 'DEMO3', 'DEMO4'];
const takeWebinarCode = () => ({ code: unusedCodes.shift() });

const SURVEY = {
  businessName: 'Walker Bakery',
  name: 'Ben Walker',
  email: 'ben@walker.example',
  phone: '(555) 010-0122',
  restaurant: 'Subway',
};

export const MUTATION_CASES: readonly ConformanceCase[] = [
  {
    name: 'registerBasicAccount',
    mark: '[S7 registerBasicAccount]',
    document: `mutation registerBasicAccount($firstname: String, $lastname: String, $email: String, $zip: String,
      $password: String) { FIELD(firstname: $firstname, lastname: $lastname, email: $email, zip: $zip,
      password: $password) { id } }`,
    prepare: asVisitor(person),
    expected: async (client, { email, password }) => {
      await client.signIn(String(email), String(password));
      return { id: (await getUser(client)).id };
    },
    refusal: {
      variables: { ...person(), password: 'short', zip: '' },
      procedure: 'accounts.register',
      input: { ...person(), password: 'short', zip: '' },
    },
  },
  {
    name: 'purchaseBusinessPlan',
    mark: '[S7 purchaseBusinessPlan]',
    document: `mutation purchaseBusinessPlan($info: BusinessPlanInput, $info2: CommunityEducatorPlanInput) {
      FIELD(info: $info, info2: $info2) { id } }`,
    prepare: asNewcomer(async (_, client) => ({
      info2: { ...PLAN_INFO, accountID: (await getUser(client)).id },
    })),
    expected: async (client, _, answer) => {
      const { planId } = await client.answerOf('query', 'businessPlans.mine');
      return planId === 8 ? readPaidPurchase(client, answer) : planId;
    },
    refusal: {
      variables: { info: { plan: 6, token: 'tok_visa' } },
      procedure: 'businessPlans.purchase',
      input: { plan: 6, token: 'tok_visa' },
    },
  },
  {
    name: 'becomeAffiliate',
    mark: '[S7 becomeAffiliate]',
    document: 'mutation becomeAffiliate($info: AffiliateInput!) { FIELD(info: $info) { id } }',
    prepare: asNewcomer(async (world, client) => {
      const { info } = await readAffiliateInfo(world, client);
      return { info: { ...info, type: 3 } };
    }),
    // No query returns the sign-up's id, so check the account instead.
    expected: async (client) => ({ id: (await getUser(client)).accountType === 3 ? NO_ID : null }),
    comparable: (answer) => UUID.test(String(record(answer).id)),
    refusal: makeEmptySignup('educator', 3),
  },
  {
    name: 'BecomeInfluencer',
    mark: '[S7 BecomeInfluencer]',
    document: 'mutation BecomeInfluencer($info: AffiliateInput!) { FIELD(info: $info) { id influencer } }',
    prepare: asNewcomer(readAffiliateInfo),
    expected: async (client) => {
      const { id, influencer } = await getUser(client);
      return { id, influencer };
    },
    refusal: makeEmptySignup('influencer', 1),
  },
  {
    name: 'BecomeFriend',
    mark: '[S7 BecomeFriend]',
    document: 'mutation BecomeFriend($info: AffiliateInput!) { FIELD(info: $info) { id friend } }',
    prepare: asNewcomer(readAffiliateInfo),
    expected: async (client) => {
      const { id, friend } = await getUser(client);
      return { id, friend };
    },
    refusal: makeEmptySignup('friend', 0),
  },
  {
    name: 'RegisterCorporatePlan',
    mark: '[S7 RegisterCorporatePlan]',
    document: `mutation RegisterCorporatePlan($name: String, $reference: ID, $street1: String, $street2: String,
      $city: String, $state: String, $country: String, $zip: String, $email: String, $phone: String, $code: String) {
      FIELD(name: $name, reference: $reference, street1: $street1, street2: $street2, city: $city, state: $state,
        country: $country, zip: $zip, email: $email, phone: $phone, code: $code) { id } }`,
    prepare: asNewcomer(() => COMPANY),
    expected: async (client) => {
      const { company } = await client.answerOf('query', 'corporate.company');
      return { id: record(company).id };
    },
    refusal: {
      variables: { ...COMPANY, name: '', email: 'nobody' },
      procedure: 'corporate.register',
      input: { ...COMPANY, name: '', email: 'nobody' },
    },
  },
  {
    name: 'BuyCorporateCards',
    mark: '[S7 BuyCorporateCards]',
    document: `mutation BuyCorporateCards($accountID: ID, $planID: ID, $planCount: Int, $employees: [EmployeeInput!],
      $total: Float, $totalPlans: TotalPlansInput, $token: String, $coupon: String) {
      FIELD(accountID: $accountID, planID: $planID, planCount: $planCount, employees: $employees, total: $total,
        totalPlans: $totalPlans, token: $token, coupon: $coupon) { id } }`,
    prepare: asNewcomer(async (_, client) => {
      const { id } = await client.answerOf('mutation', 'corporate.register', COMPANY);
      return { ...BUY_CORPORATE, planID: id, accountID: (await getUser(client)).id };
    }),
    expected: async (client, _, answer) => {
      const { planCount } = await client.answerOf('query', 'corporate.company');
      return planCount === BUY_CORPORATE.planCount ? readPaidPurchase(client, answer) : planCount;
    },
    refusal: {
      variables: { employees: employees(1), token: 'tok_visa' },
      procedure: 'corporate.purchase',
      input: { employees: employees(1), token: 'tok_visa' },
    },
  },
  {
    name: 'BuyCard',
    mark: '[S7 BuyCard]',
    document: `mutation BuyCard($plan: Int, $accountID: ID, $firstname: String, $lastname: String, $street1: String,
      $street2: String, $city: String, $zip: String, $state: String, $country: String, $phone: String, $email: String,
      $spouseFirstName: String, $spouseLastName: String, $members: [MemberInput!], $reference: ID,
      $boughtBefore: Boolean, $contractAgree: Boolean, $token: String, $requestedPhysicalCard: Boolean,
      $discountCode: String) {
      FIELD(plan: $plan, accountID: $accountID, firstname: $firstname, lastname: $lastname, street1: $street1,
        street2: $street2, city: $city, zip: $zip, state: $state, country: $country, phone: $phone, email: $email,
        spouseFirstName: $spouseFirstName, spouseLastName: $spouseLastName, members: $members, reference: $reference,
        boughtBefore: $boughtBefore, contractAgree: $contractAgree, token: $token,
        requestedPhysicalCard: $requestedPhysicalCard, discountCode: $discountCode) { id } }`,
    prepare: asNewcomer(async (_, client) => ({ ...BUY_CARD, accountID: (await getUser(client)).id })),
    expected: async (client, _, answer) => {
      const [card, ...otherCards] = toRecords((await client.procedure('query', 'memberships.mine')).data);
      return card?.plan === BUY_CARD.plan && otherCards.length === 0
        ? readPaidPurchase(client, answer)
        : card;
    },
    refusal: {
      variables: { ...BUY_CARD, street1: '', contractAgree: false },
      procedure: 'checkout.buyCard',
      input: { ...BUY_CARD, street1: '', contractAgree: false },
    },
  },
  {
    name: 'ModifyWebinarCode',
    mark: '[S7 ModifyWebinarCode]',
    document: `mutation ModifyWebinarCode($code: String, $dateStartedWatching: String, $dateFinishedWatching: String,
      $formSelection: String) { FIELD(code: $code, dateStartedWatching: $dateStartedWatching,
      dateFinishedWatching: $dateFinishedWatching, formSelection: $formSelection) { id } }`,
    prepare: asVisitor(() => ({ ...takeWebinarCode(), dateStartedWatching: new Date().toISOString() })),
    expected: async (client, { code, dateStartedWatching }) => {
      const checkedCode = await client.answerOf('query', 'webinar.check', { code });
      return {
        id: checkedCode.dateStartedWatching === dateStartedWatching ? checkedCode.id : 'not recorded',
      };
    },
    refusal: { variables: { code: 'NOBODY' }, procedure: 'webinar.change', input: { code: 'NOBODY' } },
  },
  {
    name: 'SetWebinarSurvey',
    mark: '[S7 SetWebinarSurvey]',
    document: `mutation SetWebinarSurvey($code: String, $form: WebinarSurveyInput) {
      FIELD(code: $code, form: $form) { id completedForm } }`,
    prepare: async (world) => {
      const client = world.visitor();
      const { code } = takeWebinarCode();
      const now = new Date().toISOString();
      const watchTimes = { code, dateStartedWatching: now, dateFinishedWatching: now };
      await client.answerOf('mutation', 'webinar.change', watchTimes);
      return { client, variables: { code, form: SURVEY } };
    },
    expected: async (client, { code }) => {
      const { id, completedForm } = await client.answerOf('query', 'webinar.check', { code });
      return { id, completedForm };
    },
    refusal: {
      variables: { code: 'DEMO5', form: { ...SURVEY, name: '' } },
      procedure: 'webinar.submitSurvey',
      input: { code: 'DEMO5', form: { ...SURVEY, name: '' } },
    },
  },
  {
    name: 'cancelMembershipForUser',
    mark: '[S7 cancelMembershipForUser]',
    document:
      'mutation cancelMembershipForUser($membershipID: String!) { FIELD(membershipID: $membershipID) }',
    prepare: asNewcomer(async (_, client) => ({ membershipID: await buyPlainCard(client) })),
    expected: async (client) => {
      const [card] = toRecords((await client.procedure('query', 'memberships.mine')).data);
      return card?.canceled;
    },
    refusal: {
      variables: { membershipID: 'none' },
      procedure: 'memberships.cancel',
      input: { number: 'none' },
    },
  },
  {
    name: 'requestPhysicalCard',
    mark: '[S7 requestPhysicalCard]',
    document: `mutation requestPhysicalCard($id: ID!, $street1: String, $street2: String, $city: String, $zip: String,
      $state: String, $country: String) { FIELD(id: $id, street1: $street1, street2: $street2, city: $city, zip: $zip,
      state: $state, country: $country) }`,
    prepare: asNewcomer(async (_, client) => ({
      ...{ id: await buyPlainCard(client), street1: '1600 Broadway', street2: '' },
      ...{ city: 'Denver', zip: '80202', state: 'CO', country: 'US' },
    })),
    // Reads that carry a secret are sent as changes are (D76).
    expected: async (client, { id }) =>
      (await client.answerOf('mutation', 'physicalCards.find', { id })).state === 'requested',
    refusal: {
      variables: { id: 'none', street1: '', city: 'Denver', zip: '80202', state: 'CO', country: 'US' },
      procedure: 'physicalCards.request',
      input: { id: 'none', street1: '', city: 'Denver', zip: '80202', state: 'CO', country: 'US' },
    },
  },
];
