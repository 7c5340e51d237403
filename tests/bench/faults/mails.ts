import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A server that is killed within this time after sending an email may not have recorded it. Recording takes
 * milliseconds, but a busy machine may notice the end of a process late.
 */
const RECORDING_MS = 3_000;
const CLOCK_ERROR_MS = 50;

export interface SentMails {
  sent: number;
  /**
   * Emails sent again even though no server was killed between sending the first copy and recording it. Also
   * second receipts that another job sent.
   */
  repeated: string[];
  /**
   * Emails sent again because a server was killed between sending and recording. This can't be prevented, but
   * both copies have the same Message-ID.
   */
  repeatedByKill: string[];
}

interface StoredMail {
  name: string;
  jobId: string;
  /** The recipient and subject of a receipt, which must not be sent twice. Undefined for other emails. */
  receipt: string | undefined;
  /**
   * When the file was written, by this machine's clock. The time in the file name is by the server's clock.
   */
  sentAtMs: number;
}

/**
 * Reads the folder of sent emails. A repeated email has the same job id, or is a second receipt with the same
 * recipient and subject.
 */
export async function countMails(folder: string, killedAt: readonly number[]): Promise<SentMails> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const mails: StoredMail[] = [];
  for (const name of names) mails.push(await readMail(folder, name));
  const result: SentMails = { sent: mails.length, repeated: [], repeatedByKill: [] };
  const sentMails = new Map<string, StoredMail>();
  for (const mail of mails.toSorted((a, b) => a.sentAtMs - b.sentAtMs)) {
    const first = sentMails.get(mail.jobId);
    const other = mail.receipt === undefined ? undefined : sentMails.get(mail.receipt);
    if (first) {
      const isKilled = killedAt.some(
        (ms) => ms > first.sentAtMs - CLOCK_ERROR_MS && ms < first.sentAtMs + RECORDING_MS,
      );
      const list = isKilled ? result.repeatedByKill : result.repeated;
      const seconds = Math.round((mail.sentAtMs - first.sentAtMs) / 1000);
      list.push(`${first.name} again after ${seconds} s as ${mail.name}, job ${mail.jobId}`);
    } else if (other) result.repeated.push(`${mail.receipt}, by two jobs: ${other.name}, ${mail.name}`);
    sentMails.set(mail.jobId, mail);
    if (mail.receipt !== undefined) sentMails.set(mail.receipt, mail);
  }
  return result;
}

async function readMail(folder: string, name: string): Promise<StoredMail> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8');
  const header = (pattern: RegExp) => pattern.exec(text)?.[1]?.trim() ?? '';
  const subject = header(/^subject: *(.+)$/im);
  return {
    name,
    jobId: header(/^message-id: *(\S+)/im) || name,
    receipt: /receipt/i.test(subject) ? `${header(/^to: *(.+)$/im)} ${subject}` : undefined,
    sentAtMs: (await stat(path)).mtimeMs,
  };
}
