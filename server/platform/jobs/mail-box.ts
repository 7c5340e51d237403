import { fromKysely, type PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import { findMailJob, findOpenMails, type MailJob, type OpenMail } from './mail-job.repository.ts';

const storedPayload = z.record(z.string(), z.unknown());

/** The jobs that send an email. */
export interface MailBox {
  listOpen(recipient: string, limit: number): Promise<OpenMail[]>;
  find(id: string): Promise<MailJob | undefined>;
  /** Enqueues the same email as a new job. */
  repeat(trx: Trx, job: MailJob): Promise<void>;
}

export function createMailBox(boss: PgBoss, db: Db): MailBox {
  return {
    listOpen: (recipient, limit) => findOpenMails(db, recipient, limit),
    find: (id) => findMailJob(db, id),
    repeat: async (trx, { queue, payload }) => {
      // Drop the stored cause, which is the request that first sent the email.
      const { cause: _cause, ...data } = storedPayload.parse(payload);
      await boss.send(queue, data, { db: fromKysely(trx.withoutPlugins()) });
    },
  };
}
