import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { adjustCommissions } from '#server/domains/affiliates/commissions/commission.service.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { claimLink } from '#server/domains/memberships/claim.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const TAKEN_BACK = 'Taken back: own purchases don’t earn commissions';

let influencer: TestAccount;
beforeEach(async () => {
  now = await checkout().sandbox.control.now();
  const upline = await makeAccount(database.db, { accountType: 3 });
  influencer = await makeAccount(database.db, { accountType: 1, referredBy: upline.id });
});

async function buyAsGuest(email: string) {
  const input = makeCardPurchase({ reference: influencer.id, email });
  const { purchaseId } = await checkout().caller(null).checkout.buyCard(input);
  const { id } = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select('memberships.id')
    .where('subscriptions.purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const link = new URL(await claimLink(checkout().deps, id));
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  return { purchaseId, claim: (by = influencer) => checkout().caller(by).claims.claim({ token }) };
}

function listLines(purchaseId: string) {
  return database.db
    .selectFrom('commissions')
    .innerJoin('payments', 'payments.id', 'commissions.paymentId')
    .leftJoin('payoutLines', 'payoutLines.commissionId', 'commissions.id')
    .select(['commissions.affiliateId', 'commissions.amountCents', 'commissions.reason'])
    .select(['commissions.paymentId', 'payoutLines.payoutId'])
    .where('payments.purchaseId', '=', purchaseId)
    .orderBy('commissions.id')
    .execute();
}

describe('[D70] a guest’s purchase that names an affiliate', () => {
  test('earns nothing if the guest’s mailbox is the affiliate’s', async () => {
    const [name, domain] = influencer.email.split('@');
    const { purchaseId } = await buyAsGuest(`${name?.toUpperCase()}+me@${domain}`);
    expect(await listLines(purchaseId)).toMatchObject([
      { amountCents: 0, reason: 'Own purchases don’t earn commissions' },
    ]);
  });

  test('earns nothing after the affiliate claims it, even if a refund fails later', async () => {
    const { purchaseId, claim } = await buyAsGuest('someone.else@example.com');
    expect((await listLines(purchaseId)).map(({ amountCents }) => amountCents)).toEqual([999, 250]);
    await claim();
    const lines = await listLines(purchaseId);
    expect(lines).toMatchObject([
      { amountCents: 999 },
      { amountCents: 250 },
      { affiliateId: influencer.id, amountCents: -999, reason: TAKEN_BACK },
      { affiliateId: influencer.referredBy, amountCents: -250, reason: TAKEN_BACK },
    ]);
    const payment = { id: lines[0]?.paymentId ?? '', refundedCents: 0 };
    await inTransaction(database.db, (trx) => adjustCommissions(checkout().deps, trx, payment));
    expect(await listLines(purchaseId)).toHaveLength(4);
  });

  test('owes back what was already paid out when the affiliate claims it', async () => {
    await makePayable(database.db, checkout().deps.cipher, { accountId: influencer.id });
    const { purchaseId, claim } = await buyAsGuest('yet.another@example.com');
    const month = new Date(now.getTime() + 31 * 86_400_000).toISOString().slice(0, 7);
    now = new Date(now.getTime() + 70 * 86_400_000);
    await payMonth(checkout().deps, month);
    await claim();
    const own = (await listLines(purchaseId)).filter(({ affiliateId }) => affiliateId === influencer.id);
    expect(own).toMatchObject([
      { amountCents: 999, payoutId: expect.any(String) },
      { amountCents: -999, reason: TAKEN_BACK, payoutId: null },
    ]);
  });

  test('keeps its commission if anyone else claims it', async () => {
    const { purchaseId, claim } = await buyAsGuest('friend.of.hers@example.com');
    await claim(await makeAccount(database.db));
    expect((await listLines(purchaseId)).map(({ amountCents }) => amountCents)).toEqual([999, 250]);
  });
});
