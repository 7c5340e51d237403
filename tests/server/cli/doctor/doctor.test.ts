import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFieldCipher } from '#server/affiliates/tax-forms/field-cipher.ts';
import { runDoctor } from '#server/cli/doctor/doctor.ts';
import { loadConfig } from '#server/config/config.ts';
import { createStandInCertificates } from '#server/integrations/apple-wallet/stand-in-certificates.ts';
import { HANDLED_EVENTS } from '#server/payments/events/stripe-event.service.ts';
import { recordInstallation } from '#server/startup/installation.service.ts';
import { createTestDatabase, serverDescribe, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { startS3Server } from '#tests/helpers/fakes/s3-server.ts';
import { testGoogleKey } from '#tests/helpers/fakes/wallets.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import type { Settings } from '#tests/helpers/settings.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { goodToken, json, uspsAddress } from '../../integrations/usps/usps-fake.ts';
import { type Services, startServices, WEBHOOK } from './services.ts';

const PASSWORD = 'hunter2-and-more';
const SECRET_KEY = `sk_live_${PASSWORD}`;
const FIELD_KEY = `k1:${Buffer.from(PASSWORD.padEnd(32)).toString('base64')}`;
const DAY_MS = 86_400_000;

const database = testDb();
const folder = temporaryFolder();
let services: Services;
let healthy: Settings;

beforeAll(async () => {
  services = await startServices({ stripeKey: SECRET_KEY, mailPassword: PASSWORD });
  const apple = await createStandInCertificates(new Date());
  healthy = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://card.example',
    TRUST_PROXY: '1',
    DATABASE_URL: database.url,
    DATA_DIR: join(folder(), 'data'),
    FILES_DIR: join(folder(), 'files'),
    IDENTITY_SECRET: `${PASSWORD}-0123456789-abcdefghij`,
    FIELD_KEYS: FIELD_KEY,
    SMTP_URL: `smtp://cards:${PASSWORD}@127.0.0.1:${services.smtpPort}`,
    MAIL_FROM: 'Everything Card <cards@card.example>',
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: `pk_live_${PASSWORD}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${PASSWORD}`,
    USPS_CLIENT_ID: 'client',
    USPS_CLIENT_SECRET: PASSWORD,
    APPLE_PASS_TYPE_ID: apple.passTypeId,
    APPLE_PASS_TEAM_ID: apple.teamId,
    APPLE_PASS_CERTIFICATE: apple.certificate,
    APPLE_PASS_KEY: apple.key,
    APPLE_PASS_WWDR: apple.wwdr,
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_SERVICE_ACCOUNT: 'cards@test.example',
    GOOGLE_WALLET_KEY: testGoogleKey(),
  };
  const { id } = await makeAccount(database.db);
  const cipher = createFieldCipher(loadConfig({ FIELD_KEYS: FIELD_KEY }).fieldKeys ?? []);
  await makeW9(database.db, cipher, { accountId: id });
});
afterAll(() => services.close());
beforeEach(() => services.reset());

async function examine(changes: Settings = {}, now = new Date()) {
  const { exitCode, output } = await runDoctor([], {
    env: { ...healthy, ...changes },
    urls: services.urls,
    now,
  });
  for (const secret of ['hunter2', FIELD_KEY.slice(3)]) expect(output).not.toContain(secret);
  const lines = output.split('\n');
  return { exitCode, output, faults: lines.filter((line) => /^(PROBLEM|WARNING) /.test(line)) };
}

/** Makes one fault and expects exactly one line about it. */
async function expectFault(line: RegExp, changes: Settings = {}, now?: Date): Promise<void> {
  const { exitCode, faults } = await examine(changes, now);
  expect(faults).toEqual([expect.stringMatching(line)]);
  expect(exitCode).toBe(line.source.startsWith('^PROBLEM') ? 1 : 0);
}

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
  const { exitCode, output } = await runDoctor([], { env: { DATA_DIR: join(folder(), 'local'), PORT: '9' } });
  expect(output).toContain('0 problems, 0 warnings');
  expect(output).toContain('created in');
  expect(exitCode).toBe(0);
});

serverDescribe('npm run doctor in production', () => {
  test('reports everything that works, and when certificates end', async () => {
    const { exitCode, output, faults } = await examine();
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
    expect(output).toMatch(/APPLE_PASS_CERTIFICATE ends on \d{4}-\d\d-\d\d/);
    expect(output).toContain('the tax forms can be decrypted');
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
    const wrongPassword = healthy.SMTP_URL?.replace(PASSWORD, 'hunter2-wrong');
    await expectFault(line, SMTP_URL === 'wrong password' ? { SMTP_URL: wrongPassword } : changes);
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
      /^PROBLEM +Stripe .*no webhook to https:\/\/card\.example/,
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
      /^PROBLEM +Stripe .*lacks.*customer\.updated$/,
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
      /^WARNING +Stripe .*may not read Webhook Endpoints/,
      '/v1/webhook_endpoints',
      undefined,
    ],
  ])('finds %s', async (_fault, line, path, body) => {
    const { [path]: _replaced, ...others } = services.stripe;
    services.stripe = body ? { ...others, [path]: body } : others;
    await expectFault(line);
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
    expect((await examine({ ...settings, S3_BUCKET: bucket })).faults).toEqual([]);
    await expectFault(/^PROBLEM +files .*NoSuchBucket.*S3 settings/, { ...settings, S3_BUCKET: 'others' });
  });

  test('finds plain http', async () => {
    services.stripe['/v1/webhook_endpoints'] = {
      data: [{ ...WEBHOOK, url: WEBHOOK.url.replace('s:', ':') }],
    };
    await expectFault(/^PROBLEM +settings .*PUBLIC_URL.*https/, { PUBLIC_URL: 'http://card.example' });
  });

  test('finds refused credentials of USPS and Google', async () => {
    services.usps.token = json(401, {});
    await expectFault(/^PROBLEM +USPS .*USPS_CLIENT_SECRET/);
    services.usps.token = goodToken;
    services.usps.address = json(429, {});
    await expectFault(/^WARNING +USPS .*quota/);
    services.usps.address = json(200, uspsAddress());
    services.googleStatus = 400;
    await expectFault(/^PROBLEM +wallets .*GOOGLE_WALLET_KEY/);
  });

  test('finds pass certificates that end soon or have ended', async () => {
    const apple = await createStandInCertificates(new Date());
    const ends = Date.now() + 10 * 365 * DAY_MS;
    const settings = { APPLE_PASS_CERTIFICATE: apple.certificate, APPLE_PASS_KEY: apple.key };
    const soon = await examine({ ...settings, APPLE_PASS_WWDR: apple.wwdr }, new Date(ends - 10 * DAY_MS));
    expect(soon.faults).toContainEqual(
      expect.stringMatching(/^WARNING .*APPLE_PASS_CERTIFICATE ends.*Renew it/),
    );
    expect(soon.exitCode).toBe(0);
    const late = await examine({ ...settings, APPLE_PASS_WWDR: apple.wwdr }, new Date(ends + 2 * DAY_MS));
    expect(late.faults).toContainEqual(
      expect.stringMatching(/^PROBLEM .*APPLE_PASS_CERTIFICATE ended.*Renew it/),
    );
    await expectFault(/^PROBLEM +wallets .*APPLE_PASS_WWDR did not issue/, settings);
  });

  test('finds an unreachable database, a primary in place of a replica, and missing migrations', async () => {
    const url = `postgresql://card:${PASSWORD}@127.0.0.1:${await freePort()}/card`;
    await expectFault(/^PROBLEM +database .*ECONNREFUSED.*DATABASE_URL/, { DATABASE_URL: url });
    await expectFault(/^PROBLEM +database .*DATABASE_READ_URL/, { DATABASE_READ_URL: url });
    await expectFault(/^WARNING +database .*DATABASE_READ_URL is not/, { DATABASE_READ_URL: database.url });
    const behind = await createTestDatabase();
    onTestFinished(() => behind.drop());
    await behind.client.db.schema.dropTable('kysely_migration').execute();
    await expectFault(/^PROBLEM +schema .*npm run db:migrate/, { DATABASE_URL: behind.url });
  });

  test('finds a folder of uploaded files that isn’t the other processes’', async () => {
    const shared = await createTestDatabase();
    onTestFinished(() => shared.drop());
    await recordInstallation(shared.client.db, loadConfig({ ...healthy, DATABASE_URL: shared.url }));
    expect((await examine({ DATABASE_URL: shared.url })).faults).toEqual([]);
    const FILES_DIR = join(folder(), 'own');
    await expectFault(/^PROBLEM +schema .*FILES_DIR/, { DATABASE_URL: shared.url, FILES_DIR });
  });
});
