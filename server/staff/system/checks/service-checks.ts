import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../platform/config/config.ts';
import { createFolderStore } from '../../../platform/integrations/files/folder-store.ts';
import { createS3Store } from '../../../platform/integrations/files/s3-store.ts';
import { verifySmtp } from '../../../platform/integrations/mailer/smtp-mailer.ts';
import { createUspsVerifier } from '../../../platform/integrations/usps/usps-verifier.ts';
import { describeError, ok, problem, standIn, type Verdict, warning } from './check.ts';

const MIN_FREE_BYTES = 1024 ** 3;

/**
 * Compares the machine's clock with other servers'. Stripe's signatures and our links fail if it is minutes
 * off.
 */
export function checkClock(offsets: Record<string, number | null>): Verdict[] {
  const knownOffsets = Object.entries(offsets).flatMap(([name, ms]) => (ms === null ? [] : [{ name, ms }]));
  if (knownOffsets.length === 0) return [ok('nothing to compare it with')];
  return knownOffsets.map(({ name, ms }) => {
    const seconds = Math.round(Math.abs(ms) / 1000);
    return seconds > 30
      ? problem(
          `This machine’s clock is ${seconds} seconds ${ms > 0 ? 'behind' : 'ahead of'} ${name}. Synchronize it with NTP.`,
        )
      : ok(`agrees with ${name} to ${seconds} s`);
  });
}

export async function checkMail({ smtpUrl, dataDir, mailFrom, production }: Config): Promise<Verdict[]> {
  if (!smtpUrl) return [standIn(production, `written to ${join(dataDir, 'mail')}`, 'SMTP_URL')];
  const server = new URL(smtpUrl).host;
  try {
    await verifySmtp(smtpUrl);
    return [ok(`${server} accepts our login; from ${mailFrom}`)];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAUTH') {
      return [problem(`${server} refuses our login. Check the user and password in SMTP_URL.`)];
    }
    const reason = error instanceof Error ? error.message.split('\n')[0] : error;
    return [
      problem(
        `We can’t send email through ${server} (${reason}). Check SMTP_URL, and that its port is open.`,
      ),
    ];
  }
}

/** Writes, reads, and removes a small file, as an upload would. */
export async function checkFiles(config: Config): Promise<Verdict[]> {
  const { s3, filesDir, dataDir } = config;
  const store = s3 ? createS3Store(s3) : createFolderStore({ folder: filesDir });
  const place = s3 ? `the bucket ${s3.bucket}` : filesDir;
  const key = `doctor/${randomUUID()}.txt`;
  const bytes = new TextEncoder().encode('doctor');
  const faults: Verdict[] = [];
  try {
    await store.put(key, bytes);
    const storedFile = await store.get(key);
    await store.remove(key);
    if (!storedFile || !Buffer.from(storedFile.bytes).equals(bytes)) {
      faults.push(problem(`Files written to ${place} can’t be read back. Check its permissions.`));
    }
  } catch (error) {
    const reason = s3 && error instanceof Error && error.name !== 'Error' ? error.name : describeError(error);
    const advice = s3
      ? 'Check the S3 settings and the key’s permissions.'
      : 'Let the user that runs the server write there.';
    faults.push(problem(`Files can’t be stored in ${place} (${reason}). ${advice}`));
  }
  if (faults.length === 0) faults.push(ok(`${place} can be read and written`));
  const folders = [...new Set(s3 ? [dataDir] : [dataDir, filesDir])];
  return [...faults, ...(await Promise.all(folders.map(checkFreeSpace))).flat()];
}

async function checkFreeSpace(folder: string): Promise<Verdict[]> {
  const isThere = await access(folder, constants.R_OK).then(
    () => true,
    () => false,
  );
  if (!isThere) return [];
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize >= MIN_FREE_BYTES) return [];
  return [
    warning(`${folder} has only ${Math.round((bavail * bsize) / 1024 ** 2)} MB left. Free some space.`),
  ];
}

/** The address of USPS's headquarters. */
const SAMPLE = {
  street1: '475 LENFANT PLZ SW',
  street2: null,
  city: 'WASHINGTON',
  state: 'DC',
  zip: '20260',
  country: 'US',
};

/** Takes one of the 60 requests that USPS allows in an hour. */
export async function checkUsps({ usps, production }: Config, baseUrl?: string): Promise<Verdict[]> {
  if (!usps)
    return [standIn(production, 'addresses are checked offline', 'USPS_CLIENT_ID and USPS_CLIENT_SECRET')];
  let reason = '';
  const verifier = createUspsVerifier({
    ...usps,
    ...(baseUrl ? { baseUrl } : {}),
    onUnavailable: (unavailableReason) => {
      reason = unavailableReason;
    },
  });
  const { status } = await verifier.verify(SAMPLE);
  if (status !== 'unavailable') return [ok('USPS checks addresses')];
  if (/refused with 4|answered 40[13]/.test(reason)) {
    return [
      problem(
        'USPS refuses the credentials. Check USPS_CLIENT_ID and USPS_CLIENT_SECRET, and that the app may use the Addresses API.',
      ),
    ];
  }
  if (/quota|answered 429/.test(reason))
    return [warning('This hour’s USPS quota is used up. Request a higher one from USPS.')];
  return [problem(`USPS isn’t responding (${reason}). Allow https to apis.usps.com.`)];
}
