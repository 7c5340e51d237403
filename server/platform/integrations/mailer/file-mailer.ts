import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { toMessage } from './message.ts';

interface FileMailerOptions {
  /** `<DATA_DIR>/mail`. It is created if missing. */
  folder: string;
  from: string;
  now?: () => Date;
}

/** A stand-in for a mail server. It writes each email to `<time>-<n>.eml`. */
export function createFileMailer({ folder, from, now = () => new Date() }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    isStandIn: true,
    send: async (mail) => {
      const date = now();
      const { message } = await transport.sendMail({ ...toMessage(from, mail), date });
      await mkdir(folder, { recursive: true });
      const temporaryPath = join(folder, `.${randomUUID()}.tmp`);
      try {
        await writeFile(temporaryPath, message, { mode: 0o600 });
        await publishMail(temporaryPath, folder, date);
      } finally {
        // Synchronous, so that it never waits in a queue: if the process crashes before the caller has
        // recorded the email, it is sent twice.
        rmSync(temporaryPath, { force: true });
      }
    },
  };
}

/** Finds the first unused file name. Creating a link fails if another process has just taken the name. */
async function publishMail(temporaryPath: string, folder: string, date: Date): Promise<void> {
  const time = date.toISOString().replace(/:/g, '-');
  for (let number = 1; ; number++) {
    try {
      await link(temporaryPath, join(folder, `${time}-${number}.eml`));
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
}
