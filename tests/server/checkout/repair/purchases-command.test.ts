import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { purchasesCommand } from '#server/app/cli/commands/purchases.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { losePurchase } from '#tests/helpers/purchases/lost-purchase.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';
import { newBuyer, newProduct, subscriptionParams } from '../../integrations/stripe-sandbox/purchases.ts';

const database = seededTestDb();
const { checkout, now, advance, find, sell } = testReconciliation(database);

function run(...args: string[]) {
  const { deps } = checkout();
  const command = { ...deps, openJobs: async () => deps.jobs, openServer: async () => deps };
  return executeCommand(purchasesCommand, command, args);
}

const findKinds = async () => (await find(2)).map(({ kind }) => kind);

const findAuditRows = (subject: string) =>
  database.db
    .selectFrom('auditLog')
    .select(['action', 'reason', 'actorId'])
    .where('subject', '=', subject)
    .execute();

const purchaseRow = (id: string) =>
  database.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const findMembership = (purchaseId: string) =>
  database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select([
      'memberships.firstname',
      'memberships.lastname',
      'memberships.accountId',
      'subscriptions.endedAt',
    ])
    .where('subscriptions.purchaseId', '=', purchaseId)
    .executeTakeFirst();

/** Creates a purchase in the state that a crash after Stripe's charge leaves: open and not fulfilled. */
async function sellUnsettled() {
  const soldCard = await sell();
  const row = await purchaseRow(soldCard.purchaseId);
  await losePurchase(database.db, soldCard.purchaseId);
  await database.db
    .insertInto('purchases')
    .values({
      ...row,
      cart: JSON.stringify(row.cart),
      quote: JSON.stringify(row.quote),
      status: 'pending',
      settledAt: null,
      providerSubscriptionId: null,
    })
    .execute();
  return soldCard;
}

describe('npm run purchases -- settle', () => {
  it('settles a purchase that Stripe charged but we left pending', async () => {
    const { purchaseId, chargeId } = await sellUnsettled();
    expect(await findKinds()).toContain('unrecorded-charge');
    expect(await run('settle', chargeId, '--reason', 'Lost answer')).toMatchObject({
      exitCode: 0,
      output: `Purchase ${purchaseId} is paid.`,
    });
    expect(await findMembership(purchaseId)).toMatchObject({ firstname: 'Ann' });
    expect(await findAuditRows(`purchase:${purchaseId}`)).toEqual([
      { action: 'purchase.settle', reason: 'Lost answer', actorId: null },
    ]);
    expect(await findKinds()).toEqual([]);
  });

  it('records a renewal, a refund, and a cancellation whose webhooks were lost', async () => {
    const { purchaseId, chargeId, subscriptionId } = await sell();
    await checkout().deps.stripe.refunds.create({ charge: chargeId, amount: 500 });
    await checkout().deps.stripe.subscriptions.cancel(subscriptionId);
    expect((await findKinds()).toSorted()).toEqual(['refund-differs', 'subscription-differs']);
    await run('settle', purchaseId);
    expect(await findKinds()).toEqual([]);
    expect((await findMembership(purchaseId))?.endedAt).not.toBeNull();
  });

  it('releases a promo code that a failed purchase still holds', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 10 });
    const { purchaseId } = await sell({ discountCode: code });
    await database.db
      .updateTable('promoHolds')
      .set({ status: 'held' })
      .where('purchaseId', '=', purchaseId)
      .execute();
    expect(await findKinds()).toEqual(['leaked-hold']);
    await run('settle', purchaseId);
    expect(await findKinds()).toEqual([]);
  });
});

describe('npm run purchases -- fail', () => {
  it('fails an open purchase for which Stripe received no money', async () => {
    const result = await checkout()
      .caller()
      .checkout.buyCard(makeCardPurchase({ token: 'tok_threeDSecure2Required' }));
    const { purchaseId } = result;
    await database.db
      .updateTable('purchases')
      .set({ attemptStartedAt: new Date(now().getTime() - 7_200_000) })
      .where('id', '=', purchaseId)
      .execute();
    expect(await findKinds()).toContain('unfinished-purchase');
    expect(await run('fail', purchaseId)).toMatchObject({ output: `Purchase ${purchaseId} is failed.` });
    expect(await findKinds()).toEqual([]);
    expect(await findAuditRows(`purchase:${purchaseId}`)).toMatchObject([{ action: 'purchase.fail' }]);
  });

  it('refuses if Stripe has charged, or if the membership is in use', async () => {
    const [unsettled, used] = [await sellUnsettled(), await sell()];
    expect(await run('fail', unsettled.purchaseId)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('Stripe has charged'),
    });
    expect(await run('fail', used.subscriptionId)).toMatchObject({ exitCode: 1 });
    expect(await findAuditRows(`purchase:${used.purchaseId}`)).toEqual([]);
    await run('settle', unsettled.purchaseId);
    expect(await findKinds()).toEqual([]);
  });

  it('cancels a subscription that our database doesn’t know', async () => {
    const { purchaseId, chargeId, subscriptionId } = await sell();
    await checkout().deps.stripe.refunds.create({ charge: chargeId });
    await losePurchase(database.db, purchaseId);
    expect(await findKinds()).toEqual(['orphaned-subscription']);
    expect(await run('fail', subscriptionId)).toMatchObject({ exitCode: 0 });
    expect(await findKinds()).toEqual([]);
    expect(await findAuditRows(`stripe:${subscriptionId}`)).toMatchObject([{ action: 'purchase.fail' }]);
  });
});

describe('npm run purchases -- refund', () => {
  it('refunds a charge without a purchase and cancels its subscription', async () => {
    const { purchaseId, chargeId, subscriptionId } = await sell();
    await losePurchase(database.db, purchaseId);
    expect(await findKinds()).toEqual(['charge-without-purchase']);
    expect(await run('refund', chargeId)).toMatchObject({ output: `Refunded $49.95 of ${chargeId}.` });
    expect((await checkout().deps.stripe.subscriptions.retrieve(subscriptionId)).status).toBe('canceled');
    expect(await findKinds()).toEqual([]);
  });

  it('[D55] refunds in part, or in full while keeping the membership, and records who did it', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { purchaseId } = await sell();
    expect(await run('refund', purchaseId, '--amount', '5.00')).toMatchObject({ exitCode: 0 });
    const rest = await run(
      'refund',
      purchaseId,
      '--keep-membership',
      '--by',
      staff.email,
      '--reason',
      'Goodwill',
    );
    expect(rest.output).toContain('Refunded $44.95');
    expect(await findMembership(purchaseId)).toMatchObject({ endedAt: null });
    expect(await findAuditRows(`purchase:${purchaseId}`)).toEqual([
      { action: 'purchase.refund', reason: null, actorId: null },
      { action: 'purchase.refund', reason: 'Goodwill', actorId: staff.id },
    ]);
    expect(await findKinds()).toEqual([]);
    expect(await run('refund', purchaseId)).toMatchObject({ exitCode: 1 });
  });
});

describe('npm run purchases -- adopt', () => {
  it('recreates a guest’s membership, and the emailed link gives it an owner and a name', async () => {
    const { purchaseId, chargeId, email } = await sell();
    await losePurchase(database.db, purchaseId);
    expect(await run('adopt', chargeId)).toMatchObject({
      output: expect.stringContaining(`${purchaseId} is paid`),
    });
    expect(await findKinds()).toEqual([]);
    expect(await findAuditRows(`stripe:${chargeId}`)).toMatchObject([{ action: 'purchase.adopt' }]);
    expect(await findMembership(purchaseId)).toMatchObject({ firstname: '', accountId: null });

    const link = await findMailLink(checkout(), email, 'claimUrl');
    const token = new URLSearchParams(link.hash.slice(1)).get('token');
    const holder = await makeAccount(database.db, { firstname: 'Maria', lastname: 'Gomez' });
    await checkout()
      .caller(holder)
      .claims.claim({ token: String(token) });
    expect(await findMembership(purchaseId)).toMatchObject({
      firstname: 'Maria',
      lastname: 'Gomez',
      accountId: holder.id,
    });
    expect(await run('adopt', chargeId)).toMatchObject({ exitCode: 1 });
  });

  it('restores an account’s membership with its name and all renewals', async () => {
    const owner = await makeAccount(database.db, { firstname: 'Ada' });
    const { purchaseId, subscriptionId } = await sell({ requestedPhysicalCard: true }, owner);
    await advance({ months: 1 });
    await syncSubscription(checkout().deps, subscriptionId);
    await losePurchase(database.db, purchaseId);
    await run('adopt', subscriptionId);
    expect(await findMembership(purchaseId)).toMatchObject({ firstname: 'Ada', accountId: owner.id });
    const amounts = await database.db
      .selectFrom('payments')
      .select('amountCents')
      .where('purchaseId', '=', purchaseId)
      .orderBy('paidAt')
      .execute();
    expect(amounts.map(({ amountCents }) => amountCents)).toEqual([5995, 4995]);
  });

  it('adopts a subscription that staff created at Stripe, given a plan and an email', async () => {
    const { stripe } = checkout().deps;
    const plan = await newProduct(stripe, 'Individual');
    const { id } = await stripe.subscriptions.create(subscriptionParams(await newBuyer(stripe), { plan }));
    expect(await findKinds()).toEqual(['charge-without-purchase']);
    expect(await run('adopt', id)).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('Enter the plan'),
    });
    expect(await run('adopt', id, '--plan', '7')).toMatchObject({ exitCode: 1 });
    expect(await run('adopt', id, '--plan', '0', '--email', 'holder@example.com')).toMatchObject({
      exitCode: 0,
    });
    expect(await findKinds()).toEqual([]);
  });

  it('refuses a business plan, because Stripe doesn’t have enough data to recreate it', async () => {
    const owner = await makeAccount(database.db);
    const purchase = await checkout().caller(owner).businessPlans.purchase(businessPlanPurchase());
    const { providerSubscriptionId } = await purchaseRow(purchase.purchaseId);
    await losePurchase(database.db, purchase.purchaseId);
    expect(await run('adopt', String(providerSubscriptionId))).toMatchObject({
      exitCode: 1,
      output: expect.stringContaining('everything that a business-plan purchase needs'),
    });
    await run('refund', String(providerSubscriptionId));
    expect(await findKinds()).toEqual([]);
  });
});

describe('npm run purchases -- show', () => {
  it('prints our side and Stripe’s side of a purchase, for any of its ids', async () => {
    const { purchaseId, chargeId, subscriptionId } = await sell();
    await run('refund', chargeId, '--amount', '1', '--reason', 'A late card');
    for (const id of [purchaseId, chargeId, subscriptionId]) {
      const { output } = await run('show', id);
      expect(output).toContain(purchaseId);
      expect(output).toContain(`${chargeId}  succeeded  $49.95, $1.00 refunded`);
      expect(output).toContain('plan=0');
      expect(output).toContain('A late card');
    }
  });

  it('refuses unknown ids, actions, and accounts', async () => {
    expect(await run('show', randomUUID())).toMatchObject({ exitCode: 1 });
    expect(await run('show', 'ch_unknown')).toMatchObject({ exitCode: 1 });
    expect(await run('erase', randomUUID())).toMatchObject({ exitCode: 2 });
    const stranger = await makeAccount(database.db);
    expect(await run('settle', randomUUID(), '--by', stranger.email)).toMatchObject({ exitCode: 1 });
  });
});
