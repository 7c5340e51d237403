import type { Db } from '#db/client.ts';

const MAX_ENTRIES = 200;

/** Lists what staff and automatic actions did to any of the subjects, newest first. */
export async function findAuditEntries(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom('auditLog')
    .leftJoin('accounts', 'accounts.id', 'auditLog.actorId')
    .select([
      'auditLog.at',
      'auditLog.action',
      'auditLog.reason',
      'auditLog.change',
      'accounts.firstname',
      'accounts.lastname',
    ])
    .where('auditLog.subject', 'in', [...subjects])
    .orderBy('auditLog.at', 'desc')
    .orderBy('auditLog.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute();
}
