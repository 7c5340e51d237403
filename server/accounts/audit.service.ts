import type { Db } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import { type AuditEntry, insertAuditEntry } from './audit.repository.ts';

/** Adds an entry to the audit log, which is append-only (D52). */
export async function recordAudit(db: Db, entry: Omit<AuditEntry, 'id'>): Promise<void> {
  await insertAuditEntry(db, { ...entry, id: newId() });
}
