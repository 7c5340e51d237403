import { describe, expect, test, vi } from 'vitest';
import { startCardChange } from '#server/domains/billing/card-change.service.ts';
import { getAccountPayer } from '#server/domains/billing/payer.service.ts';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { readBalanceTransactions } from '#server/domains/payments/balance-transaction.service.ts';
import { getPayUntil } from '#server/domains/payments/subscriptions/subscription.schema.ts';
import { findDiscrepancies } from '#server/domains/reconciliation/find-discrepancies.service.ts';
import { createRateLimiter } from '#server/platform/rate-limits/rate-limiter.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { completeAuthentication } from '#tests/helpers/fakes/complete-authentication.ts';
import {
  AUTHENTICATION_REQUIRED_CARD,
  type Bought,
  DECLINED_AFTER_CHECK_CARD,
  DECLINED_WHEN_CHARGED_CARD,
  GOOD_CARD,
  testBilling,
} from '#tests/helpers/purchases/billing.ts';

const { database, clock, checkout, buy, advanceOneMonth, billing, ...helpers } = testBilling();
const { buyOverdue, saveFor, billOf, chargesOf, stateOf, cardAtStripe, linkToken } = helpers;

const DAY_MS = 86_400_000;

/** Buys a second membership as a guest, and lets the account claim it. */
async function buyAnother({ id: accountId }: TestAccount): Promise<Bought> {
  const bought = await buy(null);
  await database.db.updateTable('subscriptions').set({ accountId }).where('id', '=', bought.id).execute();
  return bought;
}

describe('[D26] a refused renewal', () => {
  test('is a bill for 14 days, which a new card pays at once', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const [billed] = await ours.mine();
    expect(billed).toMatchObject({
      name: 'Individual membership',
      card: { brand: 'visa', last4: '0341' },
      nextChargeAt: null,
      bill: { amountCents: 4995, failedAt: clock.now, payUntil: getPayUntil(clock.now) },
    });
    expect(await stateOf(bought)).toBe('invalid');

    const setupIds = await saveFor(account);
    expect(await ours.changeCard({ setupIds, bills: billOf(bought) })).toEqual({ status: 'done' });
    expect(await stateOf(bought)).toBe('active');
    expect(await chargesOf(bought)).toHaveLength(2);
    const [paid] = await ours.mine();
    expect(paid).toMatchObject({
      bill: null,
      card: { brand: 'visa', last4: '4242', expiresAt: new Date('2035-01-01T00:00:00Z') },
      cardExpiresFirst: false,
    });

    // The next renewal is charged to the new card.
    await advanceOneMonth(bought);
    expect(await chargesOf(bought)).toHaveLength(3);
    expect(await stateOf(bought)).toBe('active');
    const [from, to] = [new Date(clock.now.getTime() - 90 * DAY_MS), new Date(clock.now.getTime() + DAY_MS)];
    const depsAtEnd = { ...checkout().deps, now: () => to };
    await readBalanceTransactions(depsAtEnd);
    expect(await findDiscrepancies(depsAtEnd, { from, to })).toEqual([]);
  });

  test.each([
    ['the response is lost', 'lose'],
    ['Stripe fails after charging', 'error-after'],
    ['Stripe fails before charging', 'error-before'],
  ] as const)('is charged once if %s and the member tries again', async (_, kind) => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const setupIds = await saveFor(account);
    // Fail more often than the SDK retries.
    await checkout().sandbox.control.fault({ kind, times: 3, match: 'POST /v1/invoices/:id/pay' });
    const change = { setupIds, bills: billOf(bought) };
    await expect(ours.changeCard(change)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await checkout().sandbox.control.clearFaults();

    const again = { setupIds: await saveFor(account), bills: billOf(bought) };
    expect(await ours.changeCard(again)).toEqual({ status: 'done' });
    expect(await ours.changeCard(again)).toEqual({ status: 'done' });
    expect(await chargesOf(bought)).toHaveLength(2);
    expect(await stateOf(bought)).toBe('active');
  });

  test('is paid once if two tabs pay at the same time', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const tabs = [await saveFor(account), await saveFor(account)];
    await Promise.all(tabs.map((setupIds) => ours.changeCard({ setupIds, bills: billOf(bought) })));
    expect(await chargesOf(bought)).toHaveLength(2);
    expect(await stateOf(bought)).toBe('active');
  });

  test('stays unpaid until the bank has confirmed the payment', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const change = { setupIds: await saveFor(account, AUTHENTICATION_REQUIRED_CARD), bills: billOf(bought) };
    for (const outcome of ['failed', 'succeeded'] as const) {
      const actionRequired = await ours.changeCard({
        ...change,
        setupIds: await saveFor(account, AUTHENTICATION_REQUIRED_CARD),
      });
      if (actionRequired.status !== 'requires_action') throw new Error('No authentication was required');
      expect(await stateOf(bought)).toBe('invalid');
      await completeAuthentication(checkout().sandbox.url, actionRequired.clientSecret, outcome);
    }
    expect(await ours.changeCard(change)).toEqual({ status: 'done' });
    expect(await chargesOf(bought)).toHaveLength(2);
    expect(await stateOf(bought)).toBe('active');
  });

  test('says that the card was declined if the bank confirmed the payment first', async () => {
    const { account, bought } = await buyOverdue();
    const change = { setupIds: await saveFor(account, DECLINED_AFTER_CHECK_CARD), bills: billOf(bought) };
    const actionRequired = await billing(account).changeCard(change);
    if (actionRequired.status !== 'requires_action') throw new Error('No authentication was required');
    await completeAuthentication(checkout().sandbox.url, actionRequired.clientSecret, 'succeeded');
    await expect(billing(account).changeCard(change)).rejects.toThrow('Your card was declined.');
    expect(await chargesOf(bought)).toHaveLength(1);
  });

  test('is never stored as overdue without a bill, even if it is paid while Stripe is being read', async () => {
    const { account, bought } = await buyOverdue();
    const { deps, sandbox } = checkout();
    const { invoices, subscriptions } = deps.stripe;
    await sandbox.control.changeCard(bought.customer, GOOD_CARD);
    const { data } = await invoices.list({ subscription: bought.providerId, status: 'open' });
    const retrieve = subscriptions.retrieve.bind(subscriptions);
    vi.spyOn(subscriptions, 'retrieve').mockImplementationOnce(async (id, params) => {
      const subscription = await retrieve(id, params);
      await invoices.pay(String(data[0]?.id));
      return subscription;
    });
    await syncSubscription(deps, bought.providerId);
    const [billed] = await billing(account).mine();
    expect(billed).toMatchObject({ bill: null, nextChargeAt: expect.any(Date) });
    expect(await stateOf(bought)).toBe('active');
  });

  test('stays open if the new card is declined, and every subscription keeps its card', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    await checkout().sandbox.control.changeCard(bought.customer, GOOD_CARD);
    const other = await buy(account);
    const setupIds = await saveFor(account, DECLINED_WHEN_CHARGED_CARD);
    await expect(ours.changeCard({ setupIds, bills: billOf(bought) })).rejects.toThrow(
      'Your card was declined.',
    );
    expect(await chargesOf(bought)).toHaveLength(1);
    expect([await cardAtStripe(other), await cardAtStripe(bought)]).toEqual(['4242', '4242']);
    expect(await stateOf(bought)).toBe('invalid');
  });

  test('is closed by a cancellation, which is reported before a card is sent to Stripe', async () => {
    const { account, bought } = await buyOverdue();
    const { memberships, billing: ours } = checkout().caller(account);
    const [membership] = await memberships.mine();
    await memberships.cancel({ number: String(membership?.number) });
    await expect(
      ours.startCardChange({ key: crypto.randomUUID(), subscriptionIds: [bought.id] }),
    ).rejects.toThrow('You canceled this in another window, so you don’t owe anything for it.');
  });

  test('gets no more new cards after too many declines, so that nobody can test stolen cards here', async () => {
    const { account } = await buyOverdue();
    const { deps } = checkout();
    const limits = createRateLimiter({ db: database.db, now: deps.now, log: deps.log });
    const payer = await getAccountPayer(deps, account.id);
    const start = () =>
      startCardChange({ ...deps, limits }, payer, { key: crypto.randomUUID(), subscriptionIds: [] });
    expect(await start()).toHaveLength(1);
    for (let declines = 0; declines < 10; declines++) await limits.takeKey('decline', payer.owner);
    await expect(start()).rejects.toMatchObject({ code: 'TOO_MANY_DECLINES' });
  });

  test('is never charged for more than the button showed', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const setupIds = await saveFor(account);
    const bills = { ...billOf(bought), totalCents: 4994 };
    await expect(ours.changeCard({ setupIds, bills })).rejects.toThrow('The amount due has changed');
    expect(await chargesOf(bought)).toHaveLength(1);
  });

  test('is never charged together with others for more than the button showed', async () => {
    const { deps, sandbox } = checkout();
    await sandbox.control.settings({ retryDays: [3, 5, 30], afterRetries: 'past_due' });
    const account = await makeAccount(database.db);
    const [bought, other] = [await buy(account), await buyAnother(account)];
    for (const { customer } of [bought, other])
      await sandbox.control.changeCard(customer, DECLINED_WHEN_CHARGED_CARD);
    await advanceOneMonth(bought);
    await syncSubscription(deps, other.providerId);
    const bills = { ...billOf(bought, other), totalCents: billOf(bought, other).totalCents - 1 };
    const change = { setupIds: await saveFor(account), bills };
    await expect(billing(account).changeCard(change)).rejects.toThrow('The amount due has changed');
    expect([...(await chargesOf(bought)), ...(await chargesOf(other))]).toHaveLength(2);
  });

  test('can no longer be paid after 14 days', async () => {
    const { account, bought } = await buyOverdue();
    const ours = billing(account);
    const [setupIds, token] = [await saveFor(account), await linkToken(bought)];
    clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
    expect((await ours.mine())[0]).toMatchObject({ bill: null });
    const change = { setupIds, bills: billOf(bought) };
    await expect(ours.changeCard(change)).rejects.toThrow('This bill can no longer be paid.');
    await endOverdueSubscriptions(checkout().deps);
    expect(await ours.mine()).toEqual([]);
    await expect(ours.changeCard(change)).rejects.toThrow('This bill can no longer be paid.');
    await expect(billing().linked({ token })).rejects.toThrow('This link doesn’t work');
    expect(await chargesOf(bought)).toHaveLength(1);
  });
});

describe('an account’s card', () => {
  test('replaces that of every subscription, also of one that was bought as a guest', async () => {
    const account = await makeAccount(database.db);
    const [own, claimed] = [await buy(account), await buyAnother(account)];
    expect(own.customer).not.toBe(claimed.customer);
    const ours = billing(account);
    const setupIds = await saveFor(account, '5555555555554444');
    expect(setupIds).toHaveLength(2);
    expect(await ours.changeCard({ setupIds, bills: null })).toEqual({ status: 'done' });
    expect([await cardAtStripe(own), await cardAtStripe(claimed)]).toEqual(['4444', '4444']);
    const ownBilling = await ours.mine();
    expect(ownBilling.map(({ card }) => card)).toEqual(
      Array(2).fill({ brand: 'mastercard', last4: '4444', expiresAt: new Date('2035-01-01T00:00:00Z') }),
    );
    const customer = await checkout().deps.stripe.customers.retrieve(own.customer);
    expect(customer).toMatchObject({ invoice_settings: { default_payment_method: expect.any(String) } });
  });

  test('is reported if it expires before the next charge', async () => {
    const account = await makeAccount(database.db);
    const { id } = await buy(account);
    const { periodEnd } = await database.db
      .selectFrom('subscriptions')
      .select('periodEnd')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const expire = (cardExpiresAt: Date) =>
      database.db.updateTable('subscriptions').set({ cardExpiresAt }).where('id', '=', id).execute();
    for (const [offsetMs, expected] of [
      [-1, true],
      [0, true],
      [1, false],
    ] as const) {
      await expire(new Date(periodEnd.getTime() + offsetMs));
      const [billed] = await billing(account).mine();
      expect(billed?.cardExpiresFirst).toBe(expected);
    }
  });

  test('cannot be changed with another account’s setup, nor pay another account’s bill', async () => {
    const { bought, account } = await buyOverdue();
    const stranger = await makeAccount(database.db);
    await buy(stranger);
    const ours = billing(stranger);
    expect((await ours.mine()).map(({ id }) => id)).not.toContain(bought.id);
    const stolenSetupIds = await saveFor(account);
    await expect(ours.changeCard({ setupIds: stolenSetupIds, bills: null })).rejects.toThrow('Not Found');
    const setupIds = await saveFor(stranger);
    await expect(ours.changeCard({ setupIds, bills: billOf(bought) })).rejects.toThrow(
      'This bill can no longer be paid.',
    );
    expect(await chargesOf(bought)).toHaveLength(1);
  });
});
