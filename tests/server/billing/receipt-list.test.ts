import { describe, expect, it } from 'vitest';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { cardRequestLink } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompanyWithCards, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';
import { makeReplacementInput, setPrintedCards } from '#tests/helpers/purchases/physical-card.ts';
import { sortAmounts, summarize, testReceipts } from '#tests/helpers/purchases/receipt-list.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const {
  database,
  clock,
  checkout,
  advance,
  buyAsMember,
  readReceipts,
  readPage,
  readLedgerAmounts,
  ...helpers
} = testReceipts();
const { findCharge, refund } = helpers;

describe('the list of receipts', () => {
  it('has what an account bought and renewed, newest first, each with a page and a PDF', async () => {
    const { account, purchaseId, sync } = await buyAsMember();
    await advance({ months: 1 });
    await sync();
    const receipts = await readReceipts(account);
    expect(summarize(receipts)).toEqual([
      ['payment', 'Individual Membership', 4995, 0],
      ['payment', 'Individual Membership, Physical Card', 5995, 0],
    ]);
    expect(receipts[1]).toMatchObject({ id: purchaseId, period: { end: receipts[0]?.period?.start } });
    expect(sortAmounts(receipts)).toEqual(await readLedgerAmounts(account));
    const renewalPage = await readPage(account, receipts[0]);
    expect(renewalPage.words).toContain('Individual Membership $49.95 Total paid $49.95');
    expect(renewalPage.words).not.toContain('Physical Card');
    const visitor = await checkout().visitor(account);
    for (const { id } of receipts) {
      const pdf = await visitor.get(`/api/receipt?id=${id}&format=pdf`);
      expect(pdf.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    }
  });

  it('names the card that paid, also after it was replaced', async () => {
    const { account, purchaseId, sync } = await buyAsMember();
    const { providerCustomerId } = await checkout().findPurchase(purchaseId);
    await checkout().sandbox.control.changeCard(String(providerCustomerId), '5555555555554444');
    await advance({ months: 1 });
    await sync();
    const [renewal, first] = await readReceipts(account);
    expect((await readPage(account, renewal)).words).toContain('Paid with Mastercard ending in 4444');
    expect((await readPage(account, first)).words).toContain('Paid with Visa ending in 4242');
  });

  it('has a guest’s purchase and replacement card after the membership was claimed', async () => {
    const input = makeCardPurchase();
    const guest = checkout().caller();
    const { purchaseId } = await guest.checkout.buyCard(input);
    const { number } = await database.db
      .selectFrom('memberships')
      .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
      .select('memberships.number')
      .where('subscriptions.purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
    await setPrintedCards(database.db, number, true);
    const cardLink = new URL(await cardRequestLink(checkout().deps, database.db, number));
    const key = new URLSearchParams(cardLink.hash.slice(1)).get('key');
    await guest.physicalCards.buyReplacement(makeReplacementInput({ number }, { key }));
    const account = await makeAccount(database.db);
    expect(await readReceipts(account)).toEqual([]);
    const claimLink = await findMailLink(checkout(), input.email, 'claimUrl');
    const token = new URLSearchParams(claimLink.hash.slice(1)).get('token') ?? '';
    await checkout().caller(account).claims.claim({ token });
    const receipts = await readReceipts(account);
    expect(summarize(receipts)).toEqual([
      ['payment', 'Physical Card replacement', 1000, 0],
      ['payment', 'Individual Membership', 4995, 0],
    ]);
    for (const receipt of receipts)
      expect(await readPage(account, receipt)).toMatchObject({ statusCode: 200 });
  });

  it('has a business plan’s payments, and a free period at no charge', async () => {
    const account = await makeAccount(database.db);
    const { code } = await makePromoCode(database.db, { percentOff: 100, amountOff: null, isFree: true });
    const caller = checkout().caller(account);
    await caller.businessPlans.purchase(businessPlanPurchase({ plan: 6 }));
    clock.now = new Date(clock.now.getTime() + 1_000);
    await caller.checkout.buyCard(makeCardPurchase({ discountCode: code, token: 'none' }));
    const receipts = await readReceipts(account);
    expect(summarize(receipts)).toEqual([
      ['payment', 'Individual Membership', 0, 0],
      ['payment', 'Social Business', 19_980, 0],
    ]);
    expect((await readPage(account, receipts[0])).words).toContain('Total paid $0.00');
  });

  it('has a company’s cards, added cards, and renewals', async () => {
    const { account, caller, purchaseId } = await makeCompanyWithCards(database.db, checkout());
    await advance({ days: 30 });
    await caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(1) }));
    await advance({ months: 12 });
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    await syncSubscription(checkout().deps, String(providerSubscriptionId));
    const receipts = await readReceipts(account);
    expect(receipts.map(({ description }) => description)).toEqual([
      'Corporate Individual Card × 5',
      expect.stringMatching(/^Corporate Individual Card/),
      'Corporate Individual Card × 5',
    ]);
    expect(sortAmounts(receipts)).toEqual(await readLedgerAmounts(account));
  });

  it('has several pages of a member who paid for three years', async () => {
    const { account, sync } = await buyAsMember();
    const other = await buyAsMember();
    for (let month = 1; month <= 36; month++) await advance(PAST_NEXT_RENEWAL);
    await sync();
    await other.sync();
    const receipts = await readReceipts(account);
    expect(receipts).toHaveLength(37);
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(37);
    const times = receipts.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(sortAmounts(receipts)).toEqual(await readLedgerAmounts(account));
  });
});

describe('a stranger', () => {
  it('finds no receipt of another account, as a page or a PDF, and an empty list', async () => {
    const { account, purchaseId, sync } = await buyAsMember();
    await advance({ months: 1 });
    await sync();
    await refund(await findCharge(purchaseId), 500);
    const receipts = await readReceipts(account);
    expect(receipts).toHaveLength(3);
    const stranger = await makeAccount(database.db);
    expect(await readReceipts(stranger)).toEqual([]);
    for (const person of [stranger, null]) {
      const visitor = await checkout().visitor(person);
      for (const { id } of receipts) {
        for (const url of [`/api/receipt?id=${id}`, `/api/receipt?id=${id}&format=pdf`]) {
          const response = await visitor.get(url);
          expect(response.statusCode).toBe(404);
          expect(response.json()).toEqual({ error: 'Receipt not found' });
        }
      }
    }
  });
});
