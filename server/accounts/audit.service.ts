import type { Db } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import { type AuditEntry, insertAuditEntry } from './audit.repository.ts';

/** Writes down who did what, to what, why and when; it can never be changed (DESIGN D52). */
export async function recordAudit(db: Db, entry: Omit<AuditEntry, 'id'>): Promise<void> {
  await insertAuditEntry(db, { ...entry, id: newId() });
}
