import { type ConformanceCase, formatNumber, type Values, type World } from './conformance-case.ts';
import { type LegacyClient, record, toRecords } from './legacy-client.ts';

const asVisitor = (variables: Values) => async (world: World) => ({ client: world.visitor(), variables });
const asMember = (variables: Values) => async (world: World) => ({
  client: await world.demo('member@example.com'),
  variables,
});

/** Returns a client, and variables with a demo member's number, which anyone may look up. */
async function useFirstNumber(world: World, email: string, client?: LegacyClient) {
  const owner = await world.demo(email);
  const [firstMembership] = toRecords((await owner.procedure('query', 'memberships.mine')).data);
  return { client: client ?? owner, variables: { membershipID: formatNumber(firstMembership?.number) } };
}

const toNumberInput = (variables: Values) => ({ number: String(variables.membershipID) });

function toForeignMembership(membership: Values): Values {
  const { id, plan, number, periodStart, periodEnd, canceled, status, isCorporatePlan } = membership;
  return {
    id,
    plan,
    membershipID: formatNumber(number),
    period_start: periodStart,
    period_end: periodEnd,
    canceled,
    status,
    isCorporatePlan,
  };
}

function toForeignStore(url: string, store: Values, promotions: unknown): Values {
  const { id, isPlaceholder, street1, street2, city, state, zip, country, logo, ...storeInformation } = store;
  const { businessname, searchName, type, categories, isPremier, promotionsCount, promotionsDisabled } =
    storeInformation;
  return {
    id,
    nationalLocationPlaceholder: isPlaceholder,
    locationInformation: { street1, street2, city, state, zip, country },
    storeInformation: {
      premier: isPremier,
      businessname,
      searchName,
      type,
      logo: typeof logo === 'string' ? new URL(logo, url).href : null,
      category: categories,
      promotionsCount,
      promotionsDisabled,
      promotions: toRecords(promotions).map((promotion) => ({
        id: promotion.id,
        code: promotion.code,
        info: promotion.info,
        url: promotion.url,
        additionalURL: promotion.additionalUrl,
        validUntil: promotion.validUntil && `${promotion.validUntil}T23:59:59.999Z`,
        online: promotion.isOnline,
      })),
    },
  };
}

const toNameList = (names: unknown) => (Array.isArray(names) ? names.map((name) => ({ name })) : []);

/** Decodes the token's claims, without the times, which differ between calls. */
function decodeClaims(token: unknown): Values {
  const [, payload = ''] = String(token).split('.');
  const {
    iat: _,
    exp: __,
    ...claims
  } = record(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return claims;
}

const MEMBERSHIP = 'id plan membershipID period_start period_end canceled status isCorporatePlan';

export const QUERY_CASES: readonly ConformanceCase[] = [
  {
    name: 'GetContract',
    mark: '[S7 GetContract]',
    document: 'query GetContract($type: ContractType!) { FIELD(type: $type) }',
    prepare: asVisitor({ type: 'BUSINESSPREMIUM' }),
    expected: async (client, input) => (await client.answerOf('query', 'content.contract', input)).html,
  },
  {
    name: 'searchForReference',
    mark: '[S7 searchForReference]',
    document: `query searchForReference($value: String!) { FIELD(value: $value) {
      id firstname lastname email referenceCode } }`,
    prepare: asVisitor({ value: 'Demo Affiliate' }),
    expected: async (client, input) =>
      (await client.procedure('query', 'affiliates.searchReferences', input)).data,
  },
  {
    name: 'isPromoCodeValid',
    mark: '[S7 isPromoCodeValid]',
    document: 'query isPromoCodeValid($id: String!) { FIELD(id: $id) { id amount_off valid percent_off } }',
    prepare: asVisitor({ id: 'FIVEOFF' }),
    expected: async (client, input) => {
      const code = await client.answerOf('query', 'catalog.promoCode', input);
      return { id: code.id, amount_off: code.amountOff, valid: code.valid, percent_off: code.percentOff };
    },
  },
  {
    name: 'user',
    mark: '[S7 user]',
    document: `query user { FIELD { id firstname lastname email accountType businessSearchList hasBusinessPlan
      hasValidMembership influencer friend hasW9 hasW8 w9 { termsDate idNumber } } }`,
    prepare: asMember({}),
    expected: (client) => client.answerOf('query', 'viewer.user'),
  },
  {
    name: 'CheckCorporatePlan',
    mark: '[S7 CheckCorporatePlan]',
    document: 'query CheckCorporatePlan($accountID: ID) { FIELD(accountID: $accountID) { id plans } }',
    prepare: async (world) => {
      const { client } = await world.newcomer();
      await client.answerOf('mutation', 'corporate.register', {
        ...{ name: 'Nguyen Partners', email: 'office@example.com', phone: '(555) 010-0188' },
        ...{ street1: '1600 Broadway', city: 'Denver', state: 'CO', zip: '80202', country: 'US' },
      });
      return { client, variables: { accountID: (await client.answerOf('query', 'viewer.user')).id } };
    },
    expected: async (client) => {
      const { company, planCount } = await client.answerOf('query', 'corporate.company');
      return { id: record(company).id, plans: planCount };
    },
  },
  {
    name: 'ValidateAddress',
    mark: '[S7 ValidateAddress]',
    document: `query ValidateAddress($street1: String, $street2: String, $city: String, $state: String, $zip: String,
      $country: String) { FIELD(street1: $street1, street2: $street2, city: $city, state: $state, zip: $zip,
      country: $country) { street1 street2 city state zip country } }`,
    prepare: asVisitor({
      ...{ street1: '1600 broadway street', street2: '', city: 'denver' },
      ...{ state: 'CO', zip: '80202', country: 'US' },
    }),
    expected: async (client, input) => (await client.answerOf('query', 'addresses.validate', input)).address,
    refusal: {
      variables: { street1: '1600 Broadway' },
      procedure: 'addresses.validate',
      input: { street1: '1600 Broadway', city: '', state: '', zip: '' },
    },
  },
  {
    name: 'GetSetting',
    mark: '[S7 GetSetting]',
    document: 'query GetSetting($key: String!) { FIELD(key: $key) { id key value } }',
    prepare: asVisitor({ key: 'webinarlink' }),
    expected: async (client) => {
      const { webinarlink } = await client.answerOf('query', 'content.settings');
      return { id: 'webinarlink', key: 'webinarlink', value: webinarlink };
    },
  },
  {
    name: 'CheckWebinarCode',
    mark: '[S7 CheckWebinarCode]',
    document:
      'query CheckWebinarCode($code: String) { FIELD(code: $code) { id completedForm dateFinishedWatching } }',
    prepare: asVisitor({ code: 'DEMO5' }),
    expected: async (client, input) => {
      const webinarCode = await client.answerOf('query', 'webinar.check', input);
      const { id, completedForm, dateFinishedWatching } = webinarCode;
      return { id, completedForm, dateFinishedWatching };
    },
    refusal: { variables: { code: '' }, procedure: 'webinar.check', input: { code: '' } },
  },
  {
    name: 'SearchStores',
    mark: '[S7 SearchStores]',
    document: `query SearchStores($skip: Int, $limit: Int, $sortBy: Int, $filtered: [StoreFilter!]) {
      FIELD(skip: $skip, limit: $limit, sortBy: $sortBy, filtered: $filtered) { count data {
        id nationalLocationPlaceholder locationInformation { street1 street2 city state zip country }
        storeInformation { premier businessname searchName type logo category promotionsCount promotionsDisabled
          promotions { id code info url additionalURL validUntil online } } } } }`,
    prepare: asMember({
      ...{ skip: 0, limit: 10, sortBy: 2 },
      filtered: [
        { id: 'zip', value: '80202' },
        { id: 'distance', value: '100' },
      ],
    }),
    expected: async (client, { filtered: _, ...page }, __, { url }) => {
      const search = { ...page, zip: '80202', distance: 100 };
      const { count, stores } = await client.answerOf('query', 'savings.search', search);
      const storeIds = toRecords(stores).map(({ id }) => id);
      const { data } = await client.procedure('query', 'savings.promotions', { storeIds });
      const promotions = new Map(toRecords(data).map((row) => [row.storeId, row.promotions]));
      return {
        count,
        data: toRecords(stores).map((store) => toForeignStore(url, store, promotions.get(store.id))),
      };
    },
    refusal: {
      variables: { filtered: [{ id: 'city', value: 'Denver' }] },
      procedure: 'savings.search',
      input: { city: 'Denver' },
    },
  },
  {
    name: 'findMembershipWithLatestSale',
    mark: '[S7 findMembershipWithLatestSale]',
    document: `query findMembershipWithLatestSale($membershipID: String!) { FIELD(membershipID: $membershipID) {
      id membershipID firstname lastname plan spouseFirstName spouseLastName additionalFamilyMembers { name }
      requestedPhysicalCard membership { current_period_start current_period_end status } } }`,
    prepare: (world) => useFirstNumber(world, 'family@example.com'),
    expected: async (client, variables) => {
      const membership = await client.answerOf('query', 'verification.find', toNumberInput(variables));
      const { id, plan, number, firstname, lastname, requestedPhysicalCard } = membership;
      return {
        ...{ id, plan, firstname, lastname, requestedPhysicalCard },
        membershipID: formatNumber(number),
        spouseFirstName: membership.spouseFirstname,
        spouseLastName: membership.spouseLastname,
        additionalFamilyMembers: toNameList(membership.familyMembers),
        membership: {
          current_period_start: membership.periodStart,
          current_period_end: membership.periodEnd,
          status: membership.status,
        },
      };
    },
  },
  {
    name: 'getMembershipByMembershipID',
    mark: '[S7 getMembershipByMembershipID]',
    document: `query getMembershipByMembershipID($membershipID: String!) { FIELD(membershipID: $membershipID) {
      ${MEMBERSHIP} firstname lastname canceled_at updatedStatus individualCount familyCount } }`,
    prepare: (world) => useFirstNumber(world, 'family@example.com', world.visitor()),
    expected: async (client, variables) => {
      const membership = await client.answerOf('query', 'verification.find', toNumberInput(variables));
      const { firstname, lastname, updatedStatus, individualCount, familyCount } = membership;
      return {
        ...toForeignMembership(membership),
        ...{ firstname, lastname, updatedStatus, individualCount, familyCount },
        canceled_at: membership.canceledAt,
      };
    },
  },
  {
    name: 'GetPolicy',
    mark: '[S7 GetPolicy]',
    document: 'query GetPolicy($type: PolicyType!) { FIELD(type: $type) { id date text } }',
    prepare: asVisitor({ type: 'PRIVACY' }),
    expected: async (client, input) => {
      const policy = await client.answerOf('query', 'content.policy', input);
      return { id: `PRIVACY-${policy.version}`, date: policy.publishedAt, text: policy.html };
    },
  },
  {
    name: 'getMembershipsForUser',
    mark: '[S7 getMembershipsForUser]',
    document: `query getMembershipsForUser { FIELD { ${MEMBERSHIP} } }`,
    prepare: asMember({}),
    expected: async (client) =>
      toRecords((await client.procedure('query', 'memberships.mine')).data).map(toForeignMembership),
  },
  {
    name: 'generateGooglePass',
    mark: '[S7 generateGooglePass]',
    document: 'query generateGooglePass($membershipID: String!) { FIELD(membershipID: $membershipID) }',
    prepare: (world) => useFirstNumber(world, 'member@example.com'),
    expected: async (client, variables) =>
      (await client.answerOf('query', 'memberships.googlePass', toNumberInput(variables))).token,
    comparable: decodeClaims,
    refusal: {
      variables: { membershipID: 'none' },
      procedure: 'memberships.googlePass',
      input: { number: 'none' },
    },
  },
  {
    name: 'getEmailFromID',
    mark: '[S7 getEmailFromID]',
    document: 'query getEmailFromID($id: ID!) { FIELD(id: $id) }',
    prepare: async (world) => {
      const client = await world.demo('member@example.com');
      return { client, variables: { id: (await client.answerOf('query', 'viewer.user')).id } };
    },
    expected: async (client, input) =>
      (await client.procedure('query', 'accounts.emailFromId', { id: input.id })).data,
  },
];
