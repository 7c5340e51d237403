import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeCode } from '#tests/helpers/factories/catalog.ts';
import { cardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = testDb();
const checkout = testCheckout(database);

/** A purchase's postings by entry: account (and plan) with the amount in cents. */
async function postingsOf(purchaseId: string): Promise<Record<string, Record<string, number>>> {
  const rows = await database.db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select(['kind', 'account', 'planId', 'amountCents'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('ledgerPostings.id')
    .execute();
  const entries: Record<string, Record<string, number>> = {};
  for (const { kind, account, planId, amountCents } of rows) {
    const name = planId === null ? account : `${account} ${planId}`;
    entries[kind] = { ...entries[kind], [name]: amountCents };
  }
  return entries;
}

async function buy(overrides: Parameters<typeof cardPurchase>[0] = {}): Promise<string> {
  const result = await checkout().caller().checkout.purchase(cardPurchase(overrides));
  return result.purchaseId;
}

describe('a paid purchase', () => {
  test('posts revenue by plan and the discount, in transit from Stripe', async () => {
    await makeCode(database.db, { code: 'TENOFF', percentOff: 10, plans: [0] });
    const purchaseId = await buy({ discountCode: 'TENOFF', requestedPhysicalCard: true });
    expect(await postingsOf(purchaseId)).toEqual({
      payment: { 'in transit': 5496, 'revenue 0': -4995, 'discounts 0': 499, 'revenue 100': -1000 },
    });
  });
});
