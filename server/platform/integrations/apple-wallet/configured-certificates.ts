import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { PassCertificates } from './pass-certificates.ts';

/** The operator sees the error's message at startup. */
export class UnusableCertificates extends Error {}

function readSetting<T>(setting: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new UnusableCertificates(`${setting} cannot be read`, { cause });
  }
}

/**
 * Loads the configured certificates, decrypts the key, and checks that it belongs to the pass certificate.
 */
export function readConfiguredCertificates(settings: NonNullable<Config['applePass']>): PassCertificates {
  const certificate = readSetting('APPLE_PASS_CERTIFICATE', () => new X509Certificate(settings.certificate));
  const wwdr = readSetting('APPLE_PASS_WWDR', () => new X509Certificate(settings.wwdr));
  const passphrase = settings.keyPassphrase ? { passphrase: settings.keyPassphrase } : {};
  const key = readSetting('APPLE_PASS_KEY', () => createPrivateKey({ key: settings.key, ...passphrase }));
  if (key.asymmetricKeyType !== 'rsa') throw new UnusableCertificates('APPLE_PASS_KEY: use an RSA key');
  if (!certificate.checkPrivateKey(key)) {
    throw new UnusableCertificates('APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE');
  }
  return {
    passTypeId: settings.passTypeId,
    teamId: settings.teamId,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    wwdr: wwdr.toString(),
  };
}
