import { z } from 'zod';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { BILL_LINKS } from '#server/domains/billing/bill-link.ts';
import { signMail } from '#server/domains/checkout/receipt/mail-link.service.ts';
import { newId } from '#server/lib/ids.ts';
import type { TestApp } from '../app.ts';
import type { RecordingJobQueue } from '../fakes/job-queue.ts';

const storedMail = z.object({ mail: z.string(), to: z.string(), props: z.record(z.string(), z.unknown()) });

/** Lists the emails queued for an address, oldest first. */
export function listMails(jobs: RecordingJobQueue, email: string) {
  return jobs
    .of('mail')
    .map((job) => storedMail.parse(job))
    .filter(({ to }) => to === email);
}

/** Like `listMails`, but only the emails that would be sent now, with their signed links. */
export async function listSignedMails({ deps, jobs }: Pick<TestApp, 'deps' | 'jobs'>, email: string) {
  const mails = await Promise.all(listMails(jobs, email).map((mail) => signMail(deps, mail, BILL_LINKS)));
  return mails.filter((mail) => mail !== null).map((mail) => storedMail.parse(mail));
}

/** Runs the queued jobs that email the receipts of renewals, refunds, and disputes. */
export async function runLaterReceipts({ deps, jobs }: Pick<TestApp, 'deps' | 'jobs'>): Promise<void> {
  const handlers = createJobHandlers(deps);
  for (const job of jobs.of('later-receipt')) {
    await handlers['later-receipt'](JSON.parse(JSON.stringify(job)), newId());
  }
}

/** Returns the link in the prop `name`, from the newest email to `email` that has that prop. */
export async function findMailLink(
  app: Pick<TestApp, 'deps' | 'jobs'>,
  email: string,
  name: string,
): Promise<URL> {
  const mails = await listSignedMails(app, email);
  return new URL(String(mails.findLast(({ props }) => props[name])?.props[name]));
}
