import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction, type Trx } from '#db/client.ts';
import type { BalanceTransaction, DisputeMovement, StripeRefund } from '#server/domains/ledger/entries.ts';
import {
  postBalanceTransactions,
  postCommissions,
  postPayment,
  postPayout,
  postReturns,
} from '#server/domains/ledger/ledger.service.ts';
import { newId } from '#server/lib/ids.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { caseCount } from '#tests/helpers/long-run.ts';

const HISTORIES = caseCount(20, 10_000);
const DISPUTE_FEE_CENTS = 1500;
const at = new Date('2026-11-20T12:00:00Z');
const database = testDb();
let affiliateId = '';
let purchaseId = '';

beforeAll(async () => {
  affiliateId = (await makeAccount(database.db)).id;
  purchaseId = (await makePurchase(database.db)).id;
});

const line = fc
  .record({ planId: fc.integer({ min: 0, max: 3 }), amountCents: fc.nat(30_000), off: fc.nat(100) })
  .map(({ planId, amountCents, off }) => ({
    planId,
    amountCents,
    discountCents: Math.floor((amountCents * off) / 100),
  }));
const sale = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  /** A credit that Stripe applied to the invoice, in percent. */
  credit: fc.constantFrom(0, 0, 0, 30),
  commission: fc.nat(2_000),
  refunds: fc.array(fc.record({ cents: fc.integer({ min: 1, max: 5_000 }), isFailed: fc.boolean() }), {
    maxLength: 3,
  }),
  dispute: fc.constantFrom('none', 'none', 'open', 'won', 'lost'),
});
const history = fc.record({
  sales: fc.array(sale, { minLength: 1, maxLength: 3 }),
  bankCents: fc.array(fc.integer({ min: 1, max: 50_000 }), { maxLength: 2 }),
  payoutCents: fc.nat(3_000),
  /** The order in which the messages arrive. Each one arrives twice. */
  order: fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
});
type Sale = typeof sale extends fc.Arbitrary<infer T> ? T : never;
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

type Message = (trx: Trx) => Promise<void>;

const billedCents = ({ lines }: Sale) =>
  lines.reduce((sum, { amountCents, discountCents }) => sum + amountCents - discountCents, 0);
const computeCreditCents = (sold: Sale) => Math.floor((billedCents(sold) * sold.credit) / 100);
const paidCents = (sold: Sale) => billedCents(sold) - computeCreditCents(sold);
const computeFeeCents = (cents: number) => Math.round(cents * 0.029) + 30;

/** Computes the expected final balance of each account directly from the history. */
function computeBalances({ sales, bankCents, payoutCents }: History): Record<string, number> {
  const sum = (numbers: number[]) => numbers.reduce((total, cents) => total + cents, 0);
  const sumSales = (amount: (sold: Sale) => number) => sum(sales.map(amount));
  const refunds = sumSales(({ refunds }) =>
    sum(refunds.filter(({ isFailed }) => !isFailed).map(({ cents }) => cents)),
  );
  const lostCents = sumSales((sold) => (['open', 'lost'].includes(sold.dispute) ? paidCents(sold) : 0));
  const fees = sumSales(
    (sold) => computeFeeCents(paidCents(sold)) + (sold.dispute === 'none' ? 0 : DISPUTE_FEE_CENTS),
  );
  const totalPaidCents = sumSales(paidCents);
  return {
    'in transit': 0,
    'stripe cash': totalPaidCents - refunds - lostCents - fees - sum(bankCents),
    'stripe fees': fees,
    bank: sum(bankCents),
    refunds,
    disputes: lostCents,
    revenue: -sumSales(({ lines }) => sum(lines.map(({ amountCents }) => amountCents))),
    discounts: sumSales(
      (sold) => sum(sold.lines.map(({ discountCents }) => discountCents)) + computeCreditCents(sold),
    ),
    commissions: sumSales(({ commission }) => commission),
    'commissions owed': payoutCents - sumSales(({ commission }) => commission),
    payouts: -payoutCents,
  };
}

/** Creates the payment of a sale, and lists every message that the ledger receives about the sale. */
async function listMessages(run: string, index: number, sold: Sale): Promise<Message[]> {
  const id = `${run}:${index}`;
  const providerPaymentId = `pi_${id}`;
  const amountCents = paidCents(sold);
  const payment = await makePayment(database.db, {
    purchaseId,
    providerInvoiceId: `in_${id}`,
    providerPaymentId,
    amountCents,
  });
  const refunds = sold.refunds.map(
    ({ cents, isFailed }, n): StripeRefund => ({ id: `re_${id}:${n}`, amountCents: cents, at, isFailed }),
  );
  const withdrawal: DisputeMovement = { id: `txn_dispute_${id}`, amountCents: -amountCents, at };
  const reversal: DisputeMovement = { id: `txn_reversal_${id}`, amountCents, at };
  const disputes = sold.dispute === 'none' ? [] : [withdrawal, ...(sold.dispute === 'won' ? [reversal] : [])];
  const balance = (
    transactionId: string,
    category: string,
    cents: number,
    feeCents = 0,
  ): BalanceTransaction => ({
    id: transactionId,
    category,
    amountCents: cents,
    feeCents,
    at,
    paymentId: payment.id,
    providerPaymentId,
  });
  const transactions = [
    balance(`txn_${id}`, 'charge', amountCents, computeFeeCents(amountCents)),
    ...refunds.flatMap((refund) => [
      balance(`txn_${refund.id}`, 'refund', -refund.amountCents),
      ...(refund.isFailed ? [balance(`txn_failure_${refund.id}`, 'refund_failure', refund.amountCents)] : []),
    ]),
    ...disputes.map((movement) =>
      movement === withdrawal
        ? balance(movement.id, 'dispute', movement.amountCents, DISPUTE_FEE_CENTS)
        : balance(movement.id, 'dispute_reversal', movement.amountCents),
    ),
  ];
  const openRefunds = refunds.map((refund) => ({ ...refund, isFailed: false }));
  return [
    (trx) => postPayment(trx, { ...payment, lines: sold.lines }),
    // Stripe first lists some refunds and disputes, then all of them. Some refunds have failed by then.
    async (trx) => {
      await postReturns(trx, payment, { refunds: openRefunds.slice(0, 1), disputes: disputes.slice(0, 1) });
    },
    async (trx) => {
      await postReturns(trx, payment, { refunds, disputes });
    },
    (trx) => postBalanceTransactions(trx, transactions.slice(0, 1)),
    (trx) => postBalanceTransactions(trx, transactions),
    (trx) =>
      postCommissions(
        trx,
        [{ id: `commission ${id}`, paymentId: payment.id, affiliateId, amountCents: sold.commission }],
        at,
      ),
  ];
}

/** Returns the balances of everything posted since a run began; ids are ordered by time. */
async function readBalances(run: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ account: string; cents: string }>`
    select account, sum(amount_cents) as cents from ledger_postings where entry_id > ${run} group by account`.execute(
    database.db,
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
}

test(
  `${HISTORIES} random histories, delivered twice and in any order, match a model and balance`,
  async () => {
    await fc.assert(
      fc.asyncProperty(history, async (given) => {
        const run = newId();
        const messages: Message[] = [
          (trx) => postPayout(trx, { id: `payout ${run}`, affiliateId, amountCents: given.payoutCents }, at),
          ...given.bankCents.map(
            (cents, n): Message =>
              (trx) =>
                postBalanceTransactions(trx, [
                  {
                    id: `txn_${run}:bank:${n}`,
                    category: 'payout',
                    amountCents: -cents,
                    feeCents: 0,
                    at,
                    paymentId: null,
                    providerPaymentId: null,
                  },
                ]),
          ),
        ];
        for (const [index, sold] of given.sales.entries()) {
          messages.push(...(await listMessages(run, index, sold)));
        }
        const deliveries = [...messages, ...messages]
          .map((message, n) => ({ message, place: given.order[n] ?? 0 }))
          .toSorted((a, b) => a.place - b.place);
        for (const { message } of deliveries) await inTransaction(database.db, message);
        const expected = Object.entries(computeBalances(given)).filter(([, cents]) => cents !== 0);
        const actual = Object.entries(await readBalances(run)).filter(([, cents]) => cents !== 0);
        expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: HISTORIES },
    );
    const { rows } = await sql`select entry_id from ledger_postings group by entry_id
    having sum(amount_cents) <> 0`.execute(database.db);
    expect(rows).toEqual([]);
  },
  caseCount(180_000, 3_600_000),
);
