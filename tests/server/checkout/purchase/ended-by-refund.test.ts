import { beforeEach, describe, expect, it, vi } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import {
  issueApplePass,
  refreshWalletPasses,
} from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { AppError } from '#server/lib/errors.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const control = () => checkout().sandbox.control;
const refunds = () => checkout().deps.stripe.refunds;

beforeEach(async () => {
  now = await control().now();
});

/** Buys an individual card for 49.95 with a physical card for 10.00. */
async function buy() {
  const account = await makeAccount(database.db);
  const input = makeCardPurchase({ requestedPhysicalCard: true });
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(input);
  const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
  const subscription = String(providerSubscriptionId);
  const findOwnMembership = async () => (await checkout().caller(account).memberships.mine())[0];
  const number = String((await findOwnMembership())?.number);
  const findCharges = async () =>
    (await control().charges()).filter((charge) => charge.metadata.purchase === purchaseId);
  return {
    account,
    email: account.email,
    number,
    subscription,
    findOwnMembership,
    charges: async () => (await findCharges()).map(({ id }) => id).reverse(),
    charge: String((await findCharges())[0]?.id),
    renew: async () => {
      now = await control().advance({ months: 1 });
      await syncSubscription(checkout().deps, subscription);
    },
    verify: () => checkout().caller(null).verification.find({ number }),
    stripeStatus: async () => (await checkout().deps.stripe.subscriptions.retrieve(subscription)).status,
  };
}

const sync = (charge: string) => syncCharge(checkout().deps, charge);
const findMails = (mail: string, to: string) =>
  checkout()
    .jobs.of('mail')
    .filter((job) => typeof job === 'object' && job !== null && 'mail' in job && job.mail === mail)
    .filter((job) => JSON.stringify(job).includes(to));

describe('[D55] a refund', () => {
  it('of the current period ends the membership immediately in every view, and nothing more is charged', async () => {
    const card = await buy();
    await issueApplePass(checkout().deps, card.account.id, card.number);
    await refreshWalletPasses(checkout().deps);
    const pushCount = checkout().jobs.of('push-wallet-pass').length;
    // Refund the plan, but not the 10.00 for the physical card.
    await refunds().create({ charge: card.charge, amount: 4995 });
    await sync(card.charge);
    await sync(card.charge);

    expect(await card.stripeStatus()).toBe('canceled');
    const endedState = { status: 'canceled', state: 'canceled', updatedStatus: 'invalid', canceled: true };
    expect(await card.verify()).toMatchObject({ ...endedState, periodEnd: now });
    expect(await card.findOwnMembership()).toMatchObject({
      ...endedState,
      periodEnd: now,
      nextChargeAt: null,
    });
    await refreshWalletPasses(checkout().deps);
    expect(checkout().jobs.of('push-wallet-pass').length).toBe(pushCount + 1);
    expect(findMails('plan-ended', card.email)).toHaveLength(1);
    await card.renew();
    expect(await card.charges()).toHaveLength(1);
  });

  it('ends the membership only after several refunds add up to the price', async () => {
    const card = await buy();
    await refunds().create({ charge: card.charge, amount: 4000 });
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', canceled: false });
    expect(findMails('plan-ended', card.email)).toEqual([]);
    await refunds().create({ charge: card.charge, amount: 995 });
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'invalid', canceled: true });
  });

  it('of an earlier period keeps the membership', async () => {
    const card = await buy();
    await card.renew();
    await refunds().create({ charge: card.charge });
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', canceled: false });
  });

  it.each(['refund', 'payment'])('keeps the membership if staff marked the %s', async (marked) => {
    const card = await buy();
    const metadata = { keep_membership: 'yes' };
    const { payment_intent } = await checkout().deps.stripe.charges.retrieve(card.charge);
    if (marked === 'payment')
      await checkout().deps.stripe.paymentIntents.update(String(payment_intent), { metadata });
    await refunds().create({ charge: card.charge, ...(marked === 'refund' ? { metadata } : {}) });
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', canceled: false });
    expect(await card.findOwnMembership()).toMatchObject({ summary: { kind: 'renewing' } });
    await card.renew();
    expect(await card.charges()).toHaveLength(2);
  });

  it('counts if it is made before the purchase settles', async () => {
    const { deps } = checkout();
    const input = makeCardPurchase();
    await control().fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await expect(checkout().caller(null).checkout.buyCard(input)).rejects.toThrow();
    await control().clearFaults();
    const [charge] = await control().charges();
    await refunds().create({ charge: String(charge?.id) });
    // Stripe responds to the job's first request, but not to the one that would settle the purchase.
    const id = String(charge?.subscription);
    const expanded = { expand: ['latest_invoice', 'latest_invoice.confirmation_secret'] };
    const answer = await deps.stripe.subscriptions.retrieve(id, expanded);
    const retrieve = vi.spyOn(deps.stripe.subscriptions, 'retrieve');
    retrieve.mockResolvedValueOnce(answer).mockRejectedValueOnce(new AppError('PAYMENT_UNCONFIRMED'));
    await sync(String(charge?.id));
    retrieve.mockRestore();
    expect(checkout().jobs.of('sync-charge')).toEqual([{ chargeId: charge?.id }]);
    await syncSubscription(deps, id);
    await sync(String(charge?.id));
    const { status, membership } = await database.db
      .selectFrom('purchases')
      .innerJoin('subscriptions', 'subscriptions.purchaseId', 'purchases.id')
      .select(['purchases.status', 'subscriptions.status as membership'])
      .where('purchases.idempotencyKey', '=', String(input.idempotencyKey))
      .executeTakeFirstOrThrow();
    expect({ status, membership }).toEqual({ status: 'paid', membership: 'canceled' });
  });
});

describe('[D55][S7 getMembershipByMembershipID] the GraphQL API', () => {
  const QUERY = `query ($membershipID: String!) {
    getMembershipByMembershipID(membershipID: $membershipID) { status canceled canceled_at period_end updatedStatus }
    findMembershipWithLatestSale(membershipID: $membershipID) { membership { current_period_end status } }
    getMembershipsForUser { status canceled period_end } }`;

  it.each(['refund', 'lost dispute'])('shows a membership that a %s ended as ended today', async (cause) => {
    const card = await buy();
    if (cause === 'refund') await refunds().create({ charge: card.charge });
    else await control().closeDispute(await control().dispute(card.charge), 'lost');
    await sync(card.charge);
    const today = now.toISOString();
    const visitor = await checkout().visitor(card.account);
    const { data } = await visitor.graphql(QUERY, { membershipID: card.number });
    const endedState = { status: 'canceled', canceled: true };
    expect(data).toEqual({
      getMembershipByMembershipID: {
        ...endedState,
        // This is the time of Stripe's clock, which may be a second ahead.
        canceled_at: expect.any(String),
        period_end: today,
        updatedStatus: 'invalid',
      },
      findMembershipWithLatestSale: { membership: { current_period_end: today, status: 'canceled' } },
      getMembershipsForUser: [{ ...endedState, period_end: today }],
    });
  });
});

describe('[D55] a dispute', () => {
  it('emails staff the deadline once, and the membership keeps working', async () => {
    const card = await buy();
    const dispute = await control().dispute(card.charge);
    await sync(card.charge);
    await sync(card.charge);
    const { evidence_details } = await checkout().deps.stripe.disputes.retrieve(dispute);
    const dueBy = new Date(Number(evidence_details.due_by) * 1000).toISOString();
    expect(findMails('dispute-opened', dispute)).toMatchObject([
      { to: 'support@everythingcard.example', props: { amountCents: 5995, evidenceDueAt: dueBy } },
    ]);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', summary: { title: 'Active' } });
    expect(await card.findOwnMembership()).toMatchObject({ summary: { kind: 'disputed' } });
  });

  it('ends the membership immediately if it is lost, even about an earlier period', async () => {
    const card = await buy();
    await card.renew();
    const dispute = await control().dispute(card.charge);
    await sync(card.charge);
    await control().closeDispute(dispute, 'lost');
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({
      status: 'canceled',
      updatedStatus: 'invalid',
      canceled: true,
    });
    expect(await card.stripeStatus()).toBe('canceled');
    expect(await card.findOwnMembership()).toMatchObject({ summary: { kind: 'dispute-lost', until: now } });
    expect(findMails('plan-ended', card.email)).toHaveLength(1);
  });

  it('leaves the membership unchanged if it is won', async () => {
    const card = await buy();
    const dispute = await control().dispute(card.charge);
    await sync(card.charge);
    await control().closeDispute(dispute, 'won');
    await sync(card.charge);
    expect(await card.verify()).toMatchObject({ updatedStatus: 'active', canceled: false });
    await card.renew();
    expect(await card.charges()).toHaveLength(2);
  });
});
