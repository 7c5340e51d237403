import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Waits for an email with this subject. */
export async function findMail(dataDir: string, address: string, subject: string): Promise<Email> {
  let mail: Email | undefined;
  await expect(async () => {
    mail = (await readMails(dataDir, address)).find((sent) => sent.subject === subject);
    expect(mail, `'${subject}' in a mail to ${address}`).toBeDefined();
  }).toPass({ timeout: 20_000 });
  if (!mail) throw new Error(`No mail '${subject}'`);
  return mail;
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
