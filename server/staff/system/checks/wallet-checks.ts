import { X509Certificate } from 'node:crypto';
import type { Config } from '../../../platform/config/config.ts';
import {
  readConfiguredCertificates,
  UnusableCertificates,
} from '../../../platform/integrations/apple-wallet/configured-certificates.ts';
import { readGoogleKey } from '../../../platform/integrations/google-wallet/signed-google-passes.ts';
import { requestGoogleToken } from '../../../platform/integrations/google-wallet/walletobjects-api.ts';
import { describeError, ok, problem, standIn, type Verdict, warning } from './check.ts';

const DAY_MS = 86_400_000;
const WARNING_DAYS = 30;

export async function checkAppleWallet({ applePass, production }: Config, now: Date): Promise<Verdict[]> {
  if (!applePass) return [standIn(production, 'Apple: passes that a phone won’t install', 'APPLE_PASS_*')];
  try {
    const { certificate, wwdr } = readConfiguredCertificates(applePass);
    const passCertificate = new X509Certificate(certificate);
    const appleCertificate = new X509Certificate(wwdr);
    return [
      ...checkSubject(passCertificate, applePass),
      ...(passCertificate.checkIssued(appleCertificate) && passCertificate.verify(appleCertificate.publicKey)
        ? []
        : [
            problem(
              'APPLE_PASS_WWDR did not issue APPLE_PASS_CERTIFICATE. Download the intermediate certificate that did from Apple.',
            ),
          ]),
      checkEnd('APPLE_PASS_CERTIFICATE', passCertificate, now, 'Renew it in Apple’s developer account.'),
      checkEnd(
        'APPLE_PASS_WWDR',
        appleCertificate,
        now,
        'Download the new intermediate certificate from Apple.',
      ),
    ];
  } catch (error) {
    if (!(error instanceof UnusableCertificates)) throw error;
    return [problem(`${error.message}. Copy it again, as PEM with \\n for line ends or in base64.`)];
  }
}

/** Apple writes the pass type into UID and the team into OU. Phones refuse passes that differ. */
function checkSubject(
  { subject }: X509Certificate,
  { passTypeId, teamId }: NonNullable<Config['applePass']>,
): Verdict[] {
  const names = subject.split('\n');
  return [
    ...(names.includes(`UID=${passTypeId}`)
      ? []
      : [
          problem(
            'APPLE_PASS_CERTIFICATE is for another pass type. Set APPLE_PASS_TYPE_ID to the one it was made for.',
          ),
        ]),
    ...(names.includes(`OU=${teamId}`)
      ? []
      : [
          problem(
            'APPLE_PASS_CERTIFICATE is for another team. Set APPLE_PASS_TEAM_ID to the one it was made for.',
          ),
        ]),
  ];
}

function checkEnd(name: string, { validToDate }: X509Certificate, now: Date, advice: string): Verdict {
  const daysLeft = Math.floor((validToDate.getTime() - now.getTime()) / DAY_MS);
  const day = validToDate.toISOString().slice(0, 10);
  if (daysLeft < 0) return problem(`${name} expired on ${day}. ${advice}`);
  if (daysLeft < WARNING_DAYS) return warning(`${name} expires on ${day}, in ${daysLeft} days. ${advice}`);
  return ok(`${name} expires on ${day}`);
}

export async function checkGoogleWallet(
  { googleWallet, production }: Config,
  now: Date,
  tokenUrl?: string,
): Promise<Verdict[]> {
  if (!googleWallet)
    return [standIn(production, 'Google: passes that Google won’t accept', 'GOOGLE_WALLET_*')];
  let key: string;
  try {
    key = readGoogleKey(googleWallet.key);
  } catch {
    return [
      problem(
        'GOOGLE_WALLET_KEY can’t be read. Copy private_key from the service account’s JSON file again.',
      ),
    ];
  }
  const issuer = { ...googleWallet, key };
  try {
    await requestGoogleToken({ issuer, now, ...(tokenUrl ? { tokenUrl } : {}) });
    return [ok('Google accepts the service account’s key, which doesn’t expire')];
  } catch (error) {
    const reason = describeError(error);
    return /gave no token: 4/.test(reason)
      ? [problem('Google refuses GOOGLE_WALLET_KEY. Create a new key for GOOGLE_WALLET_SERVICE_ACCOUNT.')]
      : [problem(`Google isn’t responding (${reason}). Allow https to oauth2.googleapis.com.`)];
  }
}
