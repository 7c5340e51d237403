import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { sweepPlans } from '#server/domains/checkout/plan-change/sync-plan.service.ts';
import { formatDateInWords } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { buyChangeable, FAMILY } from '#tests/helpers/purchases/plan-change.ts';
import { PAST_NEXT_RENEWAL } from '#tests/helpers/purchases/renewal.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

async function renew(member: { sync(): Promise<unknown> }): Promise<void> {
  now = await checkout().sandbox.control.advance(PAST_NEXT_RENEWAL);
  await member.sync();
}

const buyFamily = () => buyChangeable(checkout(), { plan: 1, ...FAMILY });

describe('changing a family membership to the individual plan', () => {
  it('happens with the renewal, which charges the individual price', async () => {
    const member = await buyFamily();
    expect(await member.offer()).toMatchObject({
      planName: 'Individual',
      renewal: { amountCents: 4995, on: (await member.find()).periodEnd },
      upgrade: null,
    });
    await Promise.all([member.downgrade(), member.downgrade()]);
    const { periodEnd } = await member.find();
    expect(await member.find()).toMatchObject({
      plan: 1,
      family: FAMILY,
      planChange: { planName: 'Individual', scheduledFor: periodEnd },
    });
    expect(await member.readPricesAtStripe()).toEqual([4995]);
    expect(member.mails().filter((mail) => mail.includes('"mail":"plan-change"'))).toHaveLength(1);
    expect(await member.payments()).toEqual([9990]);

    await renew(member);
    await member.sync();
    expect(await member.payments()).toEqual([9990, 4995]);
    expect(await member.find()).toMatchObject({
      number: member.number,
      plan: 0,
      family: null,
      planChange: { isUpgrade: true, scheduledFor: null },
    });
    expect(await checkout().caller(null).verification.find({ number: member.number })).toMatchObject({
      spouseFirstname: null,
      familyMembers: [],
    });
    await renew(member);
    expect(await member.payments()).toEqual([9990, 4995, 4995]);
  });

  it('can be withdrawn before the renewal', async () => {
    const member = await buyFamily();
    await member.downgrade();
    await Promise.all([member.keepFamily(), member.keepFamily()]);
    expect(await member.find()).toMatchObject({ plan: 1, planChange: { scheduledFor: null } });
    expect(await member.readPricesAtStripe()).toEqual([9990]);
    expect(member.mails().filter((mail) => mail.includes('withdrawn'))).toHaveLength(1);
    await renew(member);
    expect(await member.payments()).toEqual([9990, 9990]);
    expect(await member.find()).toMatchObject({ plan: 1, family: FAMILY });
  });

  it('keeps the family until the individual period is paid (D26)', async () => {
    const member = await buyFamily();
    await member.downgrade();
    await checkout().sandbox.control.changeCard(member.customer, '4000000000000341');
    await renew(member);
    expect(await member.find()).toMatchObject({ plan: 1, state: 'past_due' });
    expect((await captureError(member.keepFamily())).message).toContain('Your last payment failed.');
    await checkout().sandbox.control.changeCard(member.customer, '4242424242424242');
    now = await checkout().sandbox.control.advance({ days: 4 });
    await member.sync();
    expect(await member.find()).toMatchObject({ plan: 0, state: 'active' });
    expect(await member.payments()).toEqual([9990, 4995]);
  });

  it('works after an upgrade in the same period, and survives a cancellation that is undone', async () => {
    const member = await buyChangeable(checkout());
    await member.upgrade();
    await member.syncPlan();
    await member.downgrade();
    await member.sync();
    expect(await member.find()).toMatchObject({ plan: 1 });
    await member.caller.memberships.cancel({ number: member.number });
    await member.caller.memberships.resume({ number: member.number });
    await renew(member);
    expect(await member.payments()).toEqual([4995, 4995, 4995]);
    expect(await member.find()).toMatchObject({ plan: 0, family: null });
  });

  it('reaches Stripe by the sweep if Stripe could not be reached', async () => {
    const member = await buyFamily();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' });
    await member.downgrade();
    await sweepPlans(checkout().deps);
    expect(await member.readPricesAtStripe()).toEqual([4995]);
    const { planRevision, syncedPlanRevision } = await member.readSubscription();
    expect(syncedPlanRevision).toBe(planRevision);
  });

  it('is refused for an individual membership, and for one that is not changeable', async () => {
    const individual = await buyChangeable(checkout());
    expect((await captureError(individual.downgrade())).message).toBe(
      'This is already an individual membership.',
    );
    const family = await buyFamily();
    await family.caller.memberships.cancel({ number: family.number });
    expect((await captureError(family.downgrade())).message).toContain('Please resume it first.');
  });
});

describe('[D71] a member who chooses another plan', () => {
  const ofPlan = (member: Awaited<ReturnType<typeof buyFamily>>, plan: 0 | 1) =>
    member.caller.checkout.heldMembership({ plan });

  it('is offered the change at its price today, and must ask for a separate membership', async () => {
    const member = await buyChangeable(checkout());
    const { periodEnd } = await member.find();
    expect(await ofPlan(member, 1)).toEqual({
      number: member.number,
      sentence: `You already have an Individual membership, valid until ${formatDateInWords(periodEnd)}.`,
      obstacle: null,
      change: {
        planName: 'Family',
        todayCents: (await member.offer()).upgrade?.quote.totalCents,
        renewal: { amountCents: 9990, interval: 'month', on: periodEnd },
      },
    });
    expect(await ofPlan(member, 0)).toMatchObject({ obstacle: null, change: null });
    const family = makeCardPurchase({ plan: 1, ...FAMILY });
    expect(await captureError(member.caller.checkout.buyCard(family))).toMatchObject({
      code: 'PLAN_ALREADY_HELD',
    });
    expect(await member.payments()).toEqual([4995]);
    await member.caller.checkout.buyCard({ ...family, buyAnother: true });
    expect(await member.payments()).toEqual([4995, 9990]);
  });

  it('is offered a smaller plan from the next renewal, and then no second change', async () => {
    const member = await buyFamily();
    const { periodEnd } = await member.find();
    expect(await ofPlan(member, 0)).toMatchObject({
      change: { planName: 'Individual', todayCents: null, renewal: { amountCents: 4995, on: periodEnd } },
    });
    await member.downgrade();
    expect(await ofPlan(member, 0)).toMatchObject({
      obstacle: `It changes to Individual on ${formatDateInWords(periodEnd)}.`,
      change: null,
    });
  });

  it.each([
    [{ status: 'past_due' }, 'Your last payment failed. Please pay the open bill first.'],
    [{ canceledAt: new Date('2026-01-01') }, 'This membership is canceled. Please resume it first.'],
  ] as const)('reads why a membership with %o can’t be changed', async (subscription, obstacle) => {
    const account = await makeAccount(database.db);
    const periodEnd = new Date(now.getTime() + 9 * 86_400_000);
    await makeMembership(database.db, {
      accountId: account.id,
      subscription: { providerId: randomUUID(), periodEnd, ...subscription },
    });
    const { heldMembership } = checkout().caller(account).checkout;
    for (const plan of [0, 1] as const)
      expect(await heldMembership({ plan })).toMatchObject({ obstacle, change: null });
  });

  it('reads that the company pays for an employee card, and nothing as a stranger', async () => {
    const [account, company] = [await makeAccount(database.db), await makeAccount(database.db)];
    await makeMembership(database.db, {
      accountId: account.id,
      planId: 3,
      subscription: { accountId: company.id, periodEnd: new Date(now.getTime() + 9 * 86_400_000) },
    });
    expect(await checkout().caller(account).checkout.heldMembership({ plan: 0 })).toMatchObject({
      sentence: expect.stringMatching(/^You already have an Individual membership/),
      obstacle: 'Your company pays for it, so you can’t change its plan.',
      change: null,
    });
    expect(await checkout().caller(null).checkout.heldMembership({ plan: 0 })).toBeNull();
  });
});
