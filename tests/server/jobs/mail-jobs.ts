import { sql } from 'kysely';
import { type DbClient, inTransaction } from '#db/client.ts';
import type { JobHandlers, JobQueue } from '#server/jobs/queue.ts';

const noWork: JobHandlers = {
  mail: async () => {},
  'password-reset': async () => {},
  'sync-subscription': async () => {},
  'sync-payment': async () => {},
  'sync-charge': async () => {},
  'invite-employees': async () => {},
  'sync-seats': async () => {},
  'push-wallet-pass': async () => {},
};

/** Handlers that do nothing but for the mails, told by their address. */
export function mailHandlers(mail: (to: string) => Promise<void>): JobHandlers {
  return { ...noWork, mail: ({ to }) => mail(to) };
}

/** Stores one mail each in a transaction of its own. */
export async function enqueueMails(queue: JobQueue, client: DbClient, to: string[], id?: string) {
  for (const address of to) {
    await inTransaction(client.db, (trx) =>
      queue.enqueue(trx, 'mail', { mail: 'welcome', to: address, props: {} }, id ? { id } : {}),
    );
  }
}

/** The mails in the database, by address, with their state. */
export async function storedMails({ db }: DbClient): Promise<Record<string, string>> {
  const { rows } = await sql<{ to: string; state: string }>`
    select data ->> 'to' as to, state::text from pgboss.job where name = 'mail'`.execute(db);
  return Object.fromEntries(rows.map(({ to, state }) => [to, state]));
}
