import { randomUUID } from 'node:crypto';
import { makePng } from '#tests/helpers/pictures.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { AGREED } from '#tests/helpers/purchases/plan-change.ts';
import { affiliateInfo } from '../graphql/affiliate-info.ts';
import { buyCardDocument, cart } from '../graphql/buy-card-document.ts';
import { planInfo } from '../graphql/plan-info.ts';
import { ACCOUNT_ROWS, registration, wholeEmail } from './accounts.ts';
import { AFFILIATE_ROWS } from './affiliates.ts';
import { BILLING_ROWS } from './billing.ts';
import { BUSINESS_PAGE_ROWS } from './business-page.ts';
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
import { businessNameOf, earnedBy, type Rows, type World } from './world.ts';

const emptyCall = () => ({});
/** Creates a row for an entry point that shows a business only to its owner. */
const ownersRow = (entryPoint: string, cells: string, call: (rows: Rows) => Call): Row =>
  row(
    entryPoint,
    cells,
    async ({ rows }, world) => {
      await world.withBusiness(rows.account);
      return call(rows);
    },
    (answer, { account }) => answer.includes(businessNameOf(account)),
  );
/**
 * Creates a row for an entry point that changes the owner's business plan. It names no row of another
 * account.
 */
const plansRow = (entryPoint: string, input: object | undefined, plan = 8): Row =>
  row(entryPoint, 'L + + + + + + .', async (actor, world) => {
    await world.withPlan(actor, plan);
    return { input: input && { idempotencyKey: randomUUID(), ...input } };
  });
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
const listing = { categories: [9], url: null, phone: '(555) 010-0111', ...address };
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
  row('query businessPlans.quote', '+ + + + + + + .', () => ({ input: { plan: 8 } })),
  row('mutation businessPlans.purchase', 'L + + + + + + A', async ({ rows }, world) => {
    await world.withoutPlans(rows.account.id);
    return { input: businessPlanPurchase({ accountID: rows.account.id }) };
  }),
  row('query businessPlans.reopen', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { token: await world.planCompletionToken(rows.account.id) },
  })),
  row('mutation businessPlans.startTrial', 'L + + + + + + .', async ({ rows }, world) => {
    await world.withoutPlans(rows.account.id);
    return { input: { businessname: 'Trial Studio', type: 12, zip: '80202' } };
  }),
  row('query businessPlans.mine', 'L + + + + + + .', emptyCall),
  row('mutation businessPlans.cancel', 'L + + + + + + .', async (actor, world) => {
    await world.withPlan(actor);
    return {};
  }),
  plansRow('query businessPlanChanges.offer', { plan: 7 }),
  plansRow('mutation businessPlanChanges.upgrade', { plan: 7, ...AGREED, shownTotalCents: 14_985 }),
  plansRow('mutation businessPlanChanges.downgrade', { plan: 8 }, 6),
  plansRow('mutation businessPlanChanges.keep', undefined),
  ownersRow('query businesses.mine', 'L + + + + + + m', emptyCall),
  ownersRow('mutation businesses.changeListing', 'L + + + + + + N', ({ account }) => ({
    input: { ...listing, businessname: businessNameOf(account) },
  })),
  ownersRow('mutation businesses.changePromotions', 'L + + + + + + N', () => ({
    input: { promotions: [{ code: 'SAVE10', info: '<p>10 % off</p>', validUntil: '2030-01-31' }] },
  })),
  ownersRow('mutation businesses.removeLogo', 'L + + + + + + N', emptyCall),
  row('query catalog.plans', '+ + + + + + + .', emptyCall),
  row('query catalog.promoCode', '+ + + + + + + .', () => ({ input: { id: 'NONE' } })),
  row('query checkout.quote', '+ + + + + + + .', () => ({ input: { plan: 0 } })),
  row('query checkout.paymentSetup', '+ + + + + + + .', emptyCall),
  row('mutation checkout.buyCard', '+ + + + + + + A', ({ role, rows }) => ({
    input: makeCardPurchase(role === 'visitor' ? {} : { accountID: rows.account.id, buyAnother: true }),
  })),
  row('mutation checkout.confirmCard', 'N + + + + + + N', ({ rows }) => ({
    input: { purchaseId: rows.purchaseId },
  })),
  row('query checkout.reopen', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.completionToken() },
  })),
  row('query checkout.guestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('mutation checkout.cancelGuestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('mutation checkout.resumeGuestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('query claims.find', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.claimToken() },
  })),
  row('mutation claims.claim', 'L + + + + + + .', async (_, world) => ({
    input: { token: await world.claimToken() },
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
  row('graphql BuyCard', '+ + + + + + + A', ({ role, rows }, world) => ({
    document: buyCardDocument,
    input: { ...cart(), email: world.newEmail(), accountID: role === 'visitor' ? null : rows.account.id },
  })),
  row('graphql purchaseBusinessPlan', 'L + + + + + + A', async ({ rows }, world) => {
    await world.withoutPlans(rows.account.id);
    return gql('mutation ($info2: CommunityEducatorPlanInput) { FIELD(info2: $info2) { id } }', {
      info2: { ...planInfo(), accountID: rows.account.id },
    });
  }),
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
  row('PUT /api/business/logo', 'L + + + + + + N', async ({ rows }, world) => {
    await world.withBusiness(rows.account);
    return { payload: makePng(16, 16), headers: { 'content-type': 'image/png' } };
  }),
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
