import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from './journey.ts';

/** Reads the emails sent to an address so far. Without SMTP_URL, the product writes each one to a file. */
export async function readMails(dataDir: string, address: string): Promise<Email[]> {
  const folder = join(dataDir, 'mail');
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(
    files.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  );
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address));
}

const TIMEOUT_MS = 30_000;

/** Reads the address's emails repeatedly until `find` returns a value. Throws after 30 seconds. */
export async function waitInMails<Found>(
  dataDir: string,
  address: string,
  { what, find }: { what: string; find: (mails: Email[]) => Found | undefined },
): Promise<Found> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (Date.now() < deadline) {
    const result = find(await readMails(dataDir, address));
    if (result !== undefined) return result;
    await sleep(200);
  }
  throw new Error(`${what} did not arrive at ${address}`);
}

/** Waits for an email with this subject. */
export async function findMail(dataDir: string, address: string, subject: string): Promise<Email> {
  const find = (mails: Email[]) => mails.find((sent) => sent.subject === subject);
  return waitInMails(dataDir, address, { what: `The mail '${subject}'`, find });
}

/** Waits until an email to the address contains this text. */
export async function expectMail(dataDir: string, address: string, sentence: string | RegExp): Promise<void> {
  await expect
    .poll(async () =>
      (await readMails(dataDir, address))
        .map(({ text }) => text)
        .join(' ')
        .replace(/\s+/g, ' '),
    )
    .toMatch(sentence);
}
