import { expect, it } from 'vitest';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { sumAccounts } from '#server/domains/ledger/ledger-report.repository.ts';
import { readBalanceTransactions } from '#server/domains/payments/balance-transaction.service.ts';
import { reconcile } from '#server/domains/reconciliation/reconcile.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const control = () => checkout().sandbox.control;

const MEMBERS = caseCount(5, 500);
const MONTHS = caseCount(4, 36);
const CONCURRENCY = 8;
const LONG_RUN_MS = 4 * 3_600_000;
const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000341';

/** Returns a time after every charge so far. */
const afterAllCharges = () => new Date(now.getTime() + 4 * 3_600_000);

interface Card {
  account: TestAccount;
  purchaseId: string;
  customer: string;
  providerId: string;
  number: string;
}

async function join(account: TestAccount): Promise<Card> {
  const { purchaseId } = await checkout()
    .caller(account)
    .checkout.buyCard(makeCardPurchase({ buyAnother: true }));
  const { providerSubscriptionId, providerCustomerId } = await checkout().findPurchase(purchaseId);
  const [membership] = await checkout().caller(account).memberships.mine();
  return {
    account,
    purchaseId,
    customer: String(providerCustomerId),
    providerId: String(providerSubscriptionId),
    number: String(membership?.number),
  };
}

async function latestCharge({ customer }: Card): Promise<string> {
  const { data } = await checkout().deps.stripe.charges.list({ customer, limit: 20 });
  return data.find(({ paid }) => paid)?.id ?? '';
}

/** Events that may happen to a card in a month, besides the renewal. */
const EVENTS: ReadonlyArray<(card: Card) => Promise<void>> = [
  async ({ customer }) => control().changeCard(customer, DECLINED_CARD),
  async ({ customer }) => control().changeCard(customer, GOOD_CARD),
  async ({ account, number }) => {
    await checkout().caller(account).memberships.cancel({ number });
  },
  async (card) => {
    const charge = await latestCharge(card);
    await checkout()
      .deps.stripe.refunds.create({ charge, amount: 1000 })
      .catch(() => {});
    await syncCharge(checkout().deps, charge);
  },
  async (card) => {
    const charge = await latestCharge(card);
    await checkout()
      .deps.stripe.refunds.create({ charge })
      .catch(() => {});
    await syncCharge(checkout().deps, charge);
  },
  ...(['won', 'lost'] as const).map((outcome) => async (card: Card) => {
    const charge = await latestCharge(card);
    const dispute = await control()
      .dispute(charge)
      .catch(() => null);
    if (!dispute) return;
    await syncCharge(checkout().deps, charge);
    await control().closeDispute(dispute, outcome);
    await syncCharge(checkout().deps, charge);
  }),
];

/** Runs several at a time, so that the database and the Stripe sandbox both stay busy. */
async function forEachCard(cards: readonly Card[], run: (card: Card) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < cards.length; start += CONCURRENCY) {
    await Promise.all(cards.slice(start, start + CONCURRENCY).map(run));
  }
}

/** Returns the cards whose subscription is still billed. */
async function listRunning(cards: readonly Card[]): Promise<Card[]> {
  const rows = await database.db
    .selectFrom('subscriptions')
    .select('providerId')
    .where('endedAt', 'is', null)
    .execute();
  const runningIds = new Set(rows.map(({ providerId }) => providerId));
  return cards.filter(({ providerId }) => runningIds.has(providerId));
}

/**
 * Lists the periods of our plan on Stripe's paid invoices: by subscription, oldest first, as [start, end] in
 * Unix seconds.
 */
async function listPaidPeriods(): Promise<Map<string, Array<[number, number]>>> {
  const periods = new Map<string, Array<[number, number]>>();
  for await (const { lines, parent } of checkout().deps.stripe.invoices.list({
    status: 'paid',
    limit: 100,
  })) {
    const subscription = String(parent?.subscription_details?.subscription);
    const period = lines.data[0]?.period;
    if (period) periods.set(subscription, [...(periods.get(subscription) ?? []), [period.start, period.end]]);
  }
  for (const list of periods.values()) list.sort(([a], [b]) => a - b);
  return periods;
}

/** Checks each card against Stripe's invoices and charges. */
async function checkCards(cards: readonly Card[]): Promise<void> {
  const paidPeriods = await listPaidPeriods();
  const charges = Map.groupBy(await control().charges(), ({ metadata }) => metadata.purchase);
  const rows = await database.db
    .selectFrom('subscriptions')
    .select(['purchaseId', 'status', 'periodEnd', 'endedAt'])
    .execute();
  const rowsByPurchase = new Map(rows.map((row) => [row.purchaseId, row]));
  await forEachCard(cards, async ({ purchaseId, providerId, number }) => {
    const periods = paidPeriods.get(providerId) ?? [];
    expect(charges.get(purchaseId)).toHaveLength(periods.length);
    expect(new Set(periods.map(([start]) => start)).size).toBe(periods.length);
    const row = rowsByPurchase.get(purchaseId);
    const paidUntil = new Date((periods.at(-1)?.[1] ?? 0) * 1000);
    expect(row?.periodEnd).toEqual(paidUntil);
    const verification = await checkout().caller(null).verification.find({ number });
    const isEndedEarly = row?.endedAt && row.endedAt < paidUntil;
    expect(verification?.periodEnd).toEqual(isEndedEarly ? row.endedAt : paidUntil);
    expect(verification?.updatedStatus === 'active').toBe(row?.status === 'active' && paidUntil > now);
  });
}

/** Returns the balance of each account in cents; a credit is negative. */
async function readTrialBalance(): Promise<Map<string, number>> {
  const balances = new Map<string, number>();
  for (const { account, balanceCents } of await sumAccounts(database.db, afterAllCharges())) {
    balances.set(account, (balances.get(account) ?? 0) + balanceCents);
  }
  return balances;
}

it(
  `[D26][D55] charges ${MEMBERS} members once per period for ${MONTHS} months, through declines, refunds, and disputes`,
  async () => {
    const random = createRandom(26);
    now = await control().now();
    const from = now;
    const accounts: TestAccount[] = [];
    for (let count = 0; count < MEMBERS; count++) accounts.push(await makeAccount(database.db));
    const cards: Card[] = [];
    for (let month = 0; month < MONTHS; month++) {
      // Members whose membership has ended buy another one.
      const holders = new Set((await listRunning(cards)).map(({ account }) => account.id));
      for (const account of accounts) if (!holders.has(account.id)) cards.push(await join(account));
      // About half of the cards have no event this month.
      const eventful = new Map(
        cards.map((card) => [card, EVENTS[Math.floor(random.next() * EVENTS.length * 2)]]),
      );
      const runningCards = await listRunning(cards);
      await forEachCard(runningCards, async (card) => eventful.get(card)?.(card));
      now = await control().advance({ months: 1 });
      await forEachCard(runningCards, ({ providerId }) => syncSubscription(checkout().deps, providerId));
      await endOverdueSubscriptions(checkout().deps);
      await readBalanceTransactions(checkout().deps);
    }
    await checkCards(cards);
    const balances = await readTrialBalance();
    expect([...balances.values()].reduce((sum, cents) => sum + cents, 0)).toBe(0);
    // Stripe's balance must also contain each payment, refund, and dispute.
    expect(balances.get('in transit')).toBe(0);
    let stripeCents = 0;
    for await (const { net } of checkout().deps.stripe.balanceTransactions.list({ limit: 100 }))
      stripeCents += net;
    expect(balances.get('stripe cash')).toBe(stripeCents);
    expect(await reconcile(checkout().deps, { from, to: afterAllCharges() })).toEqual([]);
  },
  LONG_RUN_MS,
);
