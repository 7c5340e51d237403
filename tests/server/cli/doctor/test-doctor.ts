import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { runDoctor } from '#server/app/cli/doctor/doctor.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createStandInCertificates } from '#server/platform/integrations/apple-wallet/stand-in-certificates.ts';
import { createFieldCipher } from '#server/platform/security/field-cipher.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { createRoles, type DatabaseRoles } from '#tests/helpers/database/roles.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { testGoogleKey } from '#tests/helpers/fakes/wallets.ts';
import type { Settings } from '#tests/helpers/settings.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { type Services, startServices } from './services.ts';

export const PASSWORD = 'hunter2-and-more';
export const SECRET_KEY = `sk_live_${PASSWORD}`;
export const FIELD_KEY = `k1:${Buffer.from(PASSWORD.padEnd(32)).toString('base64')}`;

/** Sets up a database, fakes of the services, and settings in which the doctor finds no fault. */
export function testDoctor() {
  const database = testDb();
  const folder = temporaryFolder();
  let services: Services;
  let roles: DatabaseRoles | undefined;
  let healthy: Settings;

  beforeAll(async () => {
    roles = database.url ? await createRoles(database.url) : undefined;
    services = await startServices({ stripeKey: SECRET_KEY, mailPassword: PASSWORD });
    const apple = await createStandInCertificates(new Date());
    healthy = {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://card.example',
      TRUST_PROXY: '1',
      DATABASE_URL: roles?.appUrl,
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
  afterAll(async () => {
    await roles?.drop();
    await services.close();
  });
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

  /** Applies settings that cause one fault, and expects exactly one line about it. */
  async function expectFault(line: RegExp, changes: Settings = {}, now?: Date): Promise<void> {
    const { exitCode, faults } = await examine(changes, now);
    expect(faults).toEqual([expect.stringMatching(line)]);
    expect(exitCode).toBe(line.source.startsWith('^PROBLEM') ? 1 : 0);
  }

  return {
    database,
    folder,
    examine,
    expectFault,
    get services() {
      return services;
    },
    get healthy() {
      return healthy;
    },
  };
}
