import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import type { PassCertificates } from './pass-certificates.ts';

/** Explains to the operator why the configured certificates cannot sign passes. */
export class UnusableCertificates extends Error {}

function read<T>(setting: string, reader: () => T): T {
  try {
    return reader();
  } catch (cause) {
    throw new UnusableCertificates(`${setting} cannot be read`, { cause });
  }
}

/** Loads the configured certificates and checks that they form a pair. Returns the key decrypted. */
export function readConfiguredCertificates(given: NonNullable<Config['applePass']>): PassCertificates {
  const certificate = read('APPLE_PASS_CERTIFICATE', () => new X509Certificate(given.certificate));
  const wwdr = read('APPLE_PASS_WWDR', () => new X509Certificate(given.wwdr));
  const passphrase = given.keyPassphrase ? { passphrase: given.keyPassphrase } : {};
  const key = read('APPLE_PASS_KEY', () => createPrivateKey({ key: given.key, ...passphrase }));
  if (key.asymmetricKeyType !== 'rsa') throw new UnusableCertificates('APPLE_PASS_KEY: use an RSA key');
  if (!certificate.checkPrivateKey(key)) {
    throw new UnusableCertificates('APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE');
  }
  return {
    passTypeId: given.passTypeId,
    teamId: given.teamId,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    wwdr: wwdr.toString(),
  };
}
