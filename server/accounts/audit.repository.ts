import type { Db } from '#db/client.ts';

export interface AuditEntry {
  id: string;
  /** Who did it; null for a command of nobody's account. */
  actorId: string | null;
  action: string;
  /** What it was done to: 'tax-form:<id>'. */
  subject: string;
  reason: string | null;
  at: Date;
}

export async function insertAuditEntry(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('auditLog').values(entry).execute();
}
