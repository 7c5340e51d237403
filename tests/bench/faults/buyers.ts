import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { saveCompany } from '#server/domains/memberships/company/company.service.ts';
import { sessionHeaders } from '#tests/helpers/crash/submissions.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase, EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompanyForm, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { makeReplacementInput, makeSentCard } from '#tests/helpers/purchases/physical-card.ts';
import { createVisitors } from '../support/product-server.ts';
import { choose } from './stripe-proxy.ts';
import type { Client } from './submit.ts';

/** Stripe's test cards. */
export const CARDS = {
  good: '4242424242424242',
  refusedAtOnce: '4000000000000002',
  refusedOnCharge: '4000000000000341',
  threeDSecure: '4000000000003220',
} as const;
export type CardName = keyof typeof CARDS;

/** A simulated person who wants one purchase, and what they know about it. */
export interface Buyer {
  email: string;
  client: Client;
  path: string;
  /** The input without its token and idempotency key. */
  cart: Record<string, unknown>;
  hasCode: boolean;
  card: CardName;
  /**
   * What the buyer does if the outcome is unknown. Older clients send no key, so only the token can differ.
   */
  retry: 'same-request' | 'fresh-token' | 'new-key' | 'leave';
  /** What the buyer does after a decline, a failed bank check, or an interrupted purchase. */
  afterRefusal: 'other-card' | 'leave';
  authentication: 'succeeded' | 'failed' | 'ignored';
  /** The buyer clicks Purchase in two tabs at the same time. */
  hasTwoTabs: boolean;
  key: string;
  token: string | undefined;
  /** How far the clocks had been moved when the token was created. */
  tokenClockMs: number;
  /** The last outcome that the buyer saw. */
  lastOutcome: 'nothing' | 'paid' | 'refused';
  triedAtMs: number | undefined;
  /** Each response, with its time and server. */
  history: string[];
}

type Random = () => number;
type PreparedPurchase = Pick<Buyer, 'email' | 'path' | 'cart' | 'hasCode'> & {
  headers: Record<string, string>;
};

const nextVisitor = createVisitors();

function withoutCard(input: object): Record<string, unknown> {
  const { token, idempotencyKey, ...cart }: Record<string, unknown> = { ...input };
  return cart;
}

async function prepareCardPurchase(db: Db, random: Random, code: string): Promise<PreparedPurchase> {
  const hasCode = random() < 0.25;
  const account = random() < 0.4 ? await makeAccount(db) : undefined;
  const email = account?.email ?? `buyer-${randomUUID()}@example.com`;
  const plan = random() < 0.3 ? 1 : 0;
  const family = { spouseFirstName: 'Dana', spouseLastName: 'Smith', members: [{ name: 'Ella Smith' }] };
  const input = makeCardPurchase({
    email,
    plan,
    ...(plan === 1 ? family : {}),
    requestedPhysicalCard: random() < 0.3,
    discountCode: hasCode ? code : null,
  });
  const headers = account ? await sessionHeaders(db, account.id) : {};
  return { email, path: 'checkout.buyCard', headers, cart: withoutCard(input), hasCode };
}

async function prepareBusinessPlanPurchase(db: Db): Promise<PreparedPurchase> {
  const { id, email } = await makeAccount(db);
  const input = businessPlanPurchase({ ...EVERY_PAGE, plan: 7, businessname: `Bakery ${id}` });
  const headers = await sessionHeaders(db, id);
  return { email, path: 'businessPlans.purchase', headers, cart: withoutCard(input), hasCode: false };
}

async function prepareCorporatePurchase(db: Db): Promise<PreparedPurchase> {
  const { id } = await makeAccount(db);
  const form = makeCompanyForm();
  await saveCompany(db, id, form);
  const input = makeCorporatePurchase({ employees: employees(6, 2) });
  const headers = await sessionHeaders(db, id);
  return { email: form.email, path: 'corporate.purchase', headers, cart: withoutCard(input), hasCode: false };
}

async function prepareReplacementPurchase(db: Db): Promise<PreparedPurchase> {
  const { id, email } = await makeAccount(db);
  const membership = await makeSentCard(db, { accountId: id });
  // The test factory never sent this purchase to Stripe, so exclude it from reconciliation.
  const { purchaseId } = await db
    .selectFrom('subscriptions')
    .select('purchaseId')
    .where('id', '=', membership.subscriptionId)
    .executeTakeFirstOrThrow();
  await withoutTriggers(db, (trx) =>
    trx
      .updateTable('subscriptions')
      .set({ providerId: null })
      .where('id', '=', membership.subscriptionId)
      .execute(),
  );
  await db
    .updateTable('purchases')
    .set({ settledAt: new Date(0) })
    .where('id', '=', purchaseId)
    .execute();
  const cart = withoutCard(makeReplacementInput(membership));
  const headers = await sessionHeaders(db, id);
  return { email, path: 'physicalCards.buyReplacement', headers, cart, hasCode: false };
}

function chooseOrder(db: Db, random: Random, code: string): Promise<PreparedPurchase> {
  const share = random();
  if (share < 0.06) return prepareBusinessPlanPurchase(db);
  if (share < 0.1) return prepareCorporatePurchase(db);
  // Use one transaction, so that a database crash can't leave only the member's original purchase.
  if (share < 0.18) return db.transaction().execute(prepareReplacementPurchase);
  return prepareCardPurchase(db, random, code);
}

function chooseCard(random: Random): CardName {
  const share = random();
  if (share < 0.06) return 'refusedAtOnce';
  if (share < 0.14) return 'refusedOnCharge';
  return share < 0.24 ? 'threeDSecure' : 'good';
}

export async function createBuyer(db: Db, random: Random, code: string): Promise<Buyer> {
  const { headers, ...order } = await chooseOrder(db, random, code);
  const isOlderClient = order.path === 'checkout.buyCard' && random() < 0.4;
  return {
    ...order,
    client: {
      api: isOlderClient ? 'graphql' : 'trpc',
      // Behind a proxy that the servers trust, too many purchases from one address would exceed its limits.
      headers: { ...headers, ...nextVisitor() },
      cookie: undefined,
      statuses: [],
    },
    card: chooseCard(random),
    retry: choose(['same-request', 'fresh-token', 'new-key', 'new-key', 'leave'], random),
    afterRefusal: random() < 0.7 ? 'other-card' : 'leave',
    authentication: choose(['succeeded', 'succeeded', 'failed', 'ignored'], random),
    hasTwoTabs: random() < 0.05,
    key: randomUUID(),
    token: undefined,
    tokenClockMs: 0,
    lastOutcome: 'nothing',
    triedAtMs: undefined,
    history: [],
  };
}
