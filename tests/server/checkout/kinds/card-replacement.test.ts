import { describe, expect, it } from 'vitest';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { sendCards } from '#server/domains/memberships/physical-card/card-shipment.service.ts';
import { cardRequestLink } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { listMails, runLaterReceipts } from '#tests/helpers/purchases/mails.ts';
import {
  listCardRequests,
  makeReplacementInput,
  makeSentCard,
} from '#tests/helpers/purchases/physical-card.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const setDatabaseClock = (ms: number) => moveDatabaseClock(database.db, ms);
const purchaseByKey = (key: string) =>
  database.db.selectFrom('purchases').selectAll().where('idempotencyKey', '=', key).executeTakeFirstOrThrow();

async function makeHolder(overrides: Parameters<typeof makeSentCard>[1] = {}) {
  const account = await makeAccount(database.db);
  const membership = await makeSentCard(database.db, { accountId: account.id, ...overrides });
  return { account, membership, caller: checkout().caller(account) };
}

const authenticate = (clientSecret: string, outcome: 'succeeded' | 'failed') =>
  completeAuthentication(checkout().sandbox.url, clientSecret, outcome);

describe('[D29] a replacement card', () => {
  it('is charged once without a subscription, joins the queue, and appears on the receipt', async () => {
    const { account, membership, caller } = await makeHolder();
    expect(await caller.physicalCards.find({ id: membership.number })).toMatchObject({
      state: 'sent',
      replacementCents: 1000,
    });
    expect(await caller.physicalCards.replacementQuote()).toMatchObject({
      lines: [{ quantity: 1, unitCents: 1000, amountCents: 1000, recurring: false }],
      totalCents: 1000,
      recurringCents: 0,
      interval: 'once',
      free: false,
    });
    const { status, purchaseId } = await caller.physicalCards.buyReplacement(
      makeReplacementInput(membership),
    );
    expect(status).toBe('paid');
    expect(await checkout().listCharges(purchaseId)).toMatchObject([{ amount: 1000 }]);
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({
      kind: 'card-replacement',
      status: 'paid',
      providerSubscriptionId: null,
      cardLast4: '4242',
    });
    expect(await listCardRequests(database.db, membership.id)).toMatchObject([
      { isReplacement: false },
      { isReplacement: true, sentAt: null, recipient: 'Maria Gomez', email: account.email },
    ]);
    const [mail] = listMails(checkout().jobs, account.email);
    expect(mail).toMatchObject({
      mail: 'receipt',
      props: {
        subject: 'physical card',
        membershipNumber: formatMembershipNumber(membership.number),
        renewal: null,
        endsOn: null,
        totalCents: 1000,
        delivery: { to: expect.arrayContaining(['Maria Gomez']), within: '7-10 business days' },
      },
    });
    const visitor = await checkout().visitor(account);
    const receipt = await visitor.get(`/api/receipt?id=${purchaseId}`);
    expect(receipt.statusCode).toBe(200);
    expect(receipt.body).toContain('Physical Card replacement');
    expect(receipt.body).toContain(formatMembershipNumber(membership.number));
    expect(receipt.body).not.toMatch(/renews|cancel any time/i);
    const stranger = await checkout().visitor(await makeAccount(database.db));
    expect((await stranger.get(`/api/receipt?id=${purchaseId}`)).statusCode).toBe(404);
  });

  it('[D67] is refunded with an email', async () => {
    const { account, membership, caller } = await makeHolder();
    const { purchaseId } = await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    const [charge] = await checkout().listCharges(purchaseId);
    await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    await runLaterReceipts(checkout());
    const expected = { mail: 'payment-returned', props: { amountCents: 1000, effect: 'undone' } };
    expect(listMails(checkout().jobs, account.email).at(-1)).toMatchObject(expected);
  });

  it('earns no commission and does not count as a first payment', async () => {
    const influencer = await makeAccount(database.db, { accountType: 1, isInfluencer: true });
    const { account, membership, caller } = await makeHolder();
    const { purchaseId } = await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    const listCommissions = (id: string) =>
      database.db
        .selectFrom('commissions')
        .innerJoin('payments', 'payments.id', 'commissions.paymentId')
        .select('commissions.amountCents')
        .where('payments.purchaseId', '=', id)
        .execute();
    expect(await listCommissions(purchaseId)).toEqual([]);
    const sale = await caller.checkout.buyCard(
      makeCardPurchase({ buyAnother: true, email: account.email, reference: influencer.id }),
    );
    expect(await listCommissions(sale.purchaseId)).toEqual([{ amountCents: 999 }]);
  });

  it('cannot be bought before the last card was sent or while another is queued', async () => {
    const { account, membership, caller } = await makeHolder();
    const newMembership = await makeMembership(database.db, { accountId: account.id });
    await expect(
      caller.physicalCards.buyReplacement(makeReplacementInput(newMembership)),
    ).rejects.toMatchObject({
      cause: { code: 'CARD_NOT_SENT' },
    });
    await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    await expect(caller.physicalCards.buyReplacement(makeReplacementInput(membership))).rejects.toMatchObject(
      {
        message: 'You can order a replacement once we’ve sent your card.',
      },
    );
    const waitingRequest = await database.db
      .selectFrom('physicalCardRequests')
      .select('id')
      .where('membershipId', '=', membership.id)
      .where('sentAt', 'is', null)
      .executeTakeFirstOrThrow();
    await sendCards(checkout().deps, [waitingRequest.id], NO_AUTHOR);
    const next = await caller.physicalCards.buyReplacement(makeReplacementInput(membership));
    expect(next.status).toBe('paid');
  });

  it('is refused for a membership that has ended', async () => {
    const { membership, caller } = await makeHolder({ subscription: { status: 'unpaid' } });
    await expect(caller.physicalCards.buyReplacement(makeReplacementInput(membership))).rejects.toThrow(
      'The membership is invalid. For more info, please contact us.',
    );
  });

  it('[D2] refuses a price that differs from the catalog’s, and charges nothing', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership, { shownTotalCents: 999 });
    await expect(caller.physicalCards.buyReplacement(input)).rejects.toThrow('The price has changed');
    await expect(
      caller.physicalCards.buyReplacement(makeReplacementInput(membership, { token: 'none' })),
    ).rejects.toThrow('The debit/credit card that was used is invalid.');
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(1);
  });

  it('[D9] is bought only by the owner, or by a guest with the receipt’s link', async () => {
    const { membership } = await makeHolder();
    const stranger = checkout().caller(await makeAccount(database.db));
    await expect(stranger.physicalCards.buyReplacement(makeReplacementInput(membership))).rejects.toThrow(
      'No Membership Found',
    );
    const guestCard = await makeSentCard(database.db);
    const link = await cardRequestLink(checkout().deps, database.db, guestCard.number);
    const key = new URLSearchParams(new URL(link).hash.slice(1)).get('key');
    const result = await checkout()
      .caller(null)
      .physicalCards.buyReplacement(makeReplacementInput(guestCard, { key }));
    expect(result.status).toBe('paid');
    expect(await checkout().findPurchase(result.purchaseId)).toMatchObject({
      accountId: null,
      email: 'maria@example.com',
    });
  });
});

describe('[D18] a replacement card’s charge', () => {
  it('is made once for twenty identical concurrent submissions', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership);
    const results = await Promise.all(
      Array.from({ length: 20 }, () => caller.physicalCards.buyReplacement(input)),
    );
    expect(new Set(results.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    expect(await checkout().listCharges(String(results[0]?.purchaseId))).toHaveLength(1);
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);
  });

  it('[D54] is made once for tabs with different keys', async () => {
    const { membership, caller } = await makeHolder();
    const results = await Promise.all(
      Array.from({ length: 6 }, () => caller.physicalCards.buyReplacement(makeReplacementInput(membership))),
    );
    expect(new Set(results.map(({ purchaseId }) => purchaseId)).size).toBe(1);
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);
    const paidPurchases = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('kind', '=', 'card-replacement')
      .where('accountId', '=', membership.accountId)
      .execute();
    const charges = await Promise.all(paidPurchases.map(({ id }) => checkout().listCharges(id)));
    expect(charges.flat()).toHaveLength(1);
  });

  it('[S8 purchase] shows the bank’s message if the card is declined, and the next card is attempt 2', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership);
    for (const token of ['tok_chargeDeclined', 'tok_chargeCustomerFail']) {
      await expect(caller.physicalCards.buyReplacement({ ...input, token })).rejects.toMatchObject({
        message: expect.stringMatching(/declined/),
        cause: { code: 'CARD_DECLINED' },
      });
    }
    const { purchaseId } = await caller.physicalCards.buyReplacement(input);
    expect(await checkout().findPurchase(purchaseId)).toMatchObject({ status: 'paid', attempt: 3 });
    expect(await checkout().listCharges(purchaseId)).toHaveLength(1);
  });

  it('[D43] is found after every Stripe response was lost', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership);
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
    await expect(caller.physicalCards.buyReplacement(input)).rejects.toMatchObject({
      cause: { code: 'PAYMENT_UNCONFIRMED' },
    });
    await checkout().sandbox.control.clearFaults();
    const pendingPurchase = await purchaseByKey(input.idempotencyKey);
    expect(pendingPurchase).toMatchObject({ status: 'pending', providerPaymentId: null });
    await setDatabaseClock(60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    expect(await checkout().findPurchase(pendingPurchase.id)).toMatchObject({ status: 'paid' });
    expect(await checkout().listCharges(pendingPurchase.id)).toHaveLength(1);
    expect(await caller.physicalCards.buyReplacement(input)).toEqual({
      status: 'paid',
      purchaseId: pendingPurchase.id,
    });
  });

  it('is refunded if its amount differs', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership);
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
    await expect(caller.physicalCards.buyReplacement(input)).rejects.toThrow();
    await checkout().sandbox.control.clearFaults();
    const { id } = await purchaseByKey(input.idempotencyKey);
    await database.db.updateTable('purchases').set({ totalCents: 900 }).where('id', '=', id).execute();
    await setDatabaseClock(60_000);
    await sweepPurchases(checkout().deps);
    await setDatabaseClock(0);
    expect(await checkout().findPurchase(id)).toMatchObject({ status: 'refunded' });
    expect(await checkout().listCharges(id)).toEqual([]);
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(1);
    checkout().log.takeFaults();
  });

  it('is refunded if another card joined the queue in the meantime', async () => {
    const { membership, caller } = await makeHolder();
    const input = makeReplacementInput(membership, { token: 'tok_threeDSecure2Required' });
    const challengedPurchase = await caller.physicalCards.buyReplacement(input);
    if (challengedPurchase.status !== 'requires_action') throw new Error(challengedPurchase.status);
    await database.db
      .insertInto('physicalCardRequests')
      .values({
        id: challengedPurchase.purchaseId,
        membershipId: membership.id,
        isReplacement: true,
        recipient: 'Maria Gomez',
        email: 'maria@example.com',
        street1: '1 A St',
        street2: null,
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
        requestedAt: new Date(),
        sentAt: null,
      })
      .execute();
    await authenticate(challengedPurchase.clientSecret, 'succeeded');
    await expect(
      caller.checkout.confirmCard({ purchaseId: challengedPurchase.purchaseId }),
    ).rejects.toMatchObject({
      message: 'Another card for this membership is already on its way. We returned your payment.',
      cause: { code: 'CHARGE_RETURNED' },
    });
    expect(await checkout().findPurchase(challengedPurchase.purchaseId)).toMatchObject({
      status: 'refunded',
    });
    expect(await checkout().listCharges(challengedPurchase.purchaseId)).toEqual([]);
    expect(await listCardRequests(database.db, membership.id)).toHaveLength(2);

    const retry = caller.physicalCards.buyReplacement({ ...input, token: 'tok_visa' });
    await expect(retry).rejects.toMatchObject({ cause: { code: 'CARD_NOT_SENT' } });
    expect(await checkout().listCharges(challengedPurchase.purchaseId)).toEqual([]);
  });
});
