import type { Values, World } from './conformance-case.ts';
import { type LegacyClient, type LegacyError, record, toRecords } from './legacy-client.ts';
import { AFFILIATE_INFO, BUY_CARD, COMPANY, employees, PLAN_INFO } from './mutation-inputs.ts';

/** An error that golden/errors.json lists under the same mark and `when`. */
export interface ErrorCase {
  mark: string;
  when: string;
  refused: (world: World) => Promise<LegacyError[]>;
}

type Mutation = readonly [document: string, variables: Values];

const refusedTo = async (client: LegacyClient, [document, variables]: Mutation) =>
  (await client.graphql(document, variables)).errors;

const asVisitor = (mutation: Mutation) => (world: World) => refusedTo(world.visitor(), mutation);
const asNewcomer = (mutation: Mutation) => async (world: World) =>
  refusedTo((await world.newcomer()).client, mutation);

/** Returns a REST call's error in the format of a GraphQL error. */
const postJson = (path: string, body: unknown) => async (world: World) => {
  const { error } = await world.visitor().json('POST', path, body);
  return [{ message: String(error), fields: undefined }];
};

const BUY = `mutation ($plan: Int, $firstname: String, $lastname: String, $street1: String, $city: String, $zip: String,
  $state: String, $country: String, $phone: String, $email: String, $contractAgree: Boolean, $token: String,
  $discountCode: String) {
  BuyCard(plan: $plan, firstname: $firstname, lastname: $lastname, street1: $street1, city: $city, zip: $zip,
    state: $state, country: $country, phone: $phone, email: $email, contractAgree: $contractAgree, token: $token,
    discountCode: $discountCode) { id } }`;
const buy = (values: Values): Mutation => [BUY, { ...BUY_CARD, plan: 0, ...values }];

const PLAN = 'mutation ($info2: CommunityEducatorPlanInput) { purchaseBusinessPlan(info2: $info2) { id } }';
const plan = (values: Values): Mutation => [PLAN, { info2: { ...PLAN_INFO, ...values } }];

const CORPORATE = `mutation ($employees: [EmployeeInput!], $token: String) {
  BuyCorporateCards(employees: $employees, token: $token) { id } }`;

/** Makes one company's purchases in order, and returns the errors of the last one. */
async function company(world: World, ...purchases: Values[][]): Promise<LegacyError[]> {
  const { client } = await world.newcomer();
  await client.answerOf('mutation', 'corporate.register', COMPANY);
  let errors: LegacyError[] = [];
  for (const bought of purchases) {
    errors = await refusedTo(client, [CORPORATE, { employees: bought, token: 'tok_visa' }]);
  }
  return errors;
}

async function signup(client: LegacyClient, field: string, values: Values): Promise<LegacyError[]> {
  const { data } = await client.procedure('query', 'affiliates.searchReferences', { value: 'DEMO' });
  const info = { ...AFFILIATE_INFO, reference: toRecords(data)[0]?.id, ...values };
  return refusedTo(client, [`mutation ($info: AffiliateInput!) { ${field}(info: $info) { id } }`, { info }]);
}

const refusedAs = (email: string, field: string, type: number) => async (world: World) =>
  signup(await world.demo(email), field, { type });

const SURVEY =
  'mutation ($code: String, $form: WebinarSurveyInput) { SetWebinarSurvey(code: $code, form: $form) { id } }';
const FORM = {
  ...{ businessName: 'Walker Bakery', name: 'Ben', email: 'ben@walker.example' },
  ...{ phone: '(555) 010-0122', restaurant: 'IHOP' },
};
const REQUEST = `mutation ($id: ID!, $street1: String, $city: String, $zip: String, $state: String, $country: String) {
  requestPhysicalCard(id: $id, street1: $street1, city: $city, zip: $zip, state: $state, country: $country) }`;
const DENVER = { street1: '1600 Broadway', city: 'Denver', zip: '80202', state: 'CO', country: 'US' };

async function secondCard(world: World): Promise<LegacyError[]> {
  const { client } = await world.newcomer();
  await client.graphql(...buy({ token: 'tok_visa' }));
  const [ownMembership] = toRecords((await client.procedure('query', 'memberships.mine')).data);
  const request: Mutation = [REQUEST, { id: ownMembership?.number, ...DENVER }];
  await refusedTo(client, request);
  return refusedTo(client, request);
}

const EDUCATOR = `mutation ($name: String, $email: String, $zip: String, $department: [String!]) {
  getMoreInformationEducator(name: $name, email: $email, zip: $zip, department: $department) }`;
const MESSAGE = `mutation ($email: String) { SendCorporateMessage(email: $email) }`;
const REGISTER = `mutation ($email: String) { registerBasicAccount(firstname: "Nora", lastname: "Newcomer",
  email: $email, zip: "80202", password: "a long password") { id } }`;

export const ERROR_CASES: readonly ErrorCase[] = [
  { mark: '[S8 graph error]', when: 'nobody is signed in', refused: asVisitor(plan({})) },
  {
    mark: '[S8 login]',
    when: 'the password is wrong',
    refused: postJson('/api/identity/signIn', { email: 'member@example.com', password: 'wrong' }),
  },
  {
    mark: '[S8 register]',
    when: 'the address is taken',
    refused: asVisitor([REGISTER, { email: 'member@example.com' }]),
  },
  {
    mark: '[S8 promo code]',
    when: 'a code matches nothing',
    refused: asVisitor(buy({ discountCode: 'NOBODY' })),
  },
  {
    mark: '[S8 business purchase]',
    when: 'the bank declines',
    refused: asNewcomer(plan({ token: 'tok_chargeDeclined' })),
  },
  {
    mark: '[S8 business purchase]',
    when: 'the price differs',
    refused: asNewcomer(plan({ price: '1.00' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'a business plan is bought with a token that is none',
    refused: asNewcomer(plan({ token: 'tok_nobody' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'a card is bought with a token that is none',
    refused: asVisitor(buy({ token: 'tok_nobody' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'a friend buys a membership with a token that is none',
    refused: async (world) => {
      const { client } = await world.newcomer();
      return signup(client, 'BecomeFriend', { purchaseMembership: 0, token: 'tok_nobody' });
    },
  },
  {
    mark: '[S8 invalid card]',
    when: 'the literal none is sent where something is due',
    refused: asVisitor(buy({ token: 'none' })),
  },
  {
    mark: '[S8 purchase]',
    when: 'the bank declines a card purchase',
    refused: asVisitor(buy({ token: 'tok_chargeDeclined' })),
  },
  {
    mark: '[S5 corporate]',
    when: 'four cards are too few',
    refused: (world) => company(world, employees(3)),
  },
  {
    mark: '[S2 corporate]',
    when: 'the company has cards already',
    refused: (world) => company(world, employees(4), employees(5)),
  },
  {
    mark: '[S8 webinar]',
    when: 'nobody handed out the code',
    refused: asVisitor([SURVEY, { code: 'NOBODY', form: FORM }]),
  },
  {
    mark: '[S8 webinar]',
    when: 'the code was redeemed already',
    refused: async (world) => {
      await refusedTo(world.visitor(), [SURVEY, { code: 'DEMO5', form: FORM }]);
      return refusedTo(world.visitor(), [SURVEY, { code: 'DEMO5', form: { ...FORM, name: 'Bill' } }]);
    },
  },
  {
    mark: '[S8 membership lookup]',
    when: 'the number to cancel is unknown',
    refused: asNewcomer(['mutation { cancelMembershipForUser(membershipID: "none") }', {}]),
  },
  { mark: '[S2 request physical card]', when: 'a second one is asked for', refused: secondCard },
  {
    mark: '[S8 token login]',
    when: 'the token is none',
    refused: postJson('/api/identity/signInWithCustomToken', { token: 'nobody' }),
  },
  {
    mark: '[S5 educator]',
    when: 'no department is chosen',
    refused: asVisitor([EDUCATOR, { name: 'Nora', email: 'nora@example.com', zip: '80202', department: [] }]),
  },
  {
    mark: '[S5 contact]',
    when: 'the form is empty but for a bad address',
    refused: asVisitor([MESSAGE, { email: 'nobody' }]),
  },
  {
    mark: '[S6 refusal]',
    when: 'an influencer signs up as one',
    refused: refusedAs('influencer@example.com', 'BecomeInfluencer', 1),
  },
  {
    mark: '[S6 refusal]',
    when: 'a loyalty affiliate signs up as one',
    refused: refusedAs('loyalty@example.com', 'becomeAffiliate', 2),
  },
  {
    mark: '[S6 refusal]',
    when: 'an educator signs up as one',
    refused: refusedAs('educator@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'an admin signs up',
    refused: refusedAs('staff@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'a developer signs up',
    refused: refusedAs('developer@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'a basic account asks for what it is',
    refused: async (world) => signup((await world.newcomer()).client, 'becomeAffiliate', { type: 0 }),
  },
];

export const listMessages = (errors: readonly LegacyError[]) =>
  errors.map(({ message, fields }) => ({ message, fields: record(fields) }));
