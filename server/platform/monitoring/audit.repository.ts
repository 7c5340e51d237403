import type { Db } from '#db/client.ts';
import type { AuditAction } from './audit-actions.shared.ts';

export interface AuditEntry {
  id: string;
  /** The account that acted; null for a command without a staff account, and for an automatic change. */
  actorId: string | null;
  action: AuditAction;
  /** What the action is about, such as 'tax-form:<id>'. */
  subject: string;
  reason: string | null;
  at: Date;
  /** Set if the action changes a value, or creates or removes something. */
  change?: { before: string | null; after: string | null };
}

export async function insertAuditEntry(db: Db, { change, ...entry }: AuditEntry): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ ...entry, change: change ? JSON.stringify(change) : null })
    .execute();
}
