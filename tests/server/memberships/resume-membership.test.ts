import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { buildTestApp, NO_LIMITS } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { serveSilence } from '#tests/helpers/fakes/silent-stripe.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const sentMail = z.object({ mail: z.string(), to: z.string() });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function buyMembership() {
  const account = await makeAccount(database.db);
  const caller = checkout().caller(account);
  const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase());
  const providerId = String((await checkout().findPurchase(purchaseId)).providerSubscriptionId);
  const find = async () => {
    const [membership] = await caller.memberships.mine();
    if (!membership) throw new Error('The account has no membership');
    return membership;
  };
  const { number } = await find();
  return {
    account,
    caller,
    number,
    find,
    sync: () => syncSubscription(checkout().deps, providerId),
    atStripe: () => checkout().deps.stripe.subscriptions.retrieve(providerId),
    mails: () =>
      checkout()
        .jobs.of('mail')
        .map((job) => sentMail.parse(job))
        .flatMap(({ to, mail }) => (to === account.email && mail !== 'receipt' ? [mail] : [])),
    readReason: async () => {
      const { cancelReason } = await database.db
        .selectFrom('subscriptions')
        .select('cancelReason')
        .where('purchaseId', '=', purchaseId)
        .executeTakeFirstOrThrow();
      return cancelReason;
    },
  };
}

describe('a canceled membership that its owner resumes', () => {
  test('renews again, also at Stripe, and the owner gets one email per change', async () => {
    const { caller, number, find, sync, atStripe, mails, readReason } = await buyMembership();
    const { nextChargeAt } = await find();
    await caller.memberships.cancel({ number, reason: 'rarely-used' });
    expect(await find()).toMatchObject({ canceled: true, canResume: true, nextChargeAt: null });
    expect(await readReason()).toBe('rarely-used');

    expect(await Promise.all([1, 2, 3].map(() => caller.memberships.resume({ number })))).toEqual([
      true,
      true,
      true,
    ]);
    expect(await find()).toMatchObject({ canceled: false, canResume: false, canCancel: true, nextChargeAt });
    expect(await atStripe()).toMatchObject({ cancel_at_period_end: false, canceled_at: null });
    expect(await readReason()).toBeNull();

    // Stripe's times have no milliseconds, so cancel again at a clearly later time.
    now = await checkout().sandbox.control.advance({ days: 1 });
    await caller.memberships.cancel({ number });
    await caller.memberships.resume({ number });
    const [canceled, resumed] = ['membership-cancelled', 'membership-resumed'];
    expect(mails()).toEqual([canceled, resumed, canceled, resumed]);

    now = await checkout().sandbox.control.advance({ months: 1 });
    await sync();
    expect(await find()).toMatchObject({ state: 'active', lastCharge: { amountCents: 4995 } });
    expect((await find()).nextChargeAt?.getTime()).toBeGreaterThan(now.getTime());
  });

  test('stays the same if it isn’t canceled', async () => {
    const { caller, number, find, mails } = await buyMembership();
    const before = await find();
    expect(await caller.memberships.resume({ number })).toBe(true);
    expect(await find()).toEqual(before);
    expect(mails()).toEqual([]);
  });

  test('can’t be resumed after it has ended', async () => {
    const { caller, number, find, sync } = await buyMembership();
    await caller.memberships.cancel({ number });
    now = await checkout().sandbox.control.advance({ months: 1 });
    const endedMessage = 'This membership has ended, so it can’t be resumed.';
    // Stripe has ended it, but its webhook hasn't arrived.
    await expect(caller.memberships.resume({ number })).rejects.toThrow(endedMessage);
    await sync();
    expect(await find()).toMatchObject({ canResume: false, isCurrent: false });
    await expect(caller.memberships.resume({ number })).rejects.toThrow(endedMessage);
  });

  test('[D25] can’t be resumed if it is a free period', async () => {
    const account = await makeAccount(database.db);
    const subscription = { providerId: null, canceledAt: now, periodEnd: new Date(now.getTime() + 60_000) };
    const { number } = await makeMembership(database.db, { accountId: account.id, subscription });
    const caller = checkout().caller(account);
    expect(await caller.memberships.mine()).toMatchObject([{ canResume: false }]);
    await expect(caller.memberships.resume({ number })).rejects.toThrow('it can’t be resumed');
  });

  test('can’t be resumed by an employee whose company canceled it', async () => {
    const account = await makeAccount(database.db);
    const on = { accountId: account.id, planId: 3, subscription: { canceledAt: now } };
    const { number } = await makeMembership(database.db, on);
    await expect(checkout().caller(account).memberships.resume({ number })).rejects.toThrow(
      'You don’t have permission to do this.',
    );
  });

  test('stays canceled if Stripe does not answer, and the owner is asked to try again', async () => {
    const { account, caller, number, find } = await buyMembership();
    await caller.memberships.cancel({ number });
    const stripe = createStripe({
      secretKey: 'sk_test_1',
      apiUrl: `http://127.0.0.1:${await serveSilence()}`,
    });
    const app = await buildTestApp(database.db, { stripe, limits: NO_LIMITS, now: () => now });
    await expect(app.caller(account).memberships.resume({ number })).rejects.toThrow(
      'We couldn’t confirm the change yet. Please try again in a minute.',
    );
    expect(await find()).toMatchObject({ canceled: true });
    await app.close();
  });
});
