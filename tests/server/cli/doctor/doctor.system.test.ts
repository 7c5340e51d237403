import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runDoctor } from '#server/app/cli/doctor/doctor.ts';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { createStandInCertificates } from '#server/platform/integrations/apple-wallet/stand-in-certificates.ts';
import { checkClock } from '#server/staff/system/checks/service-checks.ts';
import { serverDescribe } from '#tests/helpers/database/database.ts';
import { startS3Server } from '#tests/helpers/fakes/s3-server.ts';
import { testGoogleKey } from '#tests/helpers/fakes/wallets.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import type { Settings } from '#tests/helpers/settings.ts';
import { goodToken, json, uspsAddress } from '../../integrations/usps/usps-fake.ts';
import { WEBHOOK } from './services.ts';
import { FIELD_KEY, PASSWORD, SECRET_KEY, testDoctor } from './test-doctor.ts';

const DAY_MS = 86_400_000;
const doctor = testDoctor();

test('npm run doctor lists every invalid or missing setting in its own line', async () => {
  const { exitCode, output } = await runDoctor([], {
    env: { NODE_ENV: 'production', STRIPE_SECRET_KEY: SECRET_KEY },
  });
  expect(exitCode).toBe(1);
  for (const name of ['DATABASE_URL', 'STRIPE_PUBLISHABLE_KEY', 'SMTP_URL', 'IDENTITY_SECRET'])
    expect(output).toMatch(new RegExp(`^PROBLEM +settings +Set .*${name}`, 'm'));
  const invalid = await runDoctor([], { env: { PORT: 'x', DEMO: 'x' } });
  expect(invalid.output).toMatch(/^PROBLEM +settings +PORT: .*\n^PROBLEM +settings +DEMO: /m);
});

test('npm run doctor passes in an empty local mode', async () => {
  const { exitCode, output } = await runDoctor([], {
    env: { DATA_DIR: join(doctor.folder(), 'local'), PORT: '9' },
  });
  expect(output).toContain('0 problems, 0 warnings');
  expect(output).toContain('created in');
  expect(exitCode).toBe(0);
});

test('npm run doctor finds a clock that is off', () => {
  expect(checkClock({ 'Stripe’s': 119_600, 'the database’s': -45_000, 'USPS’s': null })).toMatchObject([
    { status: 'problem', text: expect.stringMatching(/120 seconds behind Stripe’s.*NTP/) },
    { status: 'problem', text: expect.stringMatching(/45 seconds ahead of the database’s.*NTP/) },
  ]);
  expect(checkClock({ 'Stripe’s': 900 })).toMatchObject([{ status: 'ok' }]);
});

serverDescribe('npm run doctor in production', () => {
  test('reports everything that works, and when certificates end', async () => {
    const { exitCode, output, faults } = await doctor.examine();
    expect(faults).toEqual([]);
    expect(exitCode).toBe(0);
    for (const name of [
      'settings',
      'keys',
      'database',
      'schema',
      'clock',
      'mail',
      'files',
      'Stripe',
      'USPS',
      'wallets',
    ])
      expect(output).toMatch(new RegExp(`^ok +${name} `, 'm'));
    expect(output).toMatch(/APPLE_PASS_CERTIFICATE expires on \d{4}-\d\d-\d\d/);
    expect(output).toContain('the tax forms and bank accounts can be decrypted');
  });

  test.each<[string, RegExp, Settings]>([
    ['no trusted proxy', /^WARNING +settings .*TRUST_PROXY=1/, { TRUST_PROXY: undefined }],
    ['demo data', /^WARNING +settings .*DEMO/, { DEMO: '1' }],
    ['a guessable secret', /^PROBLEM +keys .*IDENTITY_SECRET/, { IDENTITY_SECRET: 'a'.repeat(40) }],
    ['keys of two modes', /^PROBLEM +keys .*STRIPE_PUBLISHABLE_KEY/, { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }],
    [
      'a removed field key',
      /^PROBLEM +keys .*lacks the key 'k1' of 1 tax/,
      { FIELD_KEYS: FIELD_KEY.replace('k1', 'k2') },
    ],
    [
      'a replaced field key',
      /^PROBLEM +keys .*not the one/,
      { FIELD_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}` },
    ],
    ['a wrong mail password', /^PROBLEM +mail .*SMTP_URL/, { SMTP_URL: 'wrong password' }],
    ['no mail server', /^PROBLEM +mail .*ECONNREFUSED.*SMTP_URL/, { SMTP_URL: 'smtp://127.0.0.1:9' }],
    ['mail in files', /^WARNING +mail .*SMTP_URL/, { SMTP_URL: undefined, ALLOW_STANDINS: 'mail' }],
    ['a folder that is none', /^PROBLEM +files .*ENOTDIR.*write/, { FILES_DIR: '/dev/null/files' }],
    [
      'another Stripe key',
      /^PROBLEM +Stripe .*refuses STRIPE_SECRET_KEY/,
      { STRIPE_SECRET_KEY: 'sk_live_other' },
    ],
    [
      'another pass type',
      /^PROBLEM +wallets .*APPLE_PASS_TYPE_ID/,
      { APPLE_PASS_TYPE_ID: 'pass.example.other' },
    ],
    ['another team', /^PROBLEM +wallets .*APPLE_PASS_TEAM_ID/, { APPLE_PASS_TEAM_ID: 'OTHERTEAM0' }],
    [
      'another pass key',
      /^PROBLEM +wallets .*APPLE_PASS_KEY is not the key/,
      { APPLE_PASS_KEY: testGoogleKey() },
    ],
  ])('finds %s', async (_fault, line, changes) => {
    const { SMTP_URL } = changes;
    const wrongPassword = doctor.healthy.SMTP_URL?.replace(PASSWORD, 'hunter2-wrong');
    await doctor.expectFault(line, SMTP_URL === 'wrong password' ? { SMTP_URL: wrongPassword } : changes);
  });

  test.each<[string, RegExp, string, object | undefined]>([
    [
      'an account that cannot charge',
      /^PROBLEM +Stripe .*charge cards/,
      '/v1/account',
      { id: 'acct_1', charges_enabled: false, payouts_enabled: true },
    ],
    [
      'an account that is not paid out',
      /^WARNING +Stripe .*pay out/,
      '/v1/account',
      { id: 'acct_1', charges_enabled: true, payouts_enabled: false },
    ],
    [
      'a missing webhook',
      /^PROBLEM +Stripe .*doesn’t have a webhook to https:\/\/card\.example/,
      '/v1/webhook_endpoints',
      { data: [] },
    ],
    [
      'a disabled webhook',
      /^PROBLEM +Stripe .*disabled/,
      '/v1/webhook_endpoints',
      { data: [{ ...WEBHOOK, status: 'disabled' }] },
    ],
    [
      'missing events',
      /^PROBLEM +Stripe .*is missing.*customer\.updated$/,
      '/v1/webhook_endpoints',
      { data: [{ ...WEBHOOK, enabled_events: HANDLED_EVENTS.slice(1) }] },
    ],
    [
      'an old API version',
      /^WARNING +Stripe .*2024-06-20/,
      '/v1/webhook_endpoints',
      { data: [{ ...WEBHOOK, api_version: '2024-06-20' }] },
    ],
    [
      'undelivered events',
      /^PROBLEM +Stripe .*STRIPE_WEBHOOK_SECRET/,
      '/v1/events',
      { data: [{ id: 'evt_1' }] },
    ],
    [
      'a restricted key',
      /^WARNING +Stripe .*can’t read Webhook Endpoints/,
      '/v1/webhook_endpoints',
      undefined,
    ],
  ])('finds %s', async (_fault, line, path, body) => {
    const { [path]: _replaced, ...others } = doctor.services.stripe;
    doctor.services.stripe = body ? { ...others, [path]: body } : others;
    await doctor.expectFault(line);
  });

  test('finds a bucket that cannot be used', async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const { endpoint, region, accessKeyId, bucket } = s3.options;
    const settings = {
      S3_ENDPOINT: endpoint,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: PASSWORD,
      S3_FORCE_PATH_STYLE: '1',
    };
    expect((await doctor.examine({ ...settings, S3_BUCKET: bucket })).faults).toEqual([]);
    await doctor.expectFault(/^PROBLEM +files .*NoSuchBucket.*S3 settings/, {
      ...settings,
      S3_BUCKET: 'others',
    });
  });

  test('finds plain http', async () => {
    doctor.services.stripe['/v1/webhook_endpoints'] = {
      data: [{ ...WEBHOOK, url: WEBHOOK.url.replace('s:', ':') }],
    };
    await doctor.expectFault(/^PROBLEM +settings .*PUBLIC_URL.*https/, { PUBLIC_URL: 'http://card.example' });
  });

  test('finds refused credentials of USPS and Google', async () => {
    doctor.services.usps.token = json(401, {});
    await doctor.expectFault(/^PROBLEM +USPS .*USPS_CLIENT_SECRET/);
    doctor.services.usps.token = goodToken;
    doctor.services.usps.address = json(429, {});
    await doctor.expectFault(/^WARNING +USPS .*quota/);
    doctor.services.usps.address = json(200, uspsAddress());
    doctor.services.googleStatus = 400;
    await doctor.expectFault(/^PROBLEM +wallets .*GOOGLE_WALLET_KEY/);
  });

  test('finds pass certificates that end soon or have ended', async () => {
    const apple = await createStandInCertificates(new Date());
    const expiresAt = Date.now() + 10 * 365 * DAY_MS;
    const settings = { APPLE_PASS_CERTIFICATE: apple.certificate, APPLE_PASS_KEY: apple.key };
    const expiringReport = await doctor.examine(
      { ...settings, APPLE_PASS_WWDR: apple.wwdr },
      new Date(expiresAt - 10 * DAY_MS),
    );
    expect(expiringReport.faults).toContainEqual(
      expect.stringMatching(/^WARNING .*APPLE_PASS_CERTIFICATE expires.*Renew it/),
    );
    expect(expiringReport.exitCode).toBe(0);
    const expiredReport = await doctor.examine(
      { ...settings, APPLE_PASS_WWDR: apple.wwdr },
      new Date(expiresAt + 2 * DAY_MS),
    );
    expect(expiredReport.faults).toContainEqual(
      expect.stringMatching(/^PROBLEM .*APPLE_PASS_CERTIFICATE expired.*Renew it/),
    );
    await doctor.expectFault(/^PROBLEM +wallets .*APPLE_PASS_WWDR did not issue/, settings);
  });

  test('finds services that cannot be reached', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { output } = await runDoctor([], {
      env: doctor.healthy,
      urls: { stripe: nowhere, usps: nowhere, google: nowhere },
    });
    for (const [name, host] of [
      ['Stripe', 'api.stripe.com'],
      ['USPS', 'apis.usps.com'],
      ['wallets', 'oauth2.googleapis.com'],
    ])
      expect(output).toMatch(new RegExp(`^PROBLEM +${name} .*Allow https to ${host}`, 'm'));
  });
});
