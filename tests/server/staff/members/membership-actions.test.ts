import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { findMailLink, listMails } from '#tests/helpers/purchases/mails.ts';
import { buyMembership } from '#tests/helpers/purchases/membership.ts';
import { CARD_ADDRESS, setPrintedCards } from '#tests/helpers/purchases/physical-card.ts';
import { act, listAudit, makeStaff, REASON } from '#tests/helpers/staff.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
let staff: TestAccount;

const console = () => checkout().staffCaller(staff).staff.memberships;
const stripeStatus = async (id: string) => (await checkout().deps.stripe.subscriptions.retrieve(id)).status;
const mailsTo = (email: string) => listMails(checkout().jobs, email).map(({ mail }) => mail);

beforeAll(async () => {
  staff = await makeStaff(database.db);
});

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

describe('canceling by staff', () => {
  test('at the end of the period stops the renewal, like the member’s own cancellation', async () => {
    const { id, providerId, email } = await buyMembership(checkout());
    const { effects } = await act(console().cancel, { id, when: 'period-end' });
    expect(effects.join(' ')).toContain('Canceling doesn’t return any money');
    const stripeSubscription = await checkout().deps.stripe.subscriptions.retrieve(providerId);
    expect(stripeSubscription).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(mailsTo(email)).toContain('membership-cancelled');
    expect((await console().get({ id })).state).toBe('Active, canceled');
    expect(await listAudit(database.db, `membership:${id}`)).toEqual([
      {
        action: 'membership.cancel',
        actorId: staff.id,
        reason: REASON,
        change: { before: 'Active', after: 'ends with its period' },
      },
    ]);
    await expect(act(console().cancel, { id, when: 'period-end' })).rejects.toMatchObject({
      cause: { code: 'MEMBERSHIP_INVALID' },
    });
  });

  test('now ends the card and the subscription, also after an extension and an earlier cancellation', async () => {
    const { id, providerId, email } = await buyMembership(checkout());
    await act(console().extend, { id, days: '40' });
    await act(console().cancel, { id, when: 'period-end' });
    await act(console().cancel, { id, when: 'now' });
    expect(await stripeStatus(providerId)).toBe('canceled');
    // The job that reads Stripe's state must not undo the extension.
    await syncSubscription(checkout().deps, providerId);
    const { state, canEnd } = await console().get({ id });
    expect({ state, canEnd }).toEqual({ state: 'Canceled', canEnd: false });
    expect(mailsTo(email).filter((mail) => mail === 'membership-cancelled')).toHaveLength(2);
    await expect(act(console().cancel, { id, when: 'now' })).rejects.toMatchObject({
      cause: { code: 'MEMBERSHIP_INVALID' },
    });
  });

  test('now ends the card during an extension after its last paid period', async () => {
    const { id, providerId } = await buyMembership(checkout());
    await act(console().extend, { id, days: '40' });
    await act(console().cancel, { id, when: 'period-end' });
    now = await checkout().sandbox.control.advance({ months: 1 });
    await syncSubscription(checkout().deps, providerId);
    expect(await console().get({ id })).toMatchObject({ state: 'Active, canceled', canEnd: true });
    await act(console().cancel, { id, when: 'now' });
    // The job that reads Stripe's state must not restore the extension.
    await syncSubscription(checkout().deps, providerId);
    expect(await console().get({ id })).toMatchObject({ state: 'Expired', canEnd: false });
  });

  test('at the end of the period ends an overdue membership at once, as the preview says', async () => {
    const { id, providerId, purchaseId } = await buyMembership(checkout());
    const { control } = checkout().sandbox;
    const { providerCustomerId } = await checkout().findPurchase(purchaseId);
    await control.changeCard(String(providerCustomerId), '4000000000000341');
    now = await control.advance({ months: 1 });
    await syncSubscription(checkout().deps, providerId);
    const { effects } = await act(console().cancel, { id, when: 'period-end' });
    expect(effects[0]).toContain('ends now, and its card no longer works');
    expect(await stripeStatus(providerId)).toBe('canceled');
  });
});

describe('refunding by staff', () => {
  const firstPayment = async (id: string) => (await console().get({ id })).payments[0]?.id ?? '';

  test('the same part twice refunds it twice', async () => {
    const { id, purchaseId } = await buyMembership(checkout());
    const values = { id: await firstPayment(id), amount: '12.50', keepsMembership: false };
    await act(console().refund, values);
    await act(console().refund, values);
    const charges = await checkout().listCharges(purchaseId);
    expect(charges.map(({ refunded }) => refunded)).toEqual([2500]);
  });

  test('a part leaves the membership, and the second of two staff members is refused', async () => {
    const { id, providerId, purchaseId } = await buyMembership(checkout());
    const payment = await firstPayment(id);
    const values = { id: payment, amount: '12.50', keepsMembership: false };
    const { version } = await console().refund.preview({ values });
    const { effects, message } = await act(console().refund, values);
    expect(effects.join(' ')).toContain('The membership continues');
    expect(message).toBe('Refunded $12.50.');
    expect(await stripeStatus(providerId)).toBe('active');
    await expect(console().refund.perform({ values, reason: REASON, version })).rejects.toMatchObject({
      cause: { code: 'CHANGED_SINCE' },
    });
    const { payments, timeline } = await console().get({ id });
    expect(payments[0]?.refundedCents).toBe(1250);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        title: 'Payment refunded',
        by: 'Sam Stone',
        detail: expect.stringContaining(REASON),
      }),
    );
    expect(await listAudit(database.db, `purchase:${purchaseId}`)).toHaveLength(1);
  });

  test.each([
    [false, 'What it paid for ends now', 'canceled'],
    [true, 'The membership continues', 'active'],
  ])(
    'the whole period ends the membership unless it is kept (%s)',
    async (keepsMembership, effect, status) => {
      const { id, providerId } = await buyMembership(checkout());
      const { effects } = await act(console().refund, {
        id: await firstPayment(id),
        amount: '',
        keepsMembership,
      });
      expect(effects.join(' ')).toContain(effect);
      expect(await stripeStatus(providerId)).toBe(status);
    },
  );

  test('more than was paid is refused', async () => {
    const { id } = await buyMembership(checkout());
    const values = { id: await firstPayment(id), amount: '50.00', keepsMembership: false };
    await expect(console().refund.preview({ values })).rejects.toMatchObject({
      cause: { code: 'REPAIR_REFUSED' },
    });
  });
});

test('an extension moves the expiry and is refused if another came first', async () => {
  const { id } = await buyMembership(checkout());
  const before = (await console().get({ id })).expires;
  const values = { id, days: '10' };
  const { version } = await console().extend.preview({ values });
  await act(console().extend, values);
  expect((await console().get({ id })).expires.getTime() - before.getTime()).toBe(10 * 86_400_000);
  await expect(console().extend.perform({ values, reason: REASON, version })).rejects.toMatchObject({
    cause: { code: 'CHANGED_SINCE' },
  });
});

test('an extension of a lapsed membership starts today, as the preview says', async () => {
  const { id } = await buyMembership(checkout());
  const { expires } = await console().get({ id });
  now = new Date(expires.getTime() + 5 * 86_400_000);
  const { effects, message } = await act(console().extend, { id, days: '10' });
  expect((await console().get({ id })).expires).toEqual(new Date(now.getTime() + 10 * 86_400_000));
  expect(effects[0]).toMatch(message.replace(/\.$/, ' instead of '));
});

test('an extension happens once, even if two staff members confirm it at the same time', async () => {
  const { id } = await buyMembership(checkout());
  const before = (await console().get({ id })).expires;
  const values = { id, days: '10' };
  const { version } = await console().extend.preview({ values });
  const confirm = () => console().extend.perform({ values, reason: REASON, version });
  const outcomes = await Promise.allSettled([confirm(), confirm()]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { cause: { code: 'CHANGED_SINCE' } },
  });
  expect((await console().get({ id })).expires.getTime() - before.getTime()).toBe(10 * 86_400_000);
});

test('the name of a holder is corrected once, and the audit log has no names', async () => {
  const { id } = await buyMembership(checkout());
  const previous = { firstname: 'Ann', lastname: 'Smith' };
  await act(console().correctName, { id, firstname: 'Anna', lastname: 'Smyth', previous });
  expect(await console().get({ id })).toMatchObject({ firstname: 'Anna', lastname: 'Smyth' });
  expect(JSON.stringify(await listAudit(database.db, `membership:${id}`))).not.toContain('Smyth');
  const lateValues = { id, firstname: 'Anne', lastname: 'Smith', previous };
  await expect(act(console().correctName, lateValues)).rejects.toMatchObject({
    cause: { code: 'CHANGED_SINCE' },
  });
});

test('a card is sent again with the same number and without a charge, once', async () => {
  const { id, number, email } = await buyMembership(checkout());
  await setPrintedCards(database.db, number, true);
  const chargeCount = (await checkout().sandbox.control.charges()).length;
  await act(console().sendCard, { id, ...CARD_ADDRESS });
  const queuedRequests = await database.db
    .selectFrom('physicalCardRequests')
    .select(['isReplacement', 'email', 'recipient', 'zip'])
    .where('membershipId', '=', id)
    .where('sentAt', 'is', null)
    .execute();
  expect(queuedRequests).toEqual([
    { isReplacement: true, email, recipient: 'Ann Smith', zip: CARD_ADDRESS.zip },
  ]);
  expect((await checkout().sandbox.control.charges()).length).toBe(chargeCount);
  expect(mailsTo(email)).toContain('card-requested');
  expect((await listAudit(database.db, `membership:${id}`))[0]?.action).toBe('card.replace');
  await expect(act(console().sendCard, { id, ...CARD_ADDRESS })).rejects.toMatchObject({
    cause: { code: 'CARD_WAITING' },
  });
});

test('a new claim link goes to the guest, works, and is refused after the claim', async () => {
  const { id, email } = await buyMembership(checkout());
  await act(console().sendClaim, { id });
  expect(mailsTo(email)).toContain('claim-link');
  const link = await findMailLink(checkout(), email, 'claimUrl');
  const member = await makeAccount(database.db);
  const token = new URLSearchParams(link.hash.slice(1)).get('token') ?? '';
  await checkout().caller(member).claims.claim({ token });
  expect((await console().get({ id })).accountId).toBe(member.id);
  expect((await listAudit(database.db, `membership:${id}`))[0]?.action).toBe('membership.send-claim');
  await expect(act(console().sendClaim, { id })).rejects.toMatchObject({
    cause: { code: 'ALREADY_CLAIMED' },
  });
});
