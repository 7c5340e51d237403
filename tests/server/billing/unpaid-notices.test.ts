import { beforeEach, describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { sendUnpaidNotices } from '#server/domains/billing/unpaid-notices.service.ts';
import { endOverdueSubscriptions } from '#server/domains/checkout/purchase/sync/overdue-subscriptions.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getPayUntil } from '#server/domains/payments/subscriptions/subscription.schema.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeSetting } from '#tests/helpers/factories/content.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { AUTHENTICATION_REQUIRED_CARD } from '#tests/helpers/purchases/billing.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';
import { MAIL_SAMPLES } from '../mails/mail-samples.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const DAY_MS = 86_400_000;
const REFUSED = '4000000000000341';
const GOOD = '4242424242424242';

beforeEach(async () => {
  const { control } = checkout().sandbox;
  await control.settings({ retryDays: [], afterRetries: 'past_due' });
  now = await control.now();
});

async function buyAsGuest() {
  const purchase = makeCardPurchase();
  const { purchaseId } = await checkout().caller(null).checkout.buyCard(purchase);
  return { purchaseId, email: String(purchase.email) };
}

async function buyAsAccount() {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
  return { purchaseId, email: account.email, account };
}

async function buyBusinessPlan() {
  const account = await makeAccount(database.db);
  const { purchaseId } = await checkout().caller(account).businessPlans.purchase(businessPlanPurchase());
  return { purchaseId, email: account.email };
}

async function buyCompanyCards() {
  const { purchaseId, account } = await makeCompanyWithCards(database.db, checkout());
  return { purchaseId, email: account.email };
}

/** Advances to the renewal and declines it. Returns functions for the days after it. */
async function refuseRenewal<Bought extends { purchaseId: string; email: string }>(
  bought: Bought,
  months = 1,
  card = REFUSED,
) {
  const { control } = checkout().sandbox;
  const purchase = await checkout().findPurchase(bought.purchaseId);
  const [customer, providerId] = [
    String(purchase.providerCustomerId),
    String(purchase.providerSubscriptionId),
  ];
  const sync = () => syncSubscription(checkout().deps, providerId);
  await control.changeCard(customer, card);
  now = await control.advance({ months });
  await sync();
  const failedAt = now;
  const read = () =>
    database.db
      .selectFrom('subscriptions')
      .selectAll()
      .where('providerId', '=', providerId)
      .executeTakeFirstOrThrow();
  return {
    ...bought,
    failedAt,
    sync,
    read,
    pay: async () => {
      await control.changeCard(customer, GOOD);
      const { latest_invoice } = await checkout().deps.stripe.subscriptions.retrieve(providerId);
      await checkout().deps.stripe.invoices.pay(String(latest_invoice));
    },
    /** Runs the timers for unpaid bills on two servers at the same time, `days` after the charge failed. */
    runTimers: async (days: number) => {
      now = new Date(failedAt.getTime() + days * DAY_MS + 1000);
      const { deps } = checkout();
      await Promise.all([sendUnpaidNotices(deps), sendUnpaidNotices(deps)]);
      await Promise.all([endOverdueSubscriptions(deps), endOverdueSubscriptions(deps)]);
    },
    mails: () =>
      listMails(checkout().jobs, bought.email).filter(({ mail }) => /-declined$|ended-unpaid/.test(mail)),
  };
}

type Member = Awaited<ReturnType<typeof refuseRenewal>>;

/** Runs the timers on each of these days. Returns the emails, each with the day on which it was sent. */
async function runDays(member: Member, from: number, to: number) {
  const sent: Array<{ day: number; mail: string; stage: unknown }> = [];
  for (let day = from; day <= to; day++) {
    const before = member.mails().length;
    await member.runTimers(day);
    for (const { mail, props } of member.mails().slice(before)) sent.push({ day, mail, stage: props.stage });
  }
  return sent;
}

describe('[D26] a refused renewal', () => {
  test.each([
    ['a guest', buyAsGuest, 1, 'card-declined', 4995],
    ['a member', buyAsAccount, 1, 'card-declined', 4995],
    ['a business', buyBusinessPlan, 1, 'plan-declined', 9990],
    ['a company', buyCompanyCards, 12, 'company-declined', 24975],
  ] as const)(
    'is mailed to %s at once, after 3, 7, and 13 days, and at the end',
    async (_, buy, months, mail, cents) => {
      const member = await refuseRenewal(await buy(), months);
      const [first] = member.mails();
      expect(member.mails()).toHaveLength(1);
      expect(first).toMatchObject({ mail, props: { stage: 'failed', amountCents: cents } });
      expect(await runDays(member, 0, 16)).toEqual([
        { day: 3, mail, stage: 'reminder' },
        { day: 7, mail, stage: 'reminder' },
        { day: 13, mail, stage: 'last-reminder' },
        { day: 15, mail: 'ended-unpaid', stage: undefined },
      ]);
      const { id } = await member.read();
      for (const { props } of member.mails().slice(0, -1)) {
        expect(props).toMatchObject({ payUrl: { kind: 'bill', id }, amountCents: cents });
        expect(props.payUntil).toBe(getPayUntil(member.failedAt).toISOString());
      }
      expect(member.mails().at(-1)?.props).toMatchObject({ amountCents: cents });
    },
  );

  test('that only the bank’s check holds up is mailed as that, and its reminders too', async () => {
    const member = await refuseRenewal(await buyAsGuest(), 1, AUTHENTICATION_REQUIRED_CARD);
    await member.runTimers(3);
    expect(member.mails()).toMatchObject([
      { mail: 'card-declined', props: { needsCheck: true, stage: 'failed' } },
      { mail: 'card-declined', props: { needsCheck: true, stage: 'reminder' } },
    ]);
    const [declined] = (await refuseRenewal(await buyAsGuest())).mails();
    expect(declined).toMatchObject({ props: { needsCheck: false } });
  });

  test('is not mailed again once the bill is paid, even if the webhook of the payment is lost', async () => {
    const member = await refuseRenewal(await buyAsGuest());
    await member.runTimers(3);
    expect(member.mails()).toHaveLength(2);
    await member.pay();
    expect(await runDays(member, 4, 16)).toEqual([]);
    expect(await member.read()).toMatchObject({ status: 'active' });
  });

  test('is not mailed if the mail server took no mail until the bill was paid', async () => {
    const member = await refuseRenewal(await buyAsGuest());
    const { id } = await member.read();
    const sample = MAIL_SAMPLES['card-declined'];
    const mail = {
      ...sample,
      to: member.email,
      props: { ...sample.props, payUrl: { kind: 'bill', id } },
    } as const;
    const deliver = async (jobId: string) => {
      await createJobHandlers(checkout().deps).mail(mail, jobId);
      return checkout().mailer.sent.filter(({ to }) => to === member.email).length;
    };
    expect(await deliver('while the bill is open')).toBe(1);
    await member.pay();
    await member.sync();
    expect(await deliver('after it was paid')).toBe(1);
  });

  test('mails only the latest reminder if the server was down, and no first mail that was sent', async () => {
    const member = await refuseRenewal(await buyAsGuest());
    expect(await runDays(member, 8, 9)).toEqual([{ day: 8, mail: 'card-declined', stage: 'reminder' }]);
  });

  test('ends without the mail about an unpaid bill if the member cancels', async () => {
    const member = await refuseRenewal(await buyAsAccount());
    const [membership] = await checkout().caller(member.account).memberships.mine();
    await checkout()
      .caller(member.account)
      .memberships.cancel({ number: membership?.number ?? '' });
    await member.sync();
    expect(await runDays(member, 1, 16)).toEqual([]);
    expect(listMails(checkout().jobs, member.email).map(({ mail }) => mail)).toContain(
      'membership-cancelled',
    );
  });

  test('is mailed as ended if Stripe ends the subscription after its last attempt', async () => {
    const { control } = checkout().sandbox;
    await control.settings({ retryDays: [3], afterRetries: 'cancel' });
    const member = await refuseRenewal(await buyAsGuest());
    now = await control.advance({ days: 4 });
    await member.sync();
    await member.sync();
    expect(member.mails().map(({ mail }) => mail)).toEqual(['card-declined', 'ended-unpaid']);
  });
});

test('[D34] staff choose the days of the reminders', async () => {
  await makeSetting(database.db, 'unpaidReminderDays', '2, 5');
  const member = await refuseRenewal(await buyAsGuest());
  expect(await runDays(member, 0, 13)).toMatchObject([{ day: 2 }, { day: 5, stage: 'last-reminder' }]);
  await makeSetting(database.db, 'unpaidReminderDays', '3, 7, 13');
});

test('a reminder for which Stripe fails does not block the others, and is sent in the next run', async () => {
  const member = await refuseRenewal(await buyAsGuest());
  const failingSubscription = await makeSubscription(database.db, {
    id: '00000000-0000-4000-8000-000000000001',
    status: 'past_due',
    pastDueSince: now,
    owedCents: 4995,
  });
  const { control } = checkout().sandbox;
  await control.fault({
    kind: 'error-before',
    times: 6,
    match: `GET /v1/subscriptions/${failingSubscription.providerId}`,
  });
  await member.runTimers(3);
  expect(member.mails()).toHaveLength(2);
  expect(checkout().log.takeFaults()).toMatchObject([
    { text: expect.stringContaining(failingSubscription.id) },
    { text: expect.stringContaining(failingSubscription.id) },
  ]);
  await control.clearFaults();
});
