import { createServer, type Server } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { type JobQueue, openJobQueue } from '#server/platform/jobs/queue.ts';
import { renderStoredMail } from '#server/platform/mails/mail-registry.ts';
import { buildTestApp, NO_LIMITS, type TestApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership, type TestMembership } from '#tests/helpers/factories/membership.ts';
import { makeSubscription } from '#tests/helpers/factories/subscription.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { serveSilence } from '#tests/helpers/fakes/silent-stripe.ts';
import { SELLER } from '#tests/helpers/seller.ts';

const database = testDb();
const NOW = new Date('2026-11-21T12:00:00Z');
const END = new Date('2026-12-05T12:00:00Z');

let network: Server;
/** The changes requested from Stripe. */
let sentChanges: string[] = [];
let isKnownToStripe = true;
let jobs: JobQueue;
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  network = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.method !== 'GET') sentChanges.push(`${request.method} ${request.url} ${body}`);
      response.writeHead(isKnownToStripe ? 200 : 404, { 'content-type': 'application/json' });
      const missingError = {
        error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' },
      };
      response.end(
        JSON.stringify(isKnownToStripe ? runningSubscription(sentChanges.length > 0) : missingError),
      );
    });
  });
  await new Promise<void>((resolve) => network.listen(0, '127.0.0.1', resolve));
  const address = network.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const stripe = createStripe({ secretKey: 'sk_test_1', apiUrl: `http://127.0.0.1:${port}` });
  jobs = await openJobQueue(database.client, recordingLogger());
  app = await buildTestApp(database.db, { stripe, jobs, limits: NO_LIMITS, now: () => NOW });
});
afterAll(async () => {
  await app.close();
  await jobs.stop();
  network.closeAllConnections();
  network.close();
});
beforeEach(async () => {
  sentChanges = [];
  isKnownToStripe = true;
  account = await makeAccount(database.db, { firstname: 'Maria' });
});

/** Returns a paid subscription as Stripe reports it. */
function runningSubscription(isCanceled: boolean) {
  const [start, end] = [NOW.getTime() / 1000 - 86_400, END.getTime() / 1000];
  return {
    id: 'sub',
    object: 'subscription',
    status: 'active',
    metadata: {},
    items: { data: [{ current_period_start: start, current_period_end: end }] },
    cancel_at_period_end: isCanceled,
    canceled_at: isCanceled ? NOW.getTime() / 1000 : null,
    ended_at: null,
    latest_invoice: null,
    customer: 'cus',
    default_payment_method: null,
  };
}

const cancel = (number: string, who: TestAccount | null = account) =>
  app.caller(who).memberships.cancel({ number });

async function readBilling({ subscriptionId }: TestMembership) {
  return database.db
    .selectFrom('subscriptions')
    .select(['canceledAt', 'endedAt', 'status', 'periodEnd'])
    .where('id', '=', subscriptionId)
    .executeTakeFirstOrThrow();
}

async function mailsTo(email: string) {
  const { rows } = await sql<{ data: { mail: string; props: Record<string, unknown> } }>`
    select data from pgboss.job where name = 'mail' and data ->> 'to' = ${email}`.execute(database.db);
  return rows.map(({ data }) => data);
}

describe('[S2, S4 cancel] a cancellation by a member', () => {
  test('is sent to Stripe before the database changes, and the membership stays usable until its period ends', async () => {
    const subscription = await makeSubscription(database.db, { accountId: account.id, periodEnd: END });
    const on = { accountId: account.id, subscriptionId: subscription.id };
    const membership = await makeMembership(database.db, on);
    expect(await cancel(membership.number)).toBe(true);
    expect(sentChanges).toEqual([
      `POST /v1/subscriptions/${subscription.providerId} cancel_at_period_end=true`,
    ]);
    expect(await readBilling(membership)).toEqual({
      canceledAt: NOW,
      endedAt: null,
      status: 'active',
      periodEnd: END,
    });
    const [seen] = await app.caller(account).memberships.mine();
    expect(seen).toMatchObject({ canceled: true, nextChargeAt: null, canShowCard: true, canCancel: false });
  });

  test('sends one email, and repeating it changes nothing', async () => {
    const membership = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { periodEnd: END },
    });
    await Promise.all(Array.from({ length: 5 }, () => cancel(membership.number)));
    const first = await readBilling(membership);
    expect(await cancel(formatMembershipNumber(membership.number).toLowerCase())).toBe(true);
    expect(await readBilling(membership)).toEqual(first);
    const mails = await mailsTo(account.email);
    expect(mails).toEqual([
      {
        mail: 'membership-cancelled',
        to: account.email,
        props: {
          firstname: 'Maria',
          planName: 'Individual',
          number: formatMembershipNumber(membership.number),
          usableUntil: END.toISOString(),
          isByPayer: false,
          isForBuyer: false,
        },
      },
    ]);
    const context = { publicUrl: 'https://cards.example.com', seller: SELLER };
    const { text } = renderStoredMail({ mail: 'membership-cancelled', props: mails[0]?.props }, context);
    expect(text).toContain('December 5, 2026');
  });

  test('[D25] of a free period needs no call to Stripe', async () => {
    const membership = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { providerId: null, periodEnd: END },
    });
    expect(await cancel(membership.number)).toBe(true);
    expect(sentChanges).toEqual([]);
    expect(await readBilling(membership)).toMatchObject({ canceledAt: NOW });
  });

  test('succeeds if Stripe no longer has the subscription', async () => {
    isKnownToStripe = false;
    const on = { accountId: account.id, subscription: { periodEnd: END } };
    const membership = await makeMembership(database.db, on);
    expect(await cancel(membership.number)).toBe(true);
    expect(await readBilling(membership)).toMatchObject({ canceledAt: NOW });
  });

  test('changes nothing and sends no email if the membership has ended', async () => {
    const membership = await makeMembership(database.db, {
      accountId: account.id,
      subscription: { status: 'canceled', periodEnd: NOW, endedAt: NOW },
    });
    expect(await cancel(membership.number)).toBe(true);
    expect(await readBilling(membership)).toMatchObject({ canceledAt: null });
    expect(await mailsTo(account.email)).toEqual([]);
  });

  test('[D31] of a company’s plan ends its cards', async () => {
    const subscription = await makeSubscription(database.db, { accountId: account.id, periodEnd: END });
    const on = { accountId: account.id, subscriptionId: subscription.id };
    const membership = await makeMembership(database.db, { ...on, planId: 5 });
    expect(await cancel(membership.number)).toBe(true);
    expect(await readBilling(membership)).toMatchObject({ canceledAt: NOW });
  });
});

describe('[S2 cancel] a cancellation without a response from Stripe', () => {
  test('changes nothing, and the member must try again', async () => {
    const apiUrl = `http://127.0.0.1:${await serveSilence()}`;
    const silent = createStripe({ secretKey: 'sk_test_1', apiUrl });
    const appWithoutStripe = await buildTestApp(database.db, { stripe: silent, limits: NO_LIMITS });
    const membership = await makeMembership(database.db, { accountId: account.id });
    const call = appWithoutStripe.caller(account).memberships.cancel({ number: membership.number });
    await expect(call).rejects.toThrow(
      'We couldn’t confirm the cancellation yet. Please try again in a minute.',
    );
    expect(await readBilling(membership)).toMatchObject({ canceledAt: null });
    expect(appWithoutStripe.jobs.of('mail')).toEqual([]);
    await appWithoutStripe.close();
  });
});

describe('[S6 /user] a cancellation by anyone else', () => {
  test('is refused to another account, which can’t find the membership', async () => {
    const membership = await makeMembership(database.db, { accountId: account.id });
    const stranger = await makeAccount(database.db);
    await expect(cancel(membership.number, stranger)).rejects.toThrow('No Membership Found');
    await expect(cancel(membership.number, null)).rejects.toThrow('Login to continue');
    expect(await readBilling(membership)).toMatchObject({ canceledAt: null });
    expect(sentChanges).toEqual([]);
  });

  test('is refused for a guest’s membership or an unknown or malformed number', async () => {
    const guestMembership = await makeMembership(database.db);
    for (const number of [guestMembership.number, '0123456789AB', '', 'nonsense']) {
      await expect(cancel(number)).rejects.toThrow('No Membership Found');
    }
  });

  test.each([3, 4])(
    '[D31] is refused to an employee whose card the company pays for (plan %i)',
    async (planId) => {
      const company = await makeAccount(database.db);
      const subscription = await makeSubscription(database.db, { accountId: company.id });
      const on = { accountId: account.id, subscriptionId: subscription.id };
      const membership = await makeMembership(database.db, { ...on, planId });
      await expect(cancel(membership.number)).rejects.toThrow('You don’t have permission to do this.');
      await expect(cancel(membership.number, company)).rejects.toThrow('No Membership Found');
      expect(await readBilling(membership)).toMatchObject({ canceledAt: null });
    },
  );
});
