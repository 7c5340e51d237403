import { beforeEach } from 'vitest';
import { z } from 'zod';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { receiptType } from '#server/domains/checkout/receipt/receipt.schema.ts';
import { seededTestDb } from '../database/database.ts';
import { makeAccount, type TestAccount } from '../factories/account.ts';
import { makeCardPurchase, testCheckout } from './checkout.ts';

const instant = z.iso.datetime();
const page = z.object({
  receipts: z.array(
    z.object({
      id: z.uuid(),
      receiptNumber: z.string(),
      type: receiptType,
      at: instant,
      description: z.string(),
      period: z.object({ start: instant, end: instant }).nullable(),
      amountCents: z.int(),
      refundedCents: z.int(),
      disputedCents: z.int(),
    }),
  ),
  nextCursor: z.object({ at: instant, id: z.uuid() }).nullable(),
});
export type Listed = z.infer<typeof page>['receipts'][number];

export const summarize = (receipts: readonly Listed[]) =>
  receipts.map(({ type, description, amountCents, refundedCents }) => [
    type,
    description,
    amountCents,
    refundedCents,
  ]);

export const sortAmounts = (receipts: readonly Listed[]) =>
  receipts.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b);

/** Sets up the server with the Stripe sandbox, and functions that buy, refund, and read receipts. */
export function testReceipts() {
  const database = seededTestDb();
  const clock = { now: new Date() };
  const checkout = testCheckout(database, { now: () => clock.now });
  beforeEach(async () => {
    clock.now = await checkout().sandbox.control.now();
  });

  async function readPage(account: TestAccount | null, receipt: { id: string } | undefined) {
    const visitor = await checkout().visitor(account);
    const { statusCode, body } = await visitor.get(`/api/receipt?id=${receipt?.id}`);
    return { statusCode, words: body.replace(/<style>.*<\/style>|<[^>]+>/gs, ' ').replace(/\s+/g, ' ') };
  }

  return {
    database,
    clock,
    checkout,
    readPage,
    advance: async (by: { months?: number; days?: number }): Promise<void> => {
      clock.now = await checkout().sandbox.control.advance(by);
    },
    buyAsMember: async () => {
      const account = await makeAccount(database.db);
      const { purchaseId } = await checkout()
        .caller(account)
        .checkout.buyCard(makeCardPurchase({ requestedPhysicalCard: true }));
      const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
      return {
        account,
        purchaseId,
        sync: () => syncSubscription(checkout().deps, String(providerSubscriptionId)),
      };
    },
    /** Reads every page of the list. */
    readReceipts: async (account: TestAccount): Promise<Listed[]> => {
      const visitor = await checkout().visitor(account);
      const allReceipts: Listed[] = [];
      let cursor: unknown = null;
      do {
        const { data } = await visitor.trpc('query', 'billing.receipts', { cursor });
        const { receipts, nextCursor } = page.parse(data);
        allReceipts.push(...receipts);
        cursor = nextCursor;
      } while (cursor);
      return allReceipts;
    },
    /**
     * Lists the amounts in cents that the account's payments, refunds, and disputes posted to the ledger
     * account 'in transit', lowest first.
     */
    readLedgerAmounts: async (account: TestAccount): Promise<number[]> => {
      const rows = await database.db
        .selectFrom('ledgerEntries')
        .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
        .innerJoin('purchases', 'purchases.id', 'ledgerEntries.purchaseId')
        .select('ledgerPostings.amountCents')
        .where('purchases.accountId', '=', account.id)
        .where('ledgerPostings.account', '=', 'in transit')
        .where('ledgerEntries.kind', 'in', ['payment', 'refund', 'dispute'])
        .execute();
      return rows.map(({ amountCents }) => amountCents).toSorted((a, b) => a - b);
    },
    findCharge: async (purchaseId: string): Promise<string> => {
      const [charge] = await checkout().listCharges(purchaseId);
      if (!charge) throw new Error('Nothing was charged');
      return charge.id;
    },
    /** Refunds the whole charge unless an amount is given. */
    refund: async (charge: string, amount?: number): Promise<void> => {
      await checkout().deps.stripe.refunds.create({ charge, ...(amount === undefined ? {} : { amount }) });
      await syncCharge(checkout().deps, charge);
    },
  };
}
