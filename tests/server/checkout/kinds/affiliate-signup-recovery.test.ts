import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { toAppError } from '#server/platform/trpc.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { affiliateSignup, makeSignupWithMembership } from '#tests/helpers/purchases/affiliate.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink } from '#tests/helpers/purchases/mails.ts';
import { signupBooks } from '#tests/helpers/purchases/signup-books.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
const { newAccount, referrer, signupsOf, purchasesOf, mailsTo, chargesOn } = signupBooks(database, checkout);

afterEach(async () => {
  await moveDatabaseClock(database.db, 0);
  await checkout().sandbox.control.clearFaults();
});

describe('[S4 affiliate signup] a signup with a membership', () => {
  test('is charged once for 20 concurrent submissions of one wizard and a later one', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const input = makeSignupWithMembership({ reference, purchaseMembership: 1, members: [{ name: 'Lee' }] });
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.affiliateSignup.join(input)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await caller.affiliateSignup.join(input)).toEqual(answers[0]);
    expect(await chargesOn(account)).toHaveLength(1);
    expect(await signupsOf(account.id)).toHaveLength(1);
    expect(await caller.memberships.mine()).toHaveLength(1);
    expect(mailsTo(account.email, 'affiliate-welcome')).toHaveLength(1);
    const forms = database.db.selectFrom('taxForms').select('id').where('accountId', '=', account.id);
    expect(await forms.execute()).toHaveLength(1);
  });

  test('[D40] is charged once for 20 submissions of an older client without a key', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account, { entryPoint: 'legacy' });
    const { idempotencyKey: _, ...input } = makeSignupWithMembership({ reference });
    const answers = await Promise.all(Array.from({ length: 20 }, () => caller.affiliateSignup.join(input)));
    expect(new Set(answers.map(({ signupId }) => signupId)).size).toBe(1);
    expect(await caller.affiliateSignup.join(input)).toEqual(answers[0]);
    expect(await chargesOn(account)).toHaveLength(1);
  });

  test('is charged once for 20 concurrent wizards', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => caller.affiliateSignup.join(makeSignupWithMembership({ reference }))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      expect(['PURCHASE_UNDER_WAY', 'ALREADY_SIGNED_UP']).toContain(toAppError(result.reason).code);
    }
    expect(await chargesOn(account)).toHaveLength(1);
    const signups = await signupsOf(account.id);
    expect(signups.filter(({ completedAt }) => completedAt !== null)).toHaveLength(1);
    expect(await caller.memberships.mine()).toHaveLength(1);
  });

  test('is charged once if one tab has an open bank check and another one pays', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const challengedSignup = await caller.affiliateSignup.join(
      makeSignupWithMembership({ reference, token: 'tok_threeDSecure2Required' }),
    );
    if (challengedSignup.status !== 'requires_action') throw new Error('The bank requested no check');
    expect(challengedSignup.clientSecret).toMatch(/_secret_/);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 0 });
    expect(await caller.affiliateSignup.join(makeSignupWithMembership({ reference }))).toMatchObject({
      status: 'done',
    });
    expect(
      (await captureError(caller.checkout.confirmCard({ purchaseId: challengedSignup.purchaseId }))).code,
    ).toBe('PURCHASE_INTERRUPTED');
    expect(await chargesOn(account)).toHaveLength(1);
  });

  test('gives the paid membership even if the account signed up without one before the charge completed', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const input = makeSignupWithMembership({ reference });
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    expect((await captureError(caller.affiliateSignup.join(input))).code).toBe('PAYMENT_UNCONFIRMED');
    await checkout().sandbox.control.clearFaults();
    const withoutMembership = await caller.affiliateSignup.join(
      affiliateSignup({ role: 'educator', reference }),
    );
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    expect(await purchasesOf(account.id)).toMatchObject([{ status: 'paid' }]);
    const completedSignups = (await signupsOf(account.id)).filter(({ completedAt }) => completedAt !== null);
    expect(completedSignups).toMatchObject([{ id: withoutMembership.signupId }]);
    expect(await caller.viewer.user()).toMatchObject({ hasValidMembership: true });
    expect(mailsTo(account.email, 'affiliate-welcome')).toHaveLength(1);
  });
});

test('[S4] a late charge is refunded if the role’s membership was paid in the meantime', async () => {
  const [account, reference] = [await newAccount(), await referrer()];
  const caller = checkout().caller(account);
  await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
  await captureError(caller.affiliateSignup.join(makeSignupWithMembership({ reference })));
  await checkout().sandbox.control.clearFaults();
  const [first] = await purchasesOf(account.id);
  const setFirstStatus = (status: 'failed' | 'pending') =>
    database.db.updateTable('purchases').set({ status }).where('id', '=', String(first?.id)).execute();
  // Simulate a sweeper that gave up before Stripe's response was known.
  await setFirstStatus('failed');
  const second = await caller.affiliateSignup.join(makeSignupWithMembership({ reference }));
  await setFirstStatus('pending');
  expect(await chargesOn(account)).toHaveLength(2);
  await moveDatabaseClock(database.db, 60_000);
  await sweepPurchases(checkout().deps);
  expect(await chargesOn(account)).toMatchObject([{ metadata: { purchase: second.purchaseId } }]);
  expect(await caller.memberships.mine()).toHaveLength(1);
  expect((await signupsOf(account.id)).filter(({ completedAt }) => completedAt)).toHaveLength(1);
});

describe('[D18] a signup that a crash left open', () => {
  test('is completed by the sweeper with the membership that was charged', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const input = makeSignupWithMembership({ reference, requestedPhysicalCard: true });
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    expect((await captureError(caller.affiliateSignup.join(input))).code).toBe('PAYMENT_UNCONFIRMED');
    await checkout().sandbox.control.clearFaults();
    expect(await signupsOf(account.id)).toMatchObject([{ completedAt: null, purchaseId: null }]);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 0, hasW9: true });
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    await sweepPurchases(checkout().deps);
    const [purchase] = await purchasesOf(account.id);
    expect(purchase).toMatchObject({ status: 'paid' });
    expect(await signupsOf(account.id)).toMatchObject([
      { completedAt: expect.any(Date), purchaseId: purchase?.id },
    ]);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 3, hasValidMembership: true });
    expect(await chargesOn(account)).toHaveLength(1);
    expect(mailsTo(account.email, 'affiliate-welcome')).toHaveLength(1);
    expect(mailsTo(account.email, 'receipt')).toHaveLength(1);
    expect(await caller.affiliateSignup.join(input)).toMatchObject({
      status: 'done',
      purchaseId: purchase?.id,
    });
  });

  test('fails if the card was never charged, and can be submitted again', async () => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account);
    const input = makeSignupWithMembership({ reference });
    const fault = { kind: 'error-before', times: 3, match: 'POST /v1/payment_methods' } as const;
    await checkout().sandbox.control.fault(fault);
    await captureError(caller.affiliateSignup.join(input));
    await checkout().sandbox.control.clearFaults();
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    expect(await purchasesOf(account.id)).toMatchObject([{ status: 'failed' }]);
    expect(await caller.viewer.user()).toMatchObject({ accountType: 0 });
    expect(await caller.affiliateSignup.join(input)).toMatchObject({ status: 'done' });
    expect(await chargesOn(account)).toHaveLength(1);
  });
});

describe('the email link for a bank check', () => {
  test.each([
    ['friend', 'friend'],
    ['influencer', 'influencer'],
    ['educator', 'rep'],
  ] as const)('reopens the wizard of %s for its own account only', async (role, type) => {
    const [account, reference] = [await newAccount(), await referrer()];
    const caller = checkout().caller(account, { entryPoint: 'legacy' });
    const { idempotencyKey: _, ...input } = makeSignupWithMembership({
      role,
      reference,
      token: 'tok_threeDSecure2Required',
      idempotencyKey: randomUUID(),
    });
    expect((await captureError(caller.affiliateSignup.join(input))).code).toBe('CARD_CHECK_NEEDED');
    const link = await findMailLink(checkout(), account.email, 'completeUrl');
    expect(link.pathname + link.search).toBe(`/educators?type=${type}`);
    const token = new URLSearchParams(link.hash.slice(1)).get('complete') ?? '';
    expect(await caller.affiliateSignup.reopen({ token })).toMatchObject({
      cart: { role, plan: 0, phone: '(555) 010-0177', city: 'Denver' },
      quote: { totalCents: 4995 },
    });
    const others = [checkout().caller(await newAccount()), checkout().caller(account)];
    const [stranger, own] = others;
    await expect(stranger?.affiliateSignup.reopen({ token })).rejects.toThrow('Receipt not found');
    await expect(own?.affiliateSignup.reopen({ token: `${token}x` })).rejects.toThrow('Receipt not found');
    await expect(own?.checkout.reopen({ token })).rejects.toThrow('Receipt not found');
  });
});
