import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { affiliateInfo } from '../graphql/affiliate-info.ts';
import { ACCOUNT_ROWS, registration, wholeEmail } from './accounts.ts';
import { AFFILIATE_ROWS } from './affiliates.ts';
import { BILLING_ROWS } from './billing.ts';
import { BUSINESS_PAGE_ROWS } from './business-page.ts';
import { BUSINESS_ROWS } from './businesses.ts';
import { CHECKOUT_ROWS } from './checkout.ts';
import { COMPANY_ROWS } from './company.ts';
import { CONTENT_ROWS } from './content.ts';
import { MEMBERSHIP_ROWS } from './memberships.ts';
import { PHYSICAL_CARD_ROWS } from './physical-card.ts';
import { type Call, gql, type Row, row } from './row.ts';
import { STAFF_ACCESS_ROWS } from './staff-access.ts';
import { STAFF_BUSINESS_ROWS } from './staff-businesses.ts';
import { STAFF_CARD_ROWS } from './staff-cards.ts';
import { WALLET_ROWS } from './wallets.ts';
import { WEBINAR_ROWS } from './webinar.ts';
import { earnedBy, type Rows, type World } from './world.ts';

const emptyCall = () => ({});
/** Creates a row for an entry point that shows a commission only to the account that earned it. */
const earnersRow = (entryPoint: string, cells: string, call: Call): Row =>
  row(
    entryPoint,
    cells,
    async ({ rows }, world) => {
      await world.withCommission(rows.account);
      return call;
    },
    (answer, { account }) => answer.includes(earnedBy(account)),
  );
const address = { street1: '1600 Broadway', city: 'Denver', state: 'CO', zip: '80202' };
const affiliatesEmail = (answer: string, _: Rows, { affiliate }: World) => answer.includes(affiliate.email);
const search = {
  name: 'members',
  category: 9,
  zip: null,
  city: '',
  state: '',
  distance: 60,
  national: false,
};
const membersPromotion = (answer: string) => answer.includes('For members alone');

/** Creates a row for one of the sign-up mutations. `becomeAffiliate` signs up an educator in this table. */
const signupRow = (entryPoint: string, cells: string, selection: string): Row =>
  row(entryPoint, cells, async (actor, world) => {
    await world.affiliates.withoutSignups(actor);
    return gql(`mutation ($info: AffiliateInput!) { FIELD(info: $info) ${selection} }`, {
      info: affiliateInfo({ reference: world.affiliate.id, type: 3 }),
    });
  });

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account, which requests a row that
// isn't its own.
export const TABLE: readonly Row[] = [
  // Procedures of the web app. Columns: v 0 1 2 3 10 42 another
  row('query addresses.validate', '+ + + + + + + .', () => ({ input: address })),
  row(
    'query affiliates.searchReferences',
    'm m m m m + + .',
    () => ({ input: { value: 'Edna' } }),
    affiliatesEmail,
  ),
  row('query affiliates.houseReference', '+ + + + + + + .', emptyCall),
  row('query affiliates.referral', '+ + + + + + + .', () => ({ input: { code: 'edna' } })),
  row('mutation affiliates.visit', '+ + + + + + + .', () => ({ input: { code: 'EDNA' } })),
  row('query affiliates.overview', 'L + + + + + + .', emptyCall),
  earnersRow('query affiliates.commissions', 'L + + + + + + m', { input: { page: 1 } }),
  row('query affiliateSignup.standing', 'L + + + + + + .', () => ({ input: { role: 'friend' } })),
  row('query affiliateSignup.quote', '+ + + + + + + .', () => ({ input: { plan: 1 } })),
  row('mutation affiliateSignup.join', 'L + + + + + + .', async (actor, world) => {
    await world.affiliates.withoutSignups(actor);
    return { input: affiliateSignup({ role: 'friend', reference: world.affiliate.id }) };
  }),
  row('query affiliateSignup.reopen', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { token: await world.signupCompletionToken(rows.account.id) },
  })),
  row('query content.policy', '+ + + + + + + .', () => ({ input: { type: 'COOKIE' } })),
  row('query content.contract', '+ + + + + + + .', () => ({ input: { type: 'MEMBER' } })),
  row('query content.settings', '+ + + + + + + .', emptyCall),
  row(
    'query savings.search',
    'm + + + + + + m',
    () => ({ input: { ...search, type: null, skip: 0, limit: 10, sortBy: 5 } }),
    membersPromotion,
  ),
  row(
    'query savings.promotions',
    'm + + + + + + m',
    (_, world) => ({ input: { storeIds: [world.membersStoreId] } }),
    membersPromotion,
  ),
  row('query savings.offersNear', 'm + + + + + + m', () => ({ input: { zip: '80202' } }), membersPromotion),
  row('query savings.nearestPlace', '+ + + + + + + .', () => ({
    input: { latitude: 39.7491, longitude: -104.9946 },
  })),
  row('query viewer.links', '+ + + + + + + .', emptyCall),
  row('query viewer.user', '+ + + + + + + .', emptyCall),

  // GraphQL names, in each spelling. Columns: v 0 1 2 3 10 42 another
  row('graphql GetContract', '+ + + + + + + .', () => gql('{ FIELD(type: BUSINESSTERMS) }')),
  row('graphql GetPolicy', '+ + + + + + + .', () => gql('{ FIELD(type: PRIVACY) { id } }')),
  row('graphql GetSetting', '+ + + + + + + .', () => gql('{ FIELD(key: "supportPhone") { value } }')),
  row('graphql user', '+ + + + + + + .', () => gql('{ FIELD { id } }')),
  row('graphql registerBasicAccount', '+ + + + + + + .', (_, world) =>
    gql(
      `mutation ($firstname: String, $lastname: String, $email: String, $zip: String, $password: String) {
        FIELD(firstname: $firstname, lastname: $lastname, email: $email, zip: $zip, password: $password) { id } }`,
      registration(world),
    ),
  ),
  row(
    'graphql getEmailFromID',
    'm + + + + + + m',
    ({ rows }) => gql('query ($id: ID!) { FIELD(id: $id) }', { id: rows.account.id }),
    wholeEmail,
  ),
  row(
    'graphql searchForReference',
    'm m m m m + + .',
    () => gql('{ FIELD(value: "Edna") { email } }'),
    affiliatesEmail,
  ),
  row('graphql isPromoCodeValid', '+ + + + + + + .', () => gql('{ FIELD(id: "NONE") { valid } }')),
  row('graphql ValidateAddress', '+ + + + + + + .', () =>
    gql('{ FIELD(street1: "1600 Broadway", city: "Denver", state: "CO", zip: "80202") { zip } }'),
  ),
  signupRow('graphql becomeAffiliate', 'L + + + S S S .', '{ id }'),
  signupRow('graphql BecomeInfluencer', 'L + S S S S S .', '{ id influencer }'),
  signupRow('graphql BecomeFriend', 'L + + + + + + .', '{ id friend }'),
  row(
    'graphql SearchStores',
    'm + + + + + + m',
    () =>
      gql(
        `query ($skip: Int, $limit: Int, $sortBy: Int, $filtered: [StoreFilter!]) {
          FIELD(skip: $skip, limit: $limit, sortBy: $sortBy, filtered: $filtered) {
            count data { storeInformation { promotions { info } } } } }`,
        {
          ...{ skip: 0, limit: 10, sortBy: 5 },
          filtered: Object.entries(search).map(([id, value]) => ({
            id,
            value: value === null ? null : `${value}`,
          })),
        },
      ),
    membersPromotion,
  ),

  // REST calls. Columns: v 0 1 2 3 10 42 another
  row('GET /api/csrf', '+ + + + + + + .', emptyCall),
  row('POST /api/identity/signIn', '+ + + + + + + .', (_, { actors, password }) => ({
    input: { email: actors.visitor.rows.account.email, password },
  })),
  row('POST /api/identity/signInWithCustomToken', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.staffToken() },
  })),
  row('POST /api/identity/sendPasswordReset', '+ + + + + + + .', ({ rows }) => ({
    input: { id: rows.account.id },
  })),
  row('POST /api/sessionLogin', '+ + + + + + + .', async (_, world) => ({
    input: { idToken: await world.idToken(), bearer: true },
  })),
  row('GET /api/session', '+ + + + + + + .', emptyCall),
  row('GET /api/logout', '+ + + + + + + .', emptyCall),
  row('POST /api/contract', '+ + + + + + + .', () => ({ input: { type: 'MEMBER' } })),
  row('POST /api/search/download', 'm + + + + + + m', () => ({ input: search }), membersPromotion),
  earnersRow('GET /api/affiliate/commissions.csv', 'L + + + + + + m', {}),
  row('GET /api/company/cards.pdf', 'L + + + + + + N', async ({ rows }, world) => {
    await world.company.withCards(rows.account);
    return { url: '/api/company/cards.pdf?all=1' };
  }),
  row('GET /api/company/cards.csv', 'L + + + + + + N', async ({ rows }, world) => {
    await world.company.withCards(rows.account);
    return {};
  }),
  row('GET /api/receipt', 'N + + + + + + N', ({ rows }) => ({ url: `/api/receipt?id=${rows.purchaseId}` })),
  row('GET /api/statement', 'L + + + + + + N', ({ rows }) => ({
    url: `/api/statement?year=${rows.receiptYear}`,
  })),
  row('GET /files/logos/:name', '+ + + + + + + .', async (_, world) => ({ url: await world.logo() })),
  row('POST /api/stripe/webhook', '+ + + + + + + .', (_, world) => world.signedEvent()),
  row('GET /healthz', '+ + + + + + + .', emptyCall),
  row('GET /readyz', '+ + + + + + + .', emptyCall),
  row('GET /sitemap.xml', '+ + + + + + + .', emptyCall),
  row('GET /robots.txt', '+ + + + + + + .', emptyCall),
  // Only callers on this machine may call these; roles don't matter.
  row('GET /metrics', '+ + + + + + + .', emptyCall),
  row('GET /dev/mail', '+ + + + + + + .', emptyCall),
  row('GET /dev/mail/:id', 'N N N N N N N .', () => ({ url: '/dev/mail/none' })),
  ...ACCOUNT_ROWS,
  ...AFFILIATE_ROWS,
  ...BILLING_ROWS,
  ...BUSINESS_PAGE_ROWS,
  ...BUSINESS_ROWS,
  ...CHECKOUT_ROWS,
  ...COMPANY_ROWS,
  ...CONTENT_ROWS,
  ...MEMBERSHIP_ROWS,
  ...PHYSICAL_CARD_ROWS,
  ...STAFF_ACCESS_ROWS,
  ...STAFF_BUSINESS_ROWS,
  ...STAFF_CARD_ROWS,
  ...WALLET_ROWS,
  ...WEBINAR_ROWS,
];
