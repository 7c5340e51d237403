import { sql } from 'kysely';
import { type DbClient, inTransaction } from '#db/client.ts';
import type { JobHandlers, JobQueue } from '#server/platform/jobs/queue.ts';
import type { QueuedMail } from '#server/platform/mails/mail-registry.ts';

const NO_HANDLERS: JobHandlers = {
  mail: async () => {},
  'password-reset': async () => {},
  'verify-email': async () => {},
  'list-trial': async () => {},
  'trial-notice': async () => {},
  'sale-digest': async () => {},
  'sync-subscription': async () => {},
  'sync-customer': async () => {},
  'update-customer': async () => {},
  'anonymize-customer': async () => {},
  'sync-payment': async () => {},
  'sync-charge': async () => {},
  receipt: async () => {},
  'later-receipt': async () => {},
  'link-subscription': async () => {},
  'invite-employees': async () => {},
  'notify-employees': async () => {},
  'sync-seats': async () => {},
  'sync-plan': async () => {},
  'sync-product': async () => {},
  'push-wallet-pass': async () => {},
  'continue-import': async () => {},
  'find-duplicates': async () => {},
  reconcile: async () => {},
};

/** Handles `mail` jobs with the given function and ignores all others. */
export function mailHandlers(mail: (to: string) => Promise<void>): JobHandlers {
  return { ...NO_HANDLERS, mail: ({ to }) => mail(to) };
}

export function makeWelcomeMail(to: string): QueuedMail {
  return { mail: 'welcome', to, props: { firstname: 'Zoë' } };
}

/** Enqueues one email per address, each in its own transaction. */
export async function enqueueMails(queue: JobQueue, client: DbClient, to: string[], id?: string) {
  for (const address of to) {
    await inTransaction(client.db, (trx) =>
      queue.enqueue(trx, 'mail', makeWelcomeMail(address), id ? { id } : {}),
    );
  }
}

/** Returns the state of each `mail` job, keyed by recipient. */
export async function readMailStates({ db }: DbClient): Promise<Record<string, string>> {
  const { rows } = await sql<{ to: string; state: string }>`
    select data ->> 'to' as to, state::text from pgboss.job where name = 'mail'`.execute(db);
  return Object.fromEntries(rows.map(({ to, state }) => [to, state]));
}
