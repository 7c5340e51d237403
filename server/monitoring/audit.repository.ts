import type { Db } from '#db/client.ts';

export interface AuditEntry {
  id: string;
  /** The account that acted; null for a command without a known user. */
  actorId: string | null;
  action: string;
  /** For example 'tax-form:<id>'. */
  subject: string;
  reason: string | null;
  at: Date;
  /** For an action that changes a value, creates something, or removes it. */
  change?: { before: string | null; after: string | null };
}

export async function insertAuditEntry(db: Db, { change, ...entry }: AuditEntry): Promise<void> {
  await db
    .insertInto('auditLog')
    .values({ ...entry, change: change ? JSON.stringify(change) : null })
    .execute();
}
