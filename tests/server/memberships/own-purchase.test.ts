import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { migrateToLatest } from '#db/migrate.ts';
import { up } from '#db/migrations/20261129T1001-find-own-purchases.ts';
import {
  adjustCommissions,
  recordCommissions,
} from '#server/domains/affiliates/commissions/commission.service.ts';
import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { claimLink } from '#server/domains/memberships/claim.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePayable } from '#tests/helpers/factories/payout-account.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { act, listAudit, listRows, makeStaff, REASON } from '#tests/helpers/staff.ts';

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
    await inTransaction(database.db, (trx) => adjustCommissions(checkout().deps, trx, [payment]));
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

describe('[D70] a purchase that may be the affiliate’s own', () => {
  let staff: TestAccount;
  beforeEach(async () => {
    staff = await makeStaff(database.db);
    influencer = await makeAccount(database.db, { accountType: 1, referredBy: influencer.referredBy });
  });
  const caller = () => checkout().staffCaller(staff).staff.affiliates;
  const listSuspected = async (state?: string) => {
    const filters = state === undefined ? {} : { state };
    const rows = await listRows(checkout().staffCaller(staff), 'ownPurchases', { filters });
    return rows.filter(({ affiliate }) => String(affiliate).endsWith(influencer.email));
  };
  const buy = async (input: Parameters<typeof makeCardPurchase>[0], buyer: TestAccount | null = null) => {
    const cart = { lastname: 'Vale', street1: '12 Elm St', ...input };
    return checkout().caller(buyer).checkout.buyCard(makeCardPurchase(cart));
  };
  const getSuspected = async () => {
    const [row, ...others] = await listSuspected();
    expect(others).toEqual([]);
    return row;
  };

  test('is listed if the payment card, the address, or the last name is the same', async () => {
    const token = 'tok_mastercard';
    await buy({ token, boughtBefore: true }, influencer);
    const reference = influencer.id;
    await buy({ token, reference, email: 'ann@example.com', street1: '5 Oak St' });
    expect(await getSuspected()).toMatchObject({ reasons: 'same payment card', earned: 1249, paid: 0 });
    await buy({ reference, email: 'bob@example.com', street1: '12 ELM ST.' });
    await buy({ reference, email: 'cy@example.com', street1: '5 Oak St', lastname: influencer.lastname });
    await buy({ reference, email: 'dee@example.com', street1: '5 Oak St' });
    const rows = await listSuspected();
    expect(new Set(rows.map(({ buyer, reasons }) => `${buyer}: ${reasons}`))).toEqual(
      new Set([
        'Ann Vale, ann@example.com: same payment card',
        'Ann Vale, bob@example.com: same address',
        `Ann ${influencer.lastname}, cy@example.com: same last name`,
      ]),
    );
  });

  test('is listed once the affiliate also buys with that card', async () => {
    await buy({ reference: influencer.id, email: 'eve@example.com' });
    expect(await listSuspected()).toEqual([]);
    await buy({ street1: '9 Ash St' }, influencer);
    expect(await getSuspected()).toMatchObject({ reasons: 'same payment card' });
  });

  test('is found by the migration if it is from before, and its card by the last digits', async () => {
    const { purchaseId } = await buy({ reference: influencer.id, email: 'fay@example.com' });
    const { db } = database;
    await db.updateTable('purchases').set({ cardFingerprint: null }).where('id', '=', purchaseId).execute();
    now = new Date(now.getTime() + 100 * 86_400_000);
    await buy({ street1: '9 Ash St' }, influencer);
    expect(await listSuspected()).toEqual([]);
    await migrateToLatest(database.client, { '99991231T2359-find': { up } });
    expect(await getSuspected()).toMatchObject({ reasons: 'a card with the same last digits' });
  });

  test('keeps its commission if staff say so, and is not listed again', async () => {
    const { purchaseId } = await buy({ reference: influencer.id, lastname: influencer.lastname });
    const id = String((await getSuspected())?.id);
    const { effects } = await act(caller().keepCommission, { id });
    expect(effects[0]).toContain('keeps the commission: $12.49');
    expect(await listSuspected()).toEqual([]);
    expect(await listSuspected('other')).toMatchObject([{ answer: 'Not an own purchase' }]);
    expect(await listLines(purchaseId)).toHaveLength(2);
    expect(await listAudit(database.db, `purchase:${purchaseId}`)).toMatchObject([
      { action: 'commission.keep', actorId: staff.id, reason: REASON },
    ]);
    await expect(act(caller().cancelCommission, { id })).rejects.toMatchObject({
      cause: { code: 'CHANGED_SINCE' },
    });
  });

  test('loses its commission if staff say so, even if it was paid out', async () => {
    await makePayable(database.db, checkout().deps.cipher, { accountId: influencer.id });
    const { purchaseId } = await buy({ reference: influencer.id, lastname: influencer.lastname });
    const month = new Date(now.getTime() + 62 * 86_400_000).toISOString().slice(0, 7);
    now = new Date(now.getTime() + 100 * 86_400_000);
    await payMonth(checkout().deps, month);
    const id = String((await getSuspected())?.id);
    const { effects } = await act(caller().cancelCommission, { id });
    expect(effects).toContain(
      '$9.99 that was paid out becomes a negative line, which reduces the next payout.',
    );
    expect((await listLines(purchaseId)).slice(2)).toMatchObject([
      { affiliateId: influencer.id, amountCents: -999, reason: TAKEN_BACK, payoutId: null },
      { affiliateId: influencer.referredBy, amountCents: -250, reason: TAKEN_BACK },
    ]);
    expect(await listSuspected('own')).toMatchObject([{ answer: 'Own purchase', earned: 0, paid: 999 }]);
    const renewal = await makePayment(database.db, { purchaseId });
    const payment = { id: renewal.id, netCents: 4_995, paidAt: now };
    const purchase = await checkout().findPurchase(purchaseId);
    await inTransaction(database.db, (trx) => recordCommissions(checkout().deps, trx, { purchase, payment }));
    expect((await listLines(purchaseId)).slice(4)).toMatchObject([
      { amountCents: 0, reason: 'Own purchases don’t earn commissions' },
    ]);
  });
});
