import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { describeAuditAction } from '../../platform/monitoring/audit-actions.shared.ts';
import { findAuditEntries } from './timeline.repository.ts';
import type { TimelineEntry } from './timeline.schema.ts';

const auditedChange = z.object({ before: z.string().nullable(), after: z.string().nullable() });

/** Returns the audit log's entries about any of the subjects, such as 'account:<id>'. */
export async function readAuditTimeline(db: Db, subjects: readonly string[]): Promise<TimelineEntry[]> {
  if (subjects.length === 0) return [];
  const entries = await findAuditEntries(db, subjects);
  return entries.map(({ at, action, reason, change, firstname, lastname }) => ({
    at,
    title: describeAuditAction(action),
    detail: [describeChange(change), reason].filter(Boolean).join('. ') || null,
    by: firstname === null ? null : formatPersonName({ firstname, lastname }),
    path: null,
  }));
}

function describeChange(change: unknown): string | null {
  const parsed = auditedChange.safeParse(change);
  if (!parsed.success) return null;
  const { before, after } = parsed.data;
  return before === null ? after : `${before} → ${after ?? 'removed'}`;
}

/** Sorts events of several sources, newest first. */
export function mergeTimelines(...timelines: TimelineEntry[][]): TimelineEntry[] {
  return timelines.flat().sort((a, b) => b.at.getTime() - a.at.getTime());
}

/** Records in the audit log that a staff member opened personal data. */
export async function recordOpened(
  { deps, account }: Pick<AccountContext, 'deps' | 'account'>,
  subject: string,
  reason: string | null = null,
): Promise<void> {
  await recordAudit(deps.db, { actorId: account.id, action: 'open', subject, reason, at: deps.now() });
}
