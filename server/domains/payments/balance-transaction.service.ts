import type Stripe from 'stripe';
import { inTransaction } from '#db/client.ts';
import type { Deps } from '../../platform/deps.ts';
import type { BalanceTransaction } from '../ledger/entries.ts';
import { listUnposted, postBalanceTransactions } from '../ledger/ledger.service.ts';
import { createdIn, type PollRange, pollStripe } from './events/stripe-poll.service.ts';
import {
  findFirstPaidAt,
  findPaymentIds,
  type PaymentIds,
  setProviderPaymentId,
} from './payment.repository.ts';
import { callStripe } from './stripe-errors.ts';

const DAY_MS = 86_400_000;
/** Stripe lists at most this many objects per page. */
const BATCH_SIZE = 100;

type BalanceDeps = Pick<Deps, 'db' | 'stripe' | 'jobs'>;

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;

/**
 * Posts the changes of our balance at Stripe, including Stripe's fees, at most once an hour. Stripe keeps
 * these changes forever, so nothing is missed after a long outage. The first run starts a day before our
 * first payment.
 */
export async function readBalanceTransactions(deps: Deps): Promise<void> {
  const firstPaidAt = await findFirstPaidAt(deps.db);
  if (!firstPaidAt) return;
  const earliest = new Date(firstPaidAt.getTime() - DAY_MS);
  await pollStripe(deps, 'balance transactions', earliest, (range) => postBalanceRange(deps, range));
}

/** Posts the balance transactions of a range. Returns the newest one's time, or `from` if none is later. */
export async function postBalanceRange(deps: BalanceDeps, range: PollRange): Promise<Date> {
  const newestCreatedAt = await postListed(deps, { created: createdIn(range) });
  return newestCreatedAt && newestCreatedAt > range.from ? newestCreatedAt : range.from;
}

/** Posts the balance transactions of a charge, its refunds, and its disputes. */
export async function postBalanceOfCharge(deps: BalanceDeps, charge: string): Promise<void> {
  for (const source of await listSources(deps, charge)) await postListed(deps, { source });
}

/**
 * Returns the ids of a charge, its refunds, and its disputes. Stripe lists balance transactions by these ids.
 */
async function listSources({ stripe }: Pick<Deps, 'stripe'>, charge: string): Promise<string[]> {
  const refunds = await callStripe(() => stripe.refunds.list({ charge, limit: BATCH_SIZE }));
  const disputes = await callStripe(() => stripe.disputes.list({ charge, limit: BATCH_SIZE }));
  return [charge, ...[...refunds.data, ...disputes.data].map(({ id }) => id)];
}

/** Like `postBalanceOfCharge`, but returns the changes instead of posting them. */
export async function listBalanceOfCharge(
  deps: Pick<Deps, 'stripe'>,
  charge: string,
): Promise<BalanceChange[]> {
  const changes: BalanceChange[] = [];
  for (const source of await listSources(deps, charge))
    changes.push(...(await listBalanceChanges(deps, { source })));
  return changes;
}

/** Posts the listed transactions. Returns the newest one's time, or undefined if there are none. */
async function postListed(
  deps: BalanceDeps,
  filter: Stripe.BalanceTransactionListParams,
): Promise<Date | undefined> {
  let newestCreatedAt: Date | undefined;
  let batch: Stripe.BalanceTransaction[] = [];
  const transactions = deps.stripe.balanceTransactions.list({
    ...filter,
    expand: ['data.source'],
    limit: BATCH_SIZE,
  });
  await callStripe(async () => {
    for await (const transaction of transactions) {
      const createdAt = new Date(transaction.created * 1000);
      if (!newestCreatedAt || createdAt > newestCreatedAt) newestCreatedAt = createdAt;
      batch.push(transaction);
      if (batch.length < BATCH_SIZE) continue;
      await postBatch(deps, batch);
      batch = [];
    }
  });
  await postBatch(deps, batch);
  return newestCreatedAt;
}

/** A change of our balance at Stripe, as the ledger should contain it. */
export interface BalanceChange {
  id: string;
  netCents: number;
  feeCents: number;
  at: Date;
  /** Also set for a refund or dispute of the charge. Null for other changes, such as payouts. */
  chargeId: string | null;
  /** The refund or dispute that the change belongs to. Null for other changes. */
  returned: { kind: 'refund' | 'dispute'; sourceId: string } | null;
}

/** Returns balance transactions without posting them. */
export function listBalanceChanges(
  { stripe }: Pick<Deps, 'stripe'>,
  filter: Stripe.BalanceTransactionListParams,
): Promise<BalanceChange[]> {
  return callStripe(async () => {
    const changes: BalanceChange[] = [];
    const transactions = stripe.balanceTransactions.list({
      ...filter,
      expand: ['data.source'],
      limit: BATCH_SIZE,
    });
    for await (const transaction of transactions) {
      const { chargeId, returned } = toSource(transaction);
      changes.push({
        id: transaction.id,
        netCents: transaction.amount - transaction.fee,
        feeCents: transaction.fee,
        at: new Date(transaction.created * 1000),
        chargeId,
        returned,
      });
    }
    return changes;
  });
}

async function postBatch(deps: BalanceDeps, batch: readonly Stripe.BalanceTransaction[]): Promise<void> {
  if (batch.length === 0) return;
  const sources = batch.map(toSource);
  const intentIds = sources.flatMap(({ providerPaymentId }) => providerPaymentId ?? []);
  const payments = await findPaymentsByIntents(deps, [...new Set(intentIds)]);
  const transactions = batch.map((transaction, index): BalanceTransaction => {
    const providerPaymentId = sources[index]?.providerPaymentId ?? null;
    return {
      id: transaction.id,
      category: transaction.reporting_category,
      amountCents: transaction.amount,
      feeCents: transaction.fee,
      at: new Date(transaction.created * 1000),
      paymentId: payments.find((payment) => payment.providerPaymentId === providerPaymentId)?.id ?? null,
      providerPaymentId,
    };
  });
  const returns = sources.filter(
    ({ returned, providerPaymentId }) =>
      returned && payments.some((payment) => payment.providerPaymentId === providerPaymentId),
  );
  await inTransaction(deps.db, async (trx) => {
    await postBalanceTransactions(trx, transactions);
    // The webhook of these refunds and disputes was lost or isn't handled yet, or the ledger didn't itemize
    // them when they were made.
    const unpostedIds = await listUnposted(
      trx,
      returns.flatMap(({ returned }) => returned ?? []),
    );
    const returnedCharges = returns.flatMap(({ returned, chargeId }) =>
      returned && chargeId && unpostedIds.has(returned.sourceId) ? chargeId : [],
    );
    for (const chargeId of new Set(returnedCharges))
      await deps.jobs.enqueue(trx, 'sync-charge', { chargeId });
  });
}

interface TransactionSource {
  providerPaymentId: string | null;
  chargeId: string | null;
  /** The refund or dispute, as the ledger identifies it. */
  returned: { kind: 'refund' | 'dispute'; sourceId: string } | null;
}

/**
 * Finds the charge, refund, or dispute that a balance transaction is about. All fields are null if it is
 * about something else, such as a payout.
 */
function toSource({ id, source }: Stripe.BalanceTransaction): TransactionSource {
  const noSource: TransactionSource = { providerPaymentId: null, chargeId: null, returned: null };
  if (source === null || typeof source === 'string') return noSource;
  if (source.object === 'charge') {
    return { ...noSource, providerPaymentId: toId(source.payment_intent) ?? null, chargeId: source.id };
  }
  if (source.object !== 'refund' && source.object !== 'dispute') return noSource;
  return {
    providerPaymentId: toId(source.payment_intent) ?? null,
    chargeId: toId(source.charge) ?? null,
    returned:
      source.object === 'refund'
        ? { kind: 'refund', sourceId: source.id }
        : { kind: 'dispute', sourceId: id },
  };
}

/**
 * Finds our payments by payment intent. Old payments were stored only with their invoice, so this requests
 * the invoice of an unknown intent from Stripe, and stores the intent with the payment.
 */
async function findPaymentsByIntents(deps: BalanceDeps, intents: readonly string[]): Promise<PaymentIds[]> {
  const payments = await findPaymentIds(deps.db, intents);
  const foundIds = new Set(payments.map(({ providerPaymentId }) => providerPaymentId));
  for (const intentId of intents.filter((id) => !foundIds.has(id))) {
    const { data } = await callStripe(() =>
      deps.stripe.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: intentId },
        limit: 1,
      }),
    );
    const invoiceId = toId(data[0]?.invoice);
    const id = invoiceId && (await setProviderPaymentId(deps.db, invoiceId, intentId));
    if (id) payments.push({ id, providerPaymentId: intentId });
  }
  return payments;
}
