import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { reconcileNight } from '#server/domains/reconciliation/nightly-reconciliation.service.ts';
import { listInput } from '#server/staff/kit/list.schema.ts';
import { readStaffList } from '#server/staff/staff-lists.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { losePurchase } from '#tests/helpers/purchases/lost-purchase.ts';
import { testReconciliation } from '#tests/helpers/purchases/reconciliation.ts';

const database = seededTestDb();
const { checkout, advance, sell } = testReconciliation(database);

const openConsole = async () => {
  const staff = await makeAccount(database.db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
  return { staff, console: checkout().staffCaller(staff).staff.purchases };
};

const findPlanEnd = async (purchaseId: string) =>
  (
    await database.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow()
  ).endedAt;

describe('refunding a purchase in the console', () => {
  it('previews that refunding an earlier period changes nothing about the plan', async () => {
    const { chargeId, subscriptionId, purchaseId } = await sell();
    await advance({ months: 1 });
    await syncSubscription(checkout().deps, subscriptionId);
    const { console } = await openConsole();
    const values = { id: chargeId, amount: '', keepsMembership: false };
    const { effects, version } = await console.refund.preview({ values });
    expect(effects).toContain('Nothing else changes.');
    await console.refund.perform({ values, reason: 'Was abroad', version });
    expect(await findPlanEnd(purchaseId)).toBeNull();
  });

  it('previews that a part changes nothing about the plan, and that the rest ends it', async () => {
    const { console, staff } = await openConsole();
    const { purchaseId, chargeId } = await sell();
    const part = { id: purchaseId, amount: '10', keepsMembership: false };
    const first = await console.refund.preview({ values: part });
    expect(first.effects).toEqual([
      `$10.00 of ${chargeId} goes back to the buyer’s card. $39.95 stays with us.`,
      'Nothing else changes.',
    ]);
    expect(await console.refund.perform({ values: part, reason: 'Late', version: first.version })).toEqual({
      message: `Refunded $10.00 of ${chargeId}.`,
    });
    expect(await findPlanEnd(purchaseId)).toBeNull();

    const rest = { id: chargeId, amount: '', keepsMembership: false };
    const last = await console.refund.preview({ values: rest });
    expect(last.effects).toEqual([
      `$39.95 of ${chargeId} goes back to the buyer’s card. The charge is then fully refunded.`,
      'This refunds the whole current period. The plan ends right away and doesn’t renew, and the buyer gets an email.',
    ]);
    await console.refund.perform({ values: rest, reason: 'Moved away', version: last.version });
    expect(await findPlanEnd(purchaseId)).not.toBeNull();
    const { timeline } = await console.detail({ id: purchaseId });
    expect(timeline).toContainEqual(
      expect.objectContaining({
        title: 'Payment refunded',
        by: 'Sam Stone',
        detail: `$10.00 of ${chargeId} refunded → $49.95 of ${chargeId} refunded. Moved away`,
      }),
    );
    const openEntries = await database.db
      .selectFrom('auditLog')
      .select('actorId')
      .where('subject', '=', `purchase:${purchaseId}`)
      .where('action', '=', 'open')
      .execute();
    expect(openEntries).toEqual([{ actorId: staff.id }]);
  });

  it('refuses the second of two who previewed the same state, and keeps a membership on request', async () => {
    const { console } = await openConsole();
    const { purchaseId } = await sell();
    const values = { id: purchaseId, amount: '', keepsMembership: true };
    const { effects, version } = await console.refund.preview({ values });
    expect(effects).toContain('The membership stays.');
    await console.refund.perform({
      values: { ...values, amount: '5' },
      reason: 'First',
      version: (await console.refund.preview({ values: { ...values, amount: '5' } })).version,
    });
    await expect(console.refund.perform({ values, reason: 'Second', version })).rejects.toMatchObject({
      cause: { code: 'CHANGED_SINCE' },
    });
    const again = await console.refund.preview({ values });
    await console.refund.perform({ values, reason: 'Second', version: again.version });
    expect(await findPlanEnd(purchaseId)).toBeNull();
  });

  it.each([
    ['more than is left', '49.96', 'REPAIR_REFUSED'],
    ['no amount', 'all', 'INVALID_INPUT'],
  ])('refuses %s', async (_what, amount, code) => {
    const { console } = await openConsole();
    const { purchaseId } = await sell();
    const values = { id: purchaseId, amount, keepsMembership: false };
    await expect(console.refund.preview({ values })).rejects.toMatchObject({ cause: { code } });
  });
});

describe('a preview', () => {
  it('of settling names what was lost, and nothing when nothing differs', async () => {
    const { console } = await openConsole();
    const { purchaseId, chargeId, subscriptionId } = await sell();
    const values = { id: purchaseId };
    expect((await console.settle.preview({ values })).effects).toEqual([
      'Nothing. Stripe and our records agree on this purchase.',
    ]);
    await checkout().deps.stripe.refunds.create({ charge: chargeId, amount: 500 });
    await checkout().deps.stripe.subscriptions.cancel(subscriptionId);
    expect((await console.settle.preview({ values })).effects).toEqual([
      `$5.00 of ${chargeId} is recorded as returned.`,
      `${subscriptionId} was canceled at Stripe, so the membership ends here too.`,
    ]);
  });

  it('of adopting names the plan and where the receipt goes; afterward only other repairs apply', async () => {
    const { console } = await openConsole();
    const { purchaseId, subscriptionId, email } = await sell();
    await losePurchase(database.db, purchaseId);
    expect((await console.detail({ id: subscriptionId })).repairs).toEqual(['fail', 'refund', 'adopt']);
    const values = { id: subscriptionId, planId: '', email: '' };
    const { effects, version } = await console.adopt.preview({ values });
    expect(effects).toEqual([
      `A purchase and a membership are created for ${subscriptionId}: 1 × Individual Membership (at $49.95 / month).`,
      `${email} gets the receipt, with a link to claim the membership.`,
    ]);
    const { message } = await console.adopt.perform({ values, reason: 'Restored', version });
    expect(message).toBe(`The purchase is paid. Its receipt went to ${email}.`);
    const detail = await console.detail({ id: subscriptionId });
    expect(detail.repairs).toEqual(['settle', 'refund', 'correct']);
    expect(detail.purchase).toMatchObject({ kind: 'adopted-card', status: 'paid' });
    expect(detail.memberships).toHaveLength(1);
    expect(detail.postings.map(({ account }) => account)).toContain('Revenue');
  });
});

describe('the reconciliation', () => {
  it('runs when staff request it, and its findings name a repair', async () => {
    const { console, staff } = await openConsole();
    const { chargeId } = await sell();
    await checkout().deps.stripe.refunds.create({ charge: chargeId, amount: 500 });
    await advance({ hours: 1 });
    const { version } = await console.reconcile.preview({ values: {} });
    await console.reconcile.perform({ values: {}, reason: 'After the outage', version });
    const [job] = z.array(z.object({ night: z.string() })).parse(checkout().jobs.of('reconcile'));
    await reconcileNight(checkout().deps, job?.night ?? '');
    checkout().log.takeFaults();
    const { last, findings } = await console.reconciliation();
    expect(last?.to.toISOString()).toBe(job?.night);
    expect(findings).toContainEqual(
      expect.objectContaining({
        kind: 'refund-differs',
        id: chargeId,
        stripeCents: 500,
        ourCents: 0,
        remedy: 'Settle it.',
        path: `/staff/purchases/${chargeId}`,
      }),
    );
    const auditEntries = await database.db
      .selectFrom('auditLog')
      .select(['actorId', 'reason'])
      .where('action', '=', 'reconciliation.run')
      .execute();
    expect(auditEntries).toEqual([{ actorId: staff.id, reason: 'After the outage' }]);
  });
});

describe('a dispute', () => {
  it('waits for staff with its deadline until it is decided', async () => {
    const { purchaseId, chargeId } = await sell();
    const { control } = checkout().sandbox;
    const sync = (charge: string) => syncCharge(checkout().deps, charge);
    const listOpen = async () => {
      const { rows } = await readStaffList(
        { deps: checkout().deps, account: (await openConsole()).staff },
        listInput.parse({ list: 'disputes' }),
      );
      return rows;
    };
    const dispute = await control.dispute(chargeId);
    await sync(chargeId);
    const openDispute = expect.objectContaining({
      amount: 4995,
      purchase: purchaseId,
      dueAt: expect.any(String),
    });
    expect(await listOpen()).toEqual([openDispute]);
    // A refund of another payment leaves it open.
    const otherSale = await sell();
    await checkout().deps.stripe.refunds.create({ charge: otherSale.chargeId });
    await sync(otherSale.chargeId);
    expect(await listOpen()).toEqual([openDispute]);
    await control.closeDispute(dispute, 'won');
    await sync(chargeId);
    expect(await listOpen()).toEqual([]);
  });
});
