import { randomUUID } from 'node:crypto';
import { makePng } from '#tests/helpers/pictures.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { AGREED } from '#tests/helpers/purchases/plan-change.ts';
import { planInfo } from '../graphql/plan-info.ts';
import { type Call, gql, type Row, row } from './row.ts';
import { businessNameOf, type Rows } from './world.ts';

const emptyCall = () => ({});
const listing = {
  categories: [9],
  url: null,
  phone: '(555) 010-0111',
  street1: '1600 Broadway',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
};

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

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const BUSINESS_ROWS: readonly Row[] = [
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
  row('graphql purchaseBusinessPlan', 'L + + + + + + A', async ({ rows }, world) => {
    await world.withoutPlans(rows.account.id);
    return gql('mutation ($info2: CommunityEducatorPlanInput) { FIELD(info2: $info2) { id } }', {
      info2: { ...planInfo(), accountID: rows.account.id },
    });
  }),
  row('PUT /api/business/logo', 'L + + + + + + N', async ({ rows }, world) => {
    await world.withBusiness(rows.account);
    return { payload: makePng(16, 16), headers: { 'content-type': 'image/png' } };
  }),
];
