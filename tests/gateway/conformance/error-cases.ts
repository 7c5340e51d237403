import type { Values, World } from './conformance-case.ts';
import { type LegacyClient, type LegacyError, record, toRecords } from './legacy-client.ts';
import { AFFILIATE_INFO, BUY_CARD, COMPANY, employees, PLAN_INFO } from './mutation-inputs.ts';

/** An error that golden/errors.json lists under the same mark and `when`. */
export interface ErrorCase {
  mark: string;
  when: string;
  listErrors: (world: World) => Promise<LegacyError[]>;
}

type Mutation = readonly [document: string, variables: Values];

const sendMutation = async (client: LegacyClient, [document, variables]: Mutation) =>
  (await client.graphql(document, variables)).errors;

const asVisitor = (mutation: Mutation) => (world: World) => sendMutation(world.visitor(), mutation);
const asNewcomer = (mutation: Mutation) => async (world: World) =>
  sendMutation((await world.newcomer()).client, mutation);

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
async function buyCorporate(world: World, ...purchases: Values[][]): Promise<LegacyError[]> {
  const { client } = await world.newcomer();
  await client.answerOf('mutation', 'corporate.register', COMPANY);
  let errors: LegacyError[] = [];
  for (const employees of purchases) {
    errors = await sendMutation(client, [CORPORATE, { employees: employees, token: 'tok_visa' }]);
  }
  return errors;
}

async function signUp(client: LegacyClient, field: string, values: Values): Promise<LegacyError[]> {
  const { data } = await client.procedure('query', 'affiliates.searchReferences', { value: 'DEMO' });
  const info = { ...AFFILIATE_INFO, reference: toRecords(data)[0]?.id, ...values };
  return sendMutation(client, [
    `mutation ($info: AffiliateInput!) { ${field}(info: $info) { id } }`,
    { info },
  ]);
}

const signUpAgain = (email: string, field: string, type: number) => async (world: World) =>
  signUp(await world.demo(email), field, { type });

const SURVEY =
  'mutation ($code: String, $form: WebinarSurveyInput) { SetWebinarSurvey(code: $code, form: $form) { id } }';
const FORM = {
  ...{ businessName: 'Walker Bakery', name: 'Ben', email: 'ben@walker.example' },
  ...{ phone: '(555) 010-0122', restaurant: 'IHOP' },
};
const REQUEST = `mutation ($id: ID!, $street1: String, $city: String, $zip: String, $state: String, $country: String) {
  requestPhysicalCard(id: $id, street1: $street1, city: $city, zip: $zip, state: $state, country: $country) }`;
const DENVER = { street1: '1600 Broadway', city: 'Denver', zip: '80202', state: 'CO', country: 'US' };

async function requestSecondCard(world: World): Promise<LegacyError[]> {
  const { client } = await world.newcomer();
  await client.graphql(...buy({ token: 'tok_visa' }));
  const [ownMembership] = toRecords((await client.procedure('query', 'memberships.mine')).data);
  const request: Mutation = [REQUEST, { id: ownMembership?.number, ...DENVER }];
  await sendMutation(client, request);
  return sendMutation(client, request);
}

const EDUCATOR = `mutation ($name: String, $email: String, $zip: String, $department: [String!]) {
  getMoreInformationEducator(name: $name, email: $email, zip: $zip, department: $department) }`;
const MESSAGE = `mutation ($email: String) { SendCorporateMessage(email: $email) }`;
const REGISTER = `mutation ($email: String) { registerBasicAccount(firstname: "Nora", lastname: "Newcomer",
  email: $email, zip: "80202", password: "a long password") { id } }`;

export const ERROR_CASES: readonly ErrorCase[] = [
  { mark: '[S8 graph error]', when: 'refuses a visitor', listErrors: asVisitor(plan({})) },
  {
    mark: '[S8 login]',
    when: 'refuses a wrong password',
    listErrors: postJson('/api/identity/signIn', { email: 'member@example.com', password: 'wrong' }),
  },
  {
    mark: '[S8 register]',
    when: 'refuses a registered email',
    listErrors: asVisitor([REGISTER, { email: 'member@example.com' }]),
  },
  {
    mark: '[S8 promo code]',
    when: 'refuses an unknown promo code',
    listErrors: asVisitor(buy({ discountCode: 'NOBODY' })),
  },
  {
    mark: '[S8 business purchase]',
    when: 'reports a declined card for a business plan',
    listErrors: asNewcomer(plan({ token: 'tok_chargeDeclined' })),
  },
  {
    mark: '[S8 business purchase]',
    when: 'refuses a different price',
    listErrors: asNewcomer(plan({ price: '1.00' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'refuses an invalid token for a business plan',
    listErrors: asNewcomer(plan({ token: 'tok_nobody' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'refuses an invalid token for a card',
    listErrors: asVisitor(buy({ token: 'tok_nobody' })),
  },
  {
    mark: '[S8 invalid card]',
    when: 'refuses an invalid token for a friend’s membership',
    listErrors: async (world) => {
      const { client } = await world.newcomer();
      return signUp(client, 'BecomeFriend', { purchaseMembership: 0, token: 'tok_nobody' });
    },
  },
  {
    mark: '[S8 invalid card]',
    when: 'refuses the token "none" if a payment is due',
    listErrors: asVisitor(buy({ token: 'none' })),
  },
  {
    mark: '[S8 purchase]',
    when: 'reports a declined card for a membership',
    listErrors: asVisitor(buy({ token: 'tok_chargeDeclined' })),
  },
  {
    mark: '[S5 corporate]',
    when: 'refuses four cards',
    listErrors: (world) => buyCorporate(world, employees(3)),
  },
  {
    mark: '[S2 corporate]',
    when: 'refuses a second purchase by a company with cards',
    listErrors: (world) => buyCorporate(world, employees(4), employees(5)),
  },
  {
    mark: '[S8 webinar]',
    when: 'refuses an unknown webinar code',
    listErrors: asVisitor([SURVEY, { code: 'NOBODY', form: FORM }]),
  },
  {
    mark: '[S8 webinar]',
    when: 'refuses a redeemed webinar code',
    listErrors: async (world) => {
      await sendMutation(world.visitor(), [SURVEY, { code: 'DEMO5', form: FORM }]);
      return sendMutation(world.visitor(), [SURVEY, { code: 'DEMO5', form: { ...FORM, name: 'Bill' } }]);
    },
  },
  {
    mark: '[S8 membership lookup]',
    when: 'refuses to cancel an unknown membership',
    listErrors: asNewcomer(['mutation { cancelMembershipForUser(membershipID: "none") }', {}]),
  },
  { mark: '[S2 request physical card]', when: 'refuses a second request', listErrors: requestSecondCard },
  {
    mark: '[S8 token login]',
    when: 'refuses an invalid staff token',
    listErrors: postJson('/api/identity/signInWithCustomToken', { token: 'nobody' }),
  },
  {
    mark: '[S5 educator]',
    when: 'requires a department',
    listErrors: asVisitor([
      EDUCATOR,
      { name: 'Nora', email: 'nora@example.com', zip: '80202', department: [] },
    ]),
  },
  {
    mark: '[S5 contact]',
    when: 'reports every invalid field of a message',
    listErrors: asVisitor([MESSAGE, { email: 'nobody' }]),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses an influencer who signs up as an influencer',
    listErrors: signUpAgain('influencer@example.com', 'BecomeInfluencer', 1),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses a loyalty affiliate who signs up as one',
    listErrors: signUpAgain('loyalty@example.com', 'becomeAffiliate', 2),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses an educator who signs up as an educator',
    listErrors: signUpAgain('educator@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses an admin',
    listErrors: signUpAgain('staff@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses a developer',
    listErrors: signUpAgain('developer@example.com', 'becomeAffiliate', 3),
  },
  {
    mark: '[S6 refusal]',
    when: 'refuses a basic account that requests a basic account',
    listErrors: async (world) => signUp((await world.newcomer()).client, 'becomeAffiliate', { type: 0 }),
  },
];

export const listMessages = (errors: readonly LegacyError[]) =>
  errors.map(({ message, fields }) => ({ message, fields: record(fields) }));
