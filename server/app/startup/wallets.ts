import { generateKeyPair, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { readOrCreateFile } from '../../platform/config/secrets.ts';
import type { Logger } from '../../platform/deps.ts';
import { createApnsPush } from '../../platform/integrations/apple-wallet/apns-push.ts';
import type { AppleWallet } from '../../platform/integrations/apple-wallet/apple-wallet.ts';
import {
  readConfiguredCertificates,
  UnusableCertificates,
} from '../../platform/integrations/apple-wallet/configured-certificates.ts';
import {
  type PassCertificates,
  passCertificates,
} from '../../platform/integrations/apple-wallet/pass-certificates.ts';
import { createRecordingPush } from '../../platform/integrations/apple-wallet/recording-push.ts';
import { createAppleWallet } from '../../platform/integrations/apple-wallet/signed-passes.ts';
import type { GoogleWallet } from '../../platform/integrations/google-wallet/google-wallet.ts';
import { createRecordingPassApi } from '../../platform/integrations/google-wallet/recording-pass-api.ts';
import {
  createGoogleWallet,
  readGoogleKey,
} from '../../platform/integrations/google-wallet/signed-google-passes.ts';
import { createWalletObjectsApi } from '../../platform/integrations/google-wallet/walletobjects-api.ts';

const googleKeyFile = z.object({
  issuerId: z.string(),
  serviceAccount: z.string(),
  key: z.string().startsWith('-----BEGIN '),
});

const generateKeyPairAsync = promisify(generateKeyPair);

/** Creates a key that Google does not accept, for stand-in passes. */
async function createGoogleKeys(): Promise<z.infer<typeof googleKeyFile>> {
  const { privateKey } = await generateKeyPairAsync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return {
    issuerId: '3388000000000000000',
    serviceAccount: 'stand-in@everything-card.example',
    key: privateKey,
  };
}

async function createAppleCertificates(): Promise<PassCertificates> {
  // Only the first start needs this library.
  const { createStandInCertificates } = await import(
    '../../platform/integrations/apple-wallet/stand-in-certificates.ts'
  );
  return createStandInCertificates(new Date());
}

/**
 * Uses the certificates in the settings, or stand-in certificates that the first start creates in the data
 * folder.
 */
export async function openAppleWallet({ applePass, dataDir }: Config, log: Logger): Promise<AppleWallet> {
  if (applePass) {
    const certificates = parseCertificates(applePass);
    warnBeforeExpiry(certificates, log);
    return createAppleWallet({ certificates, isStandIn: false, push: createApnsPush(certificates) });
  }
  const certificates = await readOrCreateFile(
    dataDir,
    'apple-pass.json',
    passCertificates,
    createAppleCertificates,
  );
  const push = createRecordingPush(() => log.info('stand-in: a phone would be notified of a changed pass'));
  return createAppleWallet({ certificates, isStandIn: true, push });
}

/** Uses the key in the settings, or a stand-in key that the first start creates in the data folder. */
export async function openGoogleWallet(config: Config, log: Logger): Promise<GoogleWallet> {
  const { googleWallet: settings, publicUrl, dataDir } = config;
  if (settings) {
    const issuer = { ...settings, key: parseGoogleKey(settings.key) };
    const api = createWalletObjectsApi({ issuer, publicUrl, now: () => new Date() });
    return createGoogleWallet({ issuer, publicUrl, isStandIn: false, api });
  }
  const issuer = await readOrCreateFile(dataDir, 'google-wallet.json', googleKeyFile, createGoogleKeys);
  const api = createRecordingPassApi(() => log.info('stand-in: Google would be notified of a changed pass'));
  return createGoogleWallet({ issuer, publicUrl, isStandIn: true, api });
}

const EXPIRY_WARNING_MS = 30 * 86_400_000;

/**
 * Warns before the certificate expires. Apple's pass certificates last a year, and phones reject passes
 * signed with an expired one.
 */
function warnBeforeExpiry({ certificate }: PassCertificates, log: Logger): void {
  const endsAt = new X509Certificate(certificate).validToDate;
  if (endsAt.getTime() - Date.now() < EXPIRY_WARNING_MS)
    log.warn({ endsAt }, 'APPLE_PASS_CERTIFICATE expires soon');
}

function parseCertificates(settings: NonNullable<Config['applePass']>): PassCertificates {
  try {
    return readConfiguredCertificates(settings);
  } catch (cause) {
    if (!(cause instanceof UnusableCertificates)) throw cause;
    throw new ConfigError(`These settings are not valid: ${cause.message}`, { cause });
  }
}

function parseGoogleKey(key: string): string {
  try {
    return readGoogleKey(key);
  } catch (cause) {
    throw new ConfigError('These settings are not valid: GOOGLE_WALLET_KEY cannot be read', { cause });
  }
}
