import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import {
  fetchPass,
  listChangedPasses,
  registerDevice,
} from '#server/domains/memberships/wallet/wallet-device.service.ts';
import {
  issueApplePass,
  refreshWalletPasses,
} from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { newId } from '#server/lib/ids.ts';
import { createRecordingPush } from '#server/platform/integrations/apple-wallet/recording-push.ts';
import { createRecordingPassApi } from '#server/platform/integrations/google-wallet/recording-pass-api.ts';
import { type JobQueue, openJobQueue } from '#server/platform/jobs/queue.ts';
import { seededTestDb, serverDescribe, serverTest } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { TEST_PASS_TYPE, testAppleWallet, testGoogleWallet } from '#tests/helpers/fakes/wallets.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { readPass } from './wallet-documents.ts';

// Covers an event end to end to the pass on a phone: Stripe's signed webhook over HTTP, the real queue, the
// row, the pass, and the push that makes the phone fetch it.

const SECRET = 'whsec_of_the_wallet';
const database = seededTestDb();
const push = createRecordingPush();
const google = createRecordingPassApi();
let aheadMs = 0;
let queue: JobQueue;
const jobs: JobQueue = {
  ...recordingJobQueue(),
  enqueue: (...job) => queue.enqueue(...job),
  startWorkers: (handlers) => queue.startWorkers(handlers),
  stop: () => queue.stop(),
};
const checkout = testCheckout(database, {
  now: () => new Date(Date.now() + aheadMs),
  webhookSecret: SECRET,
  jobs,
  appleWallet: testAppleWallet(push),
  googleWallet: testGoogleWallet('http://localhost:3000', google),
});

beforeAll(async () => {
  queue = await openJobQueue(database.client, recordingLogger());
  await queue.startWorkers(createJobHandlers(checkout().deps));
  const address = await checkout().app.listen({ port: 0, host: '127.0.0.1' });
  await checkout().sandbox.control.setWebhook({
    url: `${address}/api/stripe/webhook`,
    secret: SECRET,
    events: [...HANDLED_EVENTS],
  });
});
afterAll(() => queue.stop());
const setClock = (instant: Date) => {
  aheadMs = instant.getTime() - Date.now();
};
beforeEach(async () => setClock(await checkout().sandbox.control.now()));

/** Buys a card and adds it to a phone's wallet and to Google Wallet. */
async function holdPass() {
  const { deps } = checkout();
  const account = await makeAccount(database.db);
  const caller = checkout().caller(account);
  const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase());
  const row = await database.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select(['memberships.number', 'subscriptions.providerId', 'purchases.providerCustomerId'])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow();
  const issuedPass = readPass((await issueApplePass(deps, account.id, row.number)).bytes);
  await caller.memberships.googlePass({ number: row.number });
  const deviceId = newId();
  const address = { passTypeId: TEST_PASS_TYPE, serialNumber: issuedPass.serialNumber };
  const token = issuedPass.authenticationToken;
  await registerDevice(deps, { ...address, deviceId }, { token, pushToken: deviceId });
  let since = 1;

  /** Runs the server's timer until the phone was notified, then fetches the changed pass like a phone. */
  const waitForPushes = async (times: number) => {
    await expect
      .poll(async () => {
        await refreshWalletPasses(deps);
        return push.sentPushTokens.filter((sent) => sent === deviceId).length;
      })
      .toBeGreaterThanOrEqual(times);
    const changedPasses = await listChangedPasses(deps, { deviceId, passTypeId: TEST_PASS_TYPE, since });
    expect(changedPasses?.serialNumbers).toEqual([issuedPass.serialNumber]);
    since = Number(changedPasses?.lastUpdated);
    const fetchedPass = await fetchPass(deps, address, { token, since: null });
    const { voided, expirationDate, storeCard } = readPass(fetchedPass?.bytes ?? Buffer.alloc(0));
    return { voided, expirationDate, status: storeCard.auxiliaryFields.at(-1)?.value };
  };
  const atGoogle = () => google.updates.findLast(({ id }) => id.endsWith(issuedPass.serialNumber))?.state;
  return {
    ...{ waitForPushes, atGoogle, account, number: row.number, first: issuedPass.expirationDate },
    subscription: String(row.providerId),
    customer: String(row.providerCustomerId),
  };
}

serverDescribe('a wallet pass', () => {
  serverTest(
    'is voided by a declined renewal, and valid again for the next period after the payment',
    async () => {
      const { control } = checkout().sandbox;
      const card = await holdPass();
      // Wait until the phone was notified, because registering it causes a push.
      await expect.poll(() => push.sentPushTokens.length).toBeGreaterThan(0);
      await control.settings({ retryDays: [3], afterRetries: 'past_due' });
      await control.changeCard(card.customer, '4000000000000341');
      setClock(await control.advance({ months: 1 }));
      expect(await card.waitForPushes(2)).toMatchObject({ voided: true });
      await control.changeCard(card.customer, '4242424242424242');
      setClock(await control.advance({ days: 4 }));
      await expect.poll(() => card.waitForPushes(3)).toMatchObject({ voided: false, status: 'Active' });
      await expect.poll(() => card.atGoogle()).toBe('ACTIVE');
    },
  );

  serverTest('is voided, also at Google, if the subscription ends at Stripe', async () => {
    const card = await holdPass();
    await checkout().deps.stripe.subscriptions.cancel(card.subscription);
    const pass = await card.waitForPushes(2);
    expect(pass).toMatchObject({ voided: true, status: 'Canceled' });
    expect(new Date(String(pass.expirationDate)).getTime()).toBeLessThan(new Date(card.first).getTime());
    await expect.poll(() => card.atGoogle()).toBe('EXPIRED');
  });

  serverTest('is voided when a canceled period ends, and not before', async () => {
    const card = await holdPass();
    await checkout().caller(card.account).memberships.cancel({ number: card.number });
    const end = new Date(card.first);
    setClock(new Date(end.getTime() - 120_000));
    await refreshWalletPasses(checkout().deps);
    await checkout().caller(card.account).memberships.googlePass({ number: card.number });
    setClock(end);
    expect(await card.waitForPushes(2)).toMatchObject({ voided: true, status: 'Expired' });
  });
});
