import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAppleWallet, openGoogleWallet } from '#server/app/startup/wallets.ts';
import { type Config, ConfigError, loadConfig } from '#server/platform/config/config.ts';
import { createStandInCertificates } from '#server/platform/integrations/apple-wallet/stand-in-certificates.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { TEST_ISSUER, testGoogleKey } from '#tests/helpers/fakes/wallets.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const log = recordingLogger();

async function openWallet(config: Config) {
  const [apple, google] = await Promise.all([openAppleWallet(config, log), openGoogleWallet(config, log)]);
  onTestFinished(() => apple.close());
  return { apple, google };
}

test('wallets create stand-in certificates in the data folder, readable only by their owner', async () => {
  const config = loadConfig({ DATA_DIR: join(folder(), 'data') });
  const firstWallet = await openWallet(config);
  expect([
    firstWallet.apple.isStandIn,
    firstWallet.apple.push.isStandIn,
    firstWallet.google.isStandIn,
  ]).toEqual([true, true, true]);
  expect(firstWallet.apple.passTypeId).toBe('pass.example.everything-card');
  const files = await readdir(config.dataDir);
  expect(files.toSorted()).toEqual(['apple-pass.json', 'google-wallet.json']);
  const statsBefore = await Promise.all(files.map(async (file) => stat(join(config.dataDir, file))));
  for (const { mode } of statsBefore) expect(mode & 0o777).toBe(0o600);
  await openWallet(config);
  const statsAfter = await Promise.all(files.map(async (file) => stat(join(config.dataDir, file))));
  expect(statsAfter.map(({ mtimeMs }) => mtimeMs)).toEqual(statsBefore.map(({ mtimeMs }) => mtimeMs));
});

test('wallets of two processes that start in one folder use the same certificates', async () => {
  const config = loadConfig({ DATA_DIR: join(folder(), 'shared') });
  const facts = {
    membershipId: '01990000-0000-7000-8000-000000000001',
    membershipNumber: 'ABCD-EFGH-JKMN',
    planName: 'Family',
    holder: 'Maria Gomez',
    expiresAt: new Date('2026-12-05T19:00:00Z'),
    state: 'ACTIVE' as const,
    verificationUrl: 'https://cards.example.com/verify/card/ABCDEFGHJKMN',
  };
  const wallets = await Promise.all([openGoogleWallet(config, log), openGoogleWallet(config, log)]);
  const tokens = await Promise.all(wallets.map((wallet) => wallet.sign(facts, new Date(0))));
  expect(tokens[0]).toBe(tokens[1]);
});

const GOOGLE = {
  GOOGLE_WALLET_ISSUER_ID: TEST_ISSUER.issuerId,
  GOOGLE_WALLET_SERVICE_ACCOUNT: TEST_ISSUER.serviceAccount,
};

test('wallets use the configured certificates and notify real phones and Google', async () => {
  const ownCertificates = await createStandInCertificates(new Date());
  const config = loadConfig({
    DATA_DIR: join(folder(), 'none'),
    APPLE_PASS_TYPE_ID: 'pass.example.real',
    APPLE_PASS_TEAM_ID: 'ABCDE12345',
    APPLE_PASS_CERTIFICATE: ownCertificates.certificate,
    APPLE_PASS_KEY: ownCertificates.key,
    APPLE_PASS_WWDR: ownCertificates.wwdr,
    ...GOOGLE,
    GOOGLE_WALLET_KEY: testGoogleKey(),
  });
  const { apple, google } = await openWallet(config);
  expect([apple.isStandIn, apple.push.isStandIn, google.isStandIn]).toEqual([false, false, false]);
  expect(apple.passTypeId).toBe('pass.example.real');
  await expect(stat(config.dataDir)).rejects.toThrow('ENOENT');
});

test('wallets warn at startup about a certificate that is about to expire', async () => {
  const settings = (certificates: Awaited<ReturnType<typeof createStandInCertificates>>) =>
    loadConfig({
      APPLE_PASS_TYPE_ID: 'pass.example.real',
      APPLE_PASS_TEAM_ID: 'ABCDE12345',
      APPLE_PASS_CERTIFICATE: certificates.certificate,
      APPLE_PASS_KEY: certificates.key,
      APPLE_PASS_WWDR: certificates.wwdr,
    });
  const tenYearsAgo = new Date(Date.now() - (10 * 365 - 29) * 86_400_000);
  const [endingCertificates, freshCertificates] = await Promise.all([
    createStandInCertificates(tenYearsAgo),
    createStandInCertificates(new Date()),
  ]);
  await openAppleWallet(settings(freshCertificates), log);
  expect(log.takeFaults()).toEqual([]);
  await openAppleWallet(settings(endingCertificates), log);
  expect(log.takeFaults().map(({ level, text }) => [level, text])).toEqual([
    ['warn', expect.stringContaining('APPLE_PASS_CERTIFICATE expires soon')],
  ]);
});

test('wallets report unusable certificates in one line, without the key', async () => {
  const [ownCertificates, otherCertificates] = await Promise.all([
    createStandInCertificates(new Date()),
    createStandInCertificates(new Date()),
  ]);
  const mixedConfig = loadConfig({
    APPLE_PASS_TYPE_ID: 'pass.example.real',
    APPLE_PASS_TEAM_ID: 'ABCDE12345',
    APPLE_PASS_CERTIFICATE: ownCertificates.certificate,
    APPLE_PASS_KEY: otherCertificates.key,
    APPLE_PASS_WWDR: ownCertificates.wwdr,
  });
  const opening = openAppleWallet(mixedConfig, log);
  await expect(opening).rejects.toThrow(ConfigError);
  await expect(opening).rejects.toThrow('APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE');
  const broken = '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----';
  const config = loadConfig({ ...GOOGLE, GOOGLE_WALLET_KEY: broken });
  await expect(openGoogleWallet(config, log)).rejects.toThrow(
    /^These settings are not valid: GOOGLE_WALLET_KEY cannot be read$/,
  );
});
