import { beforeEach, describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { sendCardNotices, sendRenewalReminders } from '#server/domains/billing/renewal-notices.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { syncSeats } from '#server/domains/memberships/company/company-seats.service.ts';
import { receiveStripeEvent } from '#server/domains/payments/events/stripe-event.service.ts';
import { newId } from '#server/lib/ids.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employees, makeCompanyWithCards, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { listMails, listSignedMails } from '#tests/helpers/purchases/mails.ts';
import { buyChangeable, FAMILY } from '#tests/helpers/purchases/plan-change.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });
const DAY_MS = 86_400_000;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

const daysBefore = (instant: Date, days: number) => new Date(instant.getTime() - days * DAY_MS);

/** Runs the timers for renewal reminders and card notices on two servers at the same time. */
async function runTimers(at: Date): Promise<void> {
  now = at;
  const { deps } = checkout();
  await Promise.all([sendRenewalReminders(deps), sendRenewalReminders(deps)]);
  await Promise.all([sendCardNotices(deps), sendCardNotices(deps)]);
}

async function findSubscription(purchaseId: string) {
  return database.db
    .selectFrom('subscriptions')
    .select(['id', 'periodEnd', 'providerId', 'cardExpiresAt'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
}

async function buyCompanyCards(overrides: Parameters<typeof makeCompanyWithCards>[2] = {}) {
  const company = await makeCompanyWithCards(database.db, checkout(), overrides);
  const { id, periodEnd, providerId } = await findSubscription(company.purchaseId);
  const mails = () =>
    listMails(checkout().jobs, company.account.email).filter(({ mail }) => mail === 'renewal-reminder');
  /** Runs the timers daily, `from` to `to` days before the renewal. Returns the days with a reminder. */
  const runDays = async (from: number, to: number) => {
    const sentDays: number[] = [];
    for (let day = from; day >= to; day--) {
      const before = mails().length;
      await runTimers(daysBefore(periodEnd, day));
      for (const _mail of mails().slice(before)) sentDays.push(day);
    }
    return sentDays;
  };
  return { ...company, id, periodEnd, providerId: String(providerId), mails, runDays };
}

describe('[D26] before a yearly plan renews', () => {
  test('its payer is mailed twice, with the price that is then charged, the date, the card, and how to cancel', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: null, amountOff: 1000, periods: null });
    const company = await buyCompanyCards({ coupon: code });
    now = new Date(now.getTime() + 200 * DAY_MS);
    await company.caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(2) }));
    await syncSeats(checkout().deps, company.account.id);
    expect(await company.runDays(35, 0)).toEqual([30, 7]);
    const mails = await listSignedMails(checkout(), company.account.email);
    const reminders = mails.filter(({ mail }) => mail === 'renewal-reminder');
    now = await checkout().sandbox.control.advance({ to: company.periodEnd.toISOString() });
    now = await checkout().sandbox.control.advance({ days: 1 });
    await syncSubscription(checkout().deps, company.providerId);
    const [charged] = await database.db
      .selectFrom('payments')
      .select('amountCents')
      .where('purchaseId', '=', company.purchaseId)
      .orderBy('paidAt', 'desc')
      .execute();
    for (const { props } of reminders) {
      expect(props).toMatchObject({
        subject: 'corporate plan',
        amountCents: charged?.amountCents,
        renewsAt: company.periodEnd.toISOString(),
        card: { brand: 'visa', last4: '4242' },
        cancelUrl: 'http://localhost:3000/user/company',
        replaceCardUrl: expect.stringContaining('http://localhost:3000/bill#token='),
      });
    }
    expect(reminders).toHaveLength(2);
  });

  test('[D67] a payer by the month is mailed once a year, guests included', async () => {
    const email = `guest.${newId()}@example.com`;
    const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase({ email }));
    const listReminders = () =>
      listMails(checkout().jobs, email).filter(({ mail }) => mail === 'renewal-reminder');
    const { periodEnd: first, providerId } = await findSubscription(purchaseId);
    await runTimers(daysBefore(first, 7));
    now = await checkout().sandbox.control.advance({ to: first.toISOString() });
    now = await checkout().sandbox.control.advance({ months: 10, days: 1 });
    await syncSubscription(checkout().deps, String(providerId));
    const { periodEnd } = await findSubscription(purchaseId);
    await runTimers(daysBefore(periodEnd, 8));
    expect(listReminders()).toEqual([]);
    await runTimers(daysBefore(periodEnd, 7));
    await runTimers(daysBefore(periodEnd, 3));
    expect(listReminders()).toMatchObject([
      {
        props: {
          interval: 'month',
          amountCents: 4_995,
          renewsAt: periodEnd.toISOString(),
          cancelUrl: { kind: 'cancel', id: purchaseId },
        },
      },
    ]);
    now = await checkout().sandbox.control.advance({ to: periodEnd.toISOString() });
    now = await checkout().sandbox.control.advance({ days: 1 });
    await syncSubscription(checkout().deps, String(providerId));
    await runTimers(daysBefore((await findSubscription(purchaseId)).periodEnd, 7));
    expect(listReminders()).toHaveLength(1);
  });

  test('its payer is mailed nothing if the plan is canceled', async () => {
    const company = await buyCompanyCards();
    expect(await company.runDays(31, 30)).toEqual([30]);
    await company.caller.corporate.cancel();
    expect(await company.runDays(29, 0)).toEqual([]);
    const [waiting] = await listSignedMails(checkout(), company.account.email).then((mails) =>
      mails.filter(({ mail }) => mail === 'renewal-reminder'),
    );
    expect(waiting).toBeUndefined();
  });

  test('its payer is mailed only the latest reminder if the server was down', async () => {
    const company = await buyCompanyCards();
    expect(await company.runDays(5, 4)).toEqual([5]);
  });

  test('its payer is mailed the price of the plan that the membership changes to', async () => {
    const setInterval = (billingInterval: 'month' | 'year') =>
      database.db.updateTable('plans').set({ billingInterval }).where('id', 'in', [0, 1]).execute();
    await setInterval('year');
    const upgraded = await buyChangeable(checkout());
    await upgraded.upgrade();
    const downgraded = await buyChangeable(checkout(), { plan: 1, ...FAMILY });
    await downgraded.downgrade();
    await setInterval('month');
    const { periodEnd } = await downgraded.readSubscription();
    await runTimers(daysBefore(periodEnd, 30));
    const findPrices = ({ account }: typeof upgraded) =>
      listMails(checkout().jobs, account.email)
        .filter(({ mail }) => mail === 'renewal-reminder')
        .map(({ props }) => props.amountCents);
    expect(findPrices(upgraded)).toEqual([9990]);
    expect(findPrices(downgraded)).toEqual([4995]);
  });

  test('nobody is mailed about a monthly or a free membership', async () => {
    const { code } = await makePromoCode(database.db, { percentOff: 100, isFree: true });
    for (const purchase of [makeCardPurchase(), makeCardPurchase({ discountCode: code, token: 'none' })]) {
      const { purchaseId } = await checkout().caller(null).checkout.buyCard(purchase);
      const { periodEnd } = await findSubscription(purchaseId);
      for (const days of [29, 6, 1]) await runTimers(daysBefore(periodEnd, days));
      expect(listMails(checkout().jobs, String(purchase.email)).map(({ mail }) => mail)).toEqual(['receipt']);
    }
  });
});

describe('a card that expires before the next charge', () => {
  const card = async (expMonth: number, expYear: number) =>
    (
      await checkout().deps.stripe.paymentMethods.create({
        type: 'card',
        card: { number: '4242424242424242', exp_month: expMonth, exp_year: expYear, cvc: '123' },
      })
    ).id;

  /**
   * Buys a membership as a guest on March 10 of the next year. Its card expires in the given month,
   * `yearsLater` years later.
   */
  async function buyWith(expMonth: number, yearsLater: number) {
    now = await checkout().sandbox.control.advance({ to: `${now.getUTCFullYear() + 1}-03-10T18:00:00Z` });
    const purchase = makeCardPurchase({ token: await card(expMonth, now.getUTCFullYear() + yearsLater) });
    const { purchaseId } = await checkout().caller(null).checkout.buyCard(purchase);
    const { id, periodEnd, providerId } = await findSubscription(purchaseId);
    const customer = String((await checkout().findPurchase(purchaseId)).providerCustomerId);
    return {
      id,
      purchaseId,
      customer,
      periodEnd,
      year: now.getUTCFullYear(),
      sync: () => syncSubscription(checkout().deps, String(providerId)),
      replaceCard: async (month: number, year: number) => {
        const { paymentMethods, subscriptions } = checkout().deps.stripe;
        const { id: method } = await paymentMethods.attach(await card(month, year), {
          customer,
        });
        await subscriptions.update(String(providerId), { default_payment_method: method });
      },
      mails: () =>
        listMails(checkout().jobs, String(purchase.email)).filter(({ mail }) => mail === 'card-expiring'),
    };
  }

  test('is mailed once for each card and renewal', async () => {
    const member = await buyWith(3, 0);
    for (const days of [30, 20, 10, 1]) await runTimers(daysBefore(member.periodEnd, days));
    expect(member.mails()).toMatchObject([
      {
        props: {
          card: { brand: 'visa', last4: '4242' },
          expiresAt: `${member.year}-04-01T00:00:00.000Z`,
          renewsAt: member.periodEnd.toISOString(),
          replaceCardUrl: { kind: 'replace-card', id: member.id },
        },
      },
    ]);
  });

  test('is mailed again if it is replaced by another one that expires, and not if that one is valid', async () => {
    const member = await buyWith(3, 0);
    await runTimers(daysBefore(member.periodEnd, 20));
    await member.replaceCard(12, member.year + 3);
    await member.sync();
    await runTimers(daysBefore(member.periodEnd, 10));
    expect(member.mails()).toHaveLength(1);
  });

  test.each([
    ['payment_method.automatically_updated', (customer: string) => ({ id: 'pm_1', customer }), {}],
    ['customer.updated', (id: string) => ({ id }), { invoice_settings: {} }],
  ])('is read again after Stripe reports %s', async (type, makeObject, previous) => {
    const member = await buyWith(3, 0);
    await member.sync();
    await member.replaceCard(12, member.year + 3);
    const { deps, jobs } = checkout();
    const data = { object: makeObject(member.customer), previous_attributes: previous };
    const payload = JSON.stringify({ id: `evt_${newId()}`, object: 'event', type, data });
    const signature = deps.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_1' });
    expect(await receiveStripeEvent(deps, Buffer.from(payload), signature, 'whsec_1')).toBe(true);
    expect(jobs.of('sync-customer')).toContainEqual({ customerId: member.customer });
    await createJobHandlers(deps)['sync-customer']({ customerId: member.customer }, newId());
    const { cardExpiresAt } = await findSubscription(member.purchaseId);
    expect(cardExpiresAt).toEqual(new Date(Date.UTC(member.year + 4, 0)));
  });

  test('is not mailed if the replaced card is not known here yet', async () => {
    const member = await buyWith(3, 0);
    await member.replaceCard(12, member.year + 3);
    await runTimers(daysBefore(member.periodEnd, 10));
    expect(member.mails()).toEqual([]);
  });

  test('is not mailed if it is valid on the day of the charge', async () => {
    const member = await buyWith(4, 0);
    await runTimers(daysBefore(member.periodEnd, 1));
    expect(member.mails()).toEqual([]);
  });
});
