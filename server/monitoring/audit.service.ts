import type { Db } from '#db/client.ts';
import { newId } from '../lib/ids.ts';
import { type AuditEntry, insertAuditEntry } from './audit.repository.ts';
import { countSecurityEvent } from './security-events.ts';

type NewAuditEntry = Omit<AuditEntry, 'id' | 'actorId' | 'reason'> &
  Partial<Pick<AuditEntry, 'actorId' | 'reason'>>;

/** Adds what staff did to the audit log, which is append-only (D52), in the transaction that does it. */
export async function recordAudit(
  db: Db,
  { actorId = null, reason = null, ...entry }: NewAuditEntry,
): Promise<void> {
  await insertAuditEntry(db, { ...entry, actorId, reason, id: newId() });
  countSecurityEvent('staff-action', entry.action);
}
