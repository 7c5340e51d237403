import { expect, it } from 'vitest';
import { endOverdueSubscriptions } from '#server/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncCharge } from '#server/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/checkout/purchase/sync/sync-subscription.service.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { caseCount } from '#tests/helpers/long-run.ts';
import { cardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { createRandom } from '#tests/helpers/stores/random.ts';

const database = testDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const control = () => checkout().sandbox.control;

const MEMBERS = caseCount(5, 500);
const MONTHS = caseCount(4, 36);
const LONG_RUN_MS = 4 * 3_600_000;
const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000341';

interface Member {
  account: TestAccount;
  purchaseId: string;
  customer: string;
  providerId: string;
  number: string;
}

async function join(): Promise<Member> {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(cardPurchase());
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

async function latestCharge({ customer }: Member): Promise<string> {
  const { data } = await checkout().deps.stripe.charges.list({ customer, limit: 20 });
  return data.find(({ paid }) => paid)?.id ?? '';
}

/** What may happen to a member in a month, besides the renewal. */
const EVENTS: ReadonlyArray<(member: Member) => Promise<void>> = [
  async ({ customer }) => control().changeCard(customer, DECLINED_CARD),
  async ({ customer }) => control().changeCard(customer, GOOD_CARD),
  async ({ account, number }) => {
    await checkout().caller(account).memberships.cancel({ number });
  },
  async (member) => {
    const charge = await latestCharge(member);
    await checkout()
      .deps.stripe.refunds.create({ charge, amount: 1000 })
      .catch(() => {});
    await syncCharge(checkout().deps, charge);
  },
  async (member) => {
    const charge = await latestCharge(member);
    await checkout()
      .deps.stripe.refunds.create({ charge })
      .catch(() => {});
    await syncCharge(checkout().deps, charge);
  },
  ...(['won', 'lost'] as const).map((outcome) => async (member: Member) => {
    const charge = await latestCharge(member);
    const dispute = await control()
      .dispute(charge)
      .catch(() => null);
    if (!dispute) return;
    await syncCharge(checkout().deps, charge);
    await control().closeDispute(dispute, outcome);
    await syncCharge(checkout().deps, charge);
  }),
];

/** The plan's periods on Stripe's paid invoices, oldest first, as [start, end] in Unix seconds. */
async function paidPeriods(providerId: string): Promise<Array<[number, number]>> {
  const { stripe } = checkout().deps;
  const periods: Array<[number, number]> = [];
  for await (const { lines } of stripe.invoices.list({
    subscription: providerId,
    status: 'paid',
    limit: 100,
  })) {
    const period = lines.data[0]?.period;
    if (period) periods.push([period.start, period.end]);
  }
  return periods.toSorted(([a], [b]) => a - b);
}

it(
  `[D26][D55] charges ${MEMBERS} members once a period for ${MONTHS} months, through declines, refunds and disputes`,
  async () => {
    const random = createRandom(26);
    now = await control().now();
    const members: Member[] = [];
    for (let count = 0; count < MEMBERS; count++) members.push(await join());
    for (let month = 0; month < MONTHS; month++) {
      for (const member of members) {
        // A quiet month is as likely as an eventful one.
        const event = EVENTS[Math.floor(random.next() * EVENTS.length * 2)];
        await event?.(member);
      }
      now = await control().advance({ months: 1 });
      for (const { providerId } of members) await syncSubscription(checkout().deps, providerId);
      await endOverdueSubscriptions(checkout().deps);
    }
    const charges = await control().charges();
    for (const { purchaseId, providerId, number } of members) {
      const periods = await paidPeriods(providerId);
      expect(charges.filter(({ metadata }) => metadata.purchase === purchaseId)).toHaveLength(periods.length);
      expect(new Set(periods.map(([start]) => start)).size).toBe(periods.length);
      const row = await database.db
        .selectFrom('subscriptions')
        .select(['status', 'periodEnd', 'endedAt'])
        .where('purchaseId', '=', purchaseId)
        .executeTakeFirstOrThrow();
      const paidUntil = new Date((periods.at(-1)?.[1] ?? 0) * 1000);
      expect(row.periodEnd).toEqual(paidUntil);
      const shown = await checkout().caller(null).verification.find({ number });
      const endedEarly = row.endedAt !== null && row.endedAt < paidUntil;
      expect(shown?.periodEnd).toEqual(endedEarly ? row.endedAt : paidUntil);
      const isUsable = row.status === 'active' && paidUntil > now;
      expect(shown?.updatedStatus === 'active').toBe(isUsable);
    }
    // The ledger's trial balance and the reconciliation of these members belong here.
  },
  LONG_RUN_MS,
);
