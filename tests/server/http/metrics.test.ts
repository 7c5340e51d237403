import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { createDb, inTransaction } from '#db/client.ts';
import { startMetricsServer } from '#server/app/http/metrics.ts';
import { lowestIdAt, newId } from '#server/lib/ids.ts';
import type { Mailer } from '#server/platform/integrations/mailer/mailer.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { openJobQueue } from '#server/platform/jobs/queue.ts';
import { deliverMail } from '#server/platform/mails/deliver-mail.ts';
import { countStripeCall } from '#server/platform/monitoring/metrics.ts';
import { buildTestApp, type TestApp, testApp } from '#tests/helpers/app.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { recordingMailer } from '#tests/helpers/fakes/mailer.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { SELLER } from '#tests/helpers/seller.ts';
import { MAIL_SAMPLES } from '../mails/mail-samples.ts';

const database = testDb();
const server = testApp(database);
const MINUTE_MS = 60_000;

/** Returns the value of a series, or undefined if there is none. */
function readSeries(body: string, series: string): number | undefined {
  const line = body.split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const readMetrics = async (built: Pick<TestApp, 'app'> = server) => (await built.app.inject('/metrics')).body;

/** Reads the metrics until they include those of the database, which a scrape waits for only briefly. */
async function readDatabaseMetrics(read: () => Promise<string>): Promise<string> {
  let body = '';
  await expect
    .poll(async () => {
      body = await read();
      return readSeries(body, 'database_up');
    })
    .toBe(1);
  return body;
}

/** Runs `act` and returns how much the counter grew. */
async function readGrowth(series: string, act: () => Promise<unknown>): Promise<number> {
  const before = readSeries(await readMetrics(), series) ?? 0;
  await act();
  return (readSeries(await readMetrics(), series) ?? 0) - before;
}

describe('[rest metrics] requests', () => {
  test('are measured by route and status in Prometheus format', async () => {
    await server.app.inject('/healthz');
    await server.app.inject('/no/such/page?with=a-secret');
    const response = await server.app.inject('/metrics');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    const count = (labels: string) =>
      readSeries(response.body, `http_request_duration_seconds_count{${labels}}`);
    expect(count('method="GET",route="/healthz",status="200"')).toBe(1);
    expect(count('method="GET",route="unknown",status="404"')).toBe(1);
    expect(response.body).toContain('process_resident_memory_bytes');
    expect(response.body).not.toContain('a-secret');
  });

  const query = async (path: string) => (await server.visitor()).get(path);
  const operation = async (text: string) => (await server.visitor()).graphql(text);

  const sendWebhook = (secret: string) => {
    const created = Math.floor(Date.now() / 1000) - 30;
    const event = { id: newId(), object: 'event', type: 'none', created, data: { object: {} } };
    const payload = JSON.stringify(event);
    const signature = server.deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
    return server.app.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
  };
  const callStripe = (apiUrl: string) =>
    createStripe({
      secretKey: 'sk_test_metrics',
      apiUrl,
      onCall: ({ status, startedAtMs }) => countStripeCall(status, startedAtMs),
    })
      .customers.list({}, { maxNetworkRetries: 0 })
      .catch(() => {});
  const failingMailer: Mailer = { isStandIn: true, send: () => Promise.reject(new Error('ECONNREFUSED')) };
  const sendMail = (mailer: Mailer) =>
    deliverMail({ ...server.deps, mailer }, SELLER, MAIL_SAMPLES.welcome, newId());

  test.each([
    ['procedure_calls_total{procedure="catalog.plans",code="OK"}', () => query('/trpc/catalog.plans')],
    [
      'procedure_calls_total{procedure="accounts.profile.sessions",code="NOT_SIGNED_IN"}',
      () => query('/trpc/accounts.profile.sessions'),
    ],
    ['procedure_duration_seconds_count{procedure="catalog.plans"}', () => query('/trpc/catalog.plans')],
    [
      'graphql_calls_total{operation="GetContract",code="NOT_FOUND"}',
      () => operation('{ getContract(type: BUSINESSTERMS) }'),
    ],
    ['graphql_calls_total{operation="user",code="OK"}', () => operation('{ user { id } }')],
    ['stripe_webhooks_total{outcome="wrong signature"}', () => sendWebhook('whsec_other')],
    ['stripe_webhooks_total{outcome="accepted"}', () => sendWebhook('whsec_test')],
    ['stripe_webhook_lag_seconds_bucket{le="60"}', () => sendWebhook('whsec_test')],
    ['stripe_calls_total{outcome="unreachable"}', async () => callStripe('http://127.0.0.1:9')],
    ['mails_total{outcome="sent"}', () => sendMail(recordingMailer())],
    ['mails_total{outcome="failed"}', () => sendMail(failingMailer).catch(() => {})],
  ])('%s counts a call', async (series, act) => {
    expect(await readGrowth(series, act)).toBe(1);
  });

  test('with names that a caller made up add no series', async () => {
    await query('/trpc/made.up');
    await operation('query MadeUp { madeUp }');
    expect(await readMetrics()).not.toMatch(/made.?up/i);
  });
});

describe('[rest metrics] the figures of the database', () => {
  afterEach(() => withoutTriggers(database.db, (trx) => trx.deleteFrom('purchases').execute()));

  async function startApp(options = {}) {
    const appUnderTest = await buildTestApp(database.db, options);
    onTestFinished(() => appUnderTest.close());
    return appUnderTest;
  }

  test('show sales and sign-ups of the last hour, and the oldest purchase that Stripe has not answered', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
    for (const minutes of [1, 59, 61]) await makePurchase(database.db, { createdAt: minutesAgo(minutes) });
    await makePurchase(database.db, { kind: 'corporate', totalCents: 100_000, createdAt: minutesAgo(5) });
    await makePurchase(database.db, { status: 'pending', settledAt: null, createdAt: minutesAgo(3) });
    await makePurchase(database.db, {
      status: 'requires_action',
      settledAt: null,
      createdAt: minutesAgo(20),
    });
    await makePurchase(database.db, { status: 'failed', settledAt: null, createdAt: minutesAgo(30) });
    await makeAccount(database.db);
    await makeAccount(database.db, { id: lowestIdAt(minutesAgo(61)) });

    const appUnderTest = await startApp();
    const body = await readDatabaseMetrics(() => readMetrics(appUnderTest));
    expect(readSeries(body, 'sales_last_hour{kind="card"}')).toBe(2);
    expect(readSeries(body, 'sales_last_hour_cents{kind="card"}')).toBe(9_990);
    expect(readSeries(body, 'sales_last_hour{kind="corporate"}')).toBe(1);
    const oldestPendingSeconds = readSeries(body, 'oldest_pending_purchase_seconds');
    expect(oldestPendingSeconds).toBeGreaterThanOrEqual(180);
    expect(oldestPendingSeconds).toBeLessThan(240);
    expect(readSeries(body, 'sign_ups_last_hour')).toBe(1);
    // The scrape's own statements don't count.
    expect(body).not.toMatch(/^database_pool_waiting\{.*\} [1-9]/m);
    expect(Math.abs(readSeries(body, 'database_clock_offset_seconds') ?? 99)).toBeLessThan(30);
  });

  test('show the jobs that wait, and for how long', async () => {
    const jobs = await openJobQueue(database.client, recordingLogger(), {
      expireSeconds: 10,
      superviseSeconds: 1,
      pollSeconds: 1,
    });
    onTestFinished(() => jobs.stop());
    const appUnderTest = await startApp({ jobs });
    await inTransaction(database.db, async (trx) => {
      await jobs.enqueue(trx, 'reconcile', { night: '2026-11-23' });
      await jobs.enqueue(trx, 'reconcile', { night: '2026-11-24' }, { startAfterSeconds: 600 });
      // A newsletter may wait for hours, so it never counts as overdue.
      await jobs.enqueue(trx, 'mail', MAIL_SAMPLES.welcome, { isBulk: true });
    });
    const read = async (series: string) =>
      readSeries(await readDatabaseMetrics(() => readMetrics(appUnderTest)), series);
    await expect.poll(() => read('jobs{queue="reconcile",state="ready"}')).toBe(1);
    expect(await read('jobs{queue="reconcile",state="deferred"}')).toBe(1);
    expect(await read('jobs{queue="reconcile",state="failed"}')).toBe(0);
    expect(await read('oldest_job_seconds{queue="mail"}')).toBe(0);
    expect(await read('oldest_job_seconds{queue="reconcile"}')).toBeGreaterThan(0);
  });

  serverTest('are missing while the database is away, but those of the process are there', async () => {
    const unreachableClient = await createDb({
      databaseUrl: `postgresql://card@127.0.0.1:${await freePort()}/card`,
      applicationName: 'away',
    });
    onTestFinished(() => unreachableClient.close());
    const appUnderTest = await buildTestApp(unreachableClient.db);
    onTestFinished(() => appUnderTest.close());
    const body = await readMetrics(appUnderTest);
    appUnderTest.log.takeFaults();
    expect(readSeries(body, 'database_up')).toBe(0);
    expect(body).not.toContain('oldest_pending_purchase_seconds');
    expect(readSeries(body, 'database_pool_waiting{pool="away"}')).toBe(0);
    expect(readSeries(body, 'database_pool_size{pool="away"}')).toBe(10);
  });
});

test('[rest metrics] METRICS_PORT serves the metrics and nothing else', async () => {
  const port = await freePort();
  const close = await startMetricsServer(server.app, { port, host: '127.0.0.1' });
  onTestFinished(close);
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  expect(await readDatabaseMetrics(async () => (await get('/metrics')).text())).toContain('sales_last_hour');
  expect((await get('/healthz')).status).toBe(404);
});
