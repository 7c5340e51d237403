import type { Db } from '#db/client.ts';
import { newId } from '../../lib/ids.ts';
import { type AuditEntry, insertAuditEntry } from './audit.repository.ts';
import { countSecurityEvent } from './security-events.ts';

type NewAuditEntry = Omit<AuditEntry, 'id' | 'actorId' | 'reason'> & Actor;

/** Who makes a change, and why. Commands omit both. */
export type Actor = Partial<Pick<AuditEntry, 'actorId' | 'reason'>>;

/** The staff account that acts, and its reason. Services write both to the audit log. */
export interface StaffAuthor {
  actorId: string;
  reason: string;
}

/** Who acts, and why. `actorId` is null for a command or an automatic change. */
export interface AuditAuthor {
  actorId: string | null;
  reason: string | null;
}

/** The author of a command that names no staff account. */
export const NO_AUTHOR: AuditAuthor = { actorId: null, reason: null };

/**
 * Adds an action, usually of staff, to the append-only audit log (D52). Call it in the transaction that makes
 * the change.
 */
export async function recordAudit(
  db: Db,
  { actorId = null, reason = null, ...entry }: NewAuditEntry,
): Promise<void> {
  await insertAuditEntry(db, { ...entry, actorId, reason, id: newId() });
  countSecurityEvent('staff-action', entry.action);
}
