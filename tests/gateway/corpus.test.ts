import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toCityKey } from '#db/places/city-key.ts';
import { messageFields } from '#server/domains/content/messages/message.schema.ts';
import type { Reading } from '#server/lib/readers/reading.ts';
import { TOKEN_SECONDS } from '#server/platform/security/token-lifetimes.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { expectReadings, rowsOf } from '#tests/helpers/corpus/corpus.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePlans, makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makePlaces, makeStore } from '#tests/helpers/factories/store.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

/** Cities that are too far apart for one search. */
const CITIES = [
  ...[
    'New York, NY',
    "O'Fallon, MO",
    "Coeur d'Alene, ID",
    'Saint Louis, MO',
    'Fort Collins, CO',
    'Denver, CO',
  ],
  ...['North Las Vegas, NV', 'Winston Salem, NC', 'Canon City, CO', 'Washington, DC', 'Mount Vernon, NY'],
  'Lakewood, CO',
].map((name, index) => {
  const [city = '', state = ''] = name.split(', ');
  return { city, state, zip: String(10_000 + index), latitude: 20 + index * 3, longitude: -100 };
});
const OTHER_NAMES = [
  { name: 'New York City', state: 'NY', zip: '10000' },
  { name: 'NYC', state: 'NY', zip: '10000' },
  { name: 'Washington D.C.', state: 'DC', zip: '10009' },
];
let visitor: Visitor;

beforeAll(async () => {
  const { db } = database;
  visitor = await (await app.visitor(await makeAccount(db))).fetchCsrfToken();
  await makePlans(db);
  await makePromoCode(db, { code: 'SPRING-25' });
  await makeMembership(db, { number: 'D27BK87V0JTC' });
  await makePlaces(db, CITIES);
  await db
    .insertInto('cities')
    .values(OTHER_NAMES.map(({ name, ...city }) => ({ ...city, name, key: toCityKey(name) })))
    .execute();
  for (const city of CITIES) await makeStore(db, city);
});

interface Answer {
  data: unknown;
  message: string | undefined;
  fieldErrors: Record<string, string>;
}

const errorData = z.object({ fieldErrors: z.record(z.string(), z.string()).default({}) });

async function callWeb(kind: 'query' | 'mutation', path: string, input: unknown): Promise<Answer> {
  const { status, data, error } = await visitor.trpc(kind, path, input);
  expect(status, JSON.stringify({ path, input })).toBeLessThan(500);
  return { data, message: error?.message, ...errorData.parse(error?.data ?? {}) };
}

async function callGraphQL(document: string, variables: unknown): Promise<Answer> {
  const { data, errors } = await visitor.graphql(document, variables);
  const [error] = errors;
  expect(error?.extensions?.code, JSON.stringify(variables)).not.toBe('UNEXPECTED');
  return {
    data: data && Object.values(data)[0],
    message: error?.message,
    ...errorData.parse(error?.extensions ?? {}),
  };
}

const toRefusal = ({ message, fieldErrors }: Answer, field: string): Reading => ({
  error: fieldErrors[field] ?? message ?? 'no error',
});

/** A token of a form that was opened a minute ago. */
const signFormToken = () => app.deps.signer.sign('form', 'form', { seconds: TOKEN_SECONDS.form - 60 });

type Send = (input: Record<string, unknown>) => Promise<Answer>;

describe.each<[string, Send]>([
  [
    'web',
    async (form) => {
      const formToken = await signFormToken();
      return callWeb('mutation', 'content.requestEducatorInfo', { ...form, formToken });
    },
  ],
  [
    'GraphQL',
    (form) =>
      callGraphQL(
        `mutation ($name: String, $email: String, $phone: String, $zip: String, $department: [String!]) {
          getMoreInformationEducator(name: $name, email: $email, phone: $phone, zip: $zip, department: $department) }`,
        form,
      ),
  ],
])('[D68] the corpus in a form, from %s', (source, send) => {
  test.each([
    ['name', 'name'],
    ['email', 'email'],
    ['phone', 'phone'],
    ['postal code', 'zip'],
  ])('%s is stored in its clean form, or refused with its sentence', async (noun, field) => {
    await expectReadings(rowsOf(noun), async ({ id, input }) => {
      const [name, email] = [`${source} ${id}`, `${source}-${id}@example.com`];
      const form = { name, email, phone: null, zip: '80202', department: ['Membership'], [field]: input };
      const answer = await send(form);
      if (answer.data !== true) return toRefusal(answer, field);
      const { fields, ...message } = await database.db
        .selectFrom('messages')
        .select(['name', 'email', 'fields'])
        .where((eb) => eb.or([eb('name', '=', name), eb('email', '=', email)]))
        .executeTakeFirstOrThrow();
      const stored = new Map(messageFields.parse(fields).map(({ label, value }) => [label, value]));
      const values = { ...message, phone: stored.get('Phone') ?? '', zip: stored.get('ZIP') ?? '' };
      return { value: z.record(z.string(), z.string()).parse(values)[field] ?? '' };
    });
  });
});

const PLAN = 'mutation ($info: BusinessPlanInput) { purchaseBusinessPlan(info: $info) { id } }';
const SIGNUP = 'mutation ($info: AffiliateInput!) { BecomeInfluencer(info: $info) { id } }';
const CODE = 'query ($id: String!) { isPromoCodeValid(id: $id) { id } }';
const CARD = 'query ($id: String!) { getMembershipByMembershipID(membershipID: $id) { membershipID } }';
const SHOPS = `query ($filtered: [StoreFilter!]) { SearchStores(filtered: $filtered) {
  data { locationInformation { city } } } }`;
const ADDRESS = `query ($street1: String, $city: String, $state: String, $zip: String, $country: String) {
  ValidateAddress(street1: $street1, city: $city, state: $state, zip: $zip, country: $country) {
    street1 city state zip country } }`;

const idAnswer = z.object({ id: z.string() }).transform(({ id }) => id);
const cardAnswer = z
  .union([z.object({ number: z.string() }), z.object({ membershipID: z.string() })])
  .transform((card) => ('number' in card ? card.number : card.membershipID).replaceAll('-', ''));
const webShops = z.object({ stores: z.array(z.object({ city: z.string() })) });
const shops = z.object({ data: z.array(z.object({ locationInformation: z.object({ city: z.string() }) })) });
const address = z.object({
  street1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});
const joinAddress = (found: z.infer<typeof address>) =>
  [found.street1, found.city, found.state, found.zip, found.country].join(' | ');
const webAddress = z.object({ address }).transform((check) => joinAddress(check.address));

function toAddress(input: string) {
  const [street1, city, state, zip, country] = input.split(' | ');
  return { street1, city, state, zip, country };
}

function toCity(input: string) {
  const [city = '', state = ''] = input.split(/,(?=[^,]*$)/);
  return { city, state };
}

const toFilters = (input: string) => Object.entries(toCity(input)).map(([id, value]) => ({ id, value }));

interface LookUp {
  call(input: string): Promise<Answer>;
  read: z.ZodType<string>;
}

const LOOK_UPS: Array<[noun: string, source: string, lookUp: LookUp]> = [
  ['promo code', 'web', { call: (id) => callWeb('query', 'catalog.promoCode', { id }), read: idAnswer }],
  ['promo code', 'GraphQL', { call: (id) => callGraphQL(CODE, { id }), read: idAnswer }],
  [
    'membership number',
    'web',
    { call: (number) => callWeb('query', 'verification.find', { number }), read: cardAnswer },
  ],
  ['membership number', 'GraphQL', { call: (id) => callGraphQL(CARD, { id }), read: cardAnswer }],
  [
    'city',
    'web',
    {
      call: (input) => callWeb('query', 'savings.search', toCity(input)),
      read: webShops.transform(({ stores }) => stores[0]?.city ?? ''),
    },
  ],
  [
    'city',
    'GraphQL',
    {
      call: (input) => callGraphQL(SHOPS, { filtered: toFilters(input) }),
      read: shops.transform(({ data }) => data[0]?.locationInformation.city ?? ''),
    },
  ],
  [
    'address',
    'web',
    { call: (input) => callWeb('query', 'addresses.validate', toAddress(input)), read: webAddress },
  ],
  [
    'address',
    'GraphQL',
    { call: (input) => callGraphQL(ADDRESS, toAddress(input)), read: address.transform(joinAddress) },
  ],
];

test.each(LOOK_UPS)('[D68] the corpus finds what it names: %s, from %s', async (noun, _, { call, read }) => {
  await expectReadings(rowsOf(noun), async ({ input }) => {
    const answer = await call(input);
    const found = read.safeParse(answer.data);
    if (found.success) return { value: found.data };
    const [fieldError] = Object.values(answer.fieldErrors);
    return {
      error: (fieldError ?? answer.message ?? 'No Membership Found').replace(/\. Did you mean .*/, ''),
    };
  });
});

const PLAN_ORDER = { plan: 6, token: 'tok_visa' };

/** Purchases with a field from the corpus, which lack other fields, so that they are always refused. */
const PURCHASES: Array<
  [noun: string, field: string, source: string, send: (input: string) => Promise<Answer>]
> = [
  [
    'web address',
    'url',
    'web',
    (url) => callWeb('mutation', 'businessPlans.purchase', { ...PLAN_ORDER, url }),
  ],
  ['web address', 'url', 'GraphQL', (url) => callGraphQL(PLAN, { info: { ...PLAN_ORDER, url } })],
  [
    'birthday',
    'birthday',
    'web',
    (birthday) => callWeb('mutation', 'affiliateSignup.join', { role: 'influencer', birthday }),
  ],
  ['birthday', 'birthday', 'GraphQL', (birthday) => callGraphQL(SIGNUP, { info: { type: 1, birthday } })],
];

test.each(PURCHASES)(
  '[D68] a purchase is refused with the corpus’s sentence, or none, for its %s (%s), from %s',
  async (noun, field, _, send) => {
    const faults = [];
    for (const { input } of rowsOf(noun)) faults.push([input, (await send(input)).fieldErrors[field]]);
    expect(faults).toEqual(
      rowsOf(noun).map(({ input, outcome }) => [input, 'error' in outcome ? outcome.error : undefined]),
    );
  },
);
