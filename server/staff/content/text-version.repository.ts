import type { Db } from '#db/client.ts';
import { formatPersonName } from '../../lib/same-person.ts';

/** Lists who published the versions of a text, and why. `change.after` names the version. */
export async function findPublications(db: Db, type: string) {
  return db
    .selectFrom('auditLog')
    .innerJoin('accounts', 'accounts.id', 'auditLog.actorId')
    .select(['auditLog.change', 'auditLog.reason', 'accounts.firstname', 'accounts.lastname'])
    .where('auditLog.subject', '=', `text:${type}`)
    .where('auditLog.action', '=', 'text.publish')
    .execute();
}

export async function findStaffName(db: Db, accountId: string): Promise<string | null> {
  const account = await db
    .selectFrom('accounts')
    .select(['firstname', 'lastname'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account ? formatPersonName(account) : null;
}
