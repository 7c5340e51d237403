import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { maskEmail } from '../../lib/text.ts';
import { type AuditAuthor, NO_AUTHOR, recordAudit } from '../monitoring/audit.service.ts';
import { deleteSuppressions, insertSuppression } from './suppression.repository.ts';

interface Deps {
  db: Db;
  now: () => Date;
}

/**
 * Suppresses an address, which then gets only emails that its owner just caused. Returns false if staff
 * already did.
 */
export function suppressEmail(deps: Deps, email: string, by: AuditAuthor = NO_AUTHOR): Promise<boolean> {
  const suppression = { email, reason: 'staff', suppressedAt: deps.now() } as const;
  return recordChange(deps, email, by, 'suppress', (trx) => insertSuppression(trx, suppression));
}

/**
 * Lifts the suppression of an address that bounced or that staff suppressed. Keeps what its owner turned off:
 * only they can turn it on again (D58). Returns false if there was nothing to lift.
 */
export function unsuppressEmail(deps: Deps, email: string, by: AuditAuthor = NO_AUTHOR): Promise<boolean> {
  return recordChange(
    deps,
    email,
    by,
    'unsuppress',
    async (trx) => (await deleteSuppressions(trx, email, ['rejected', 'staff'])) > 0,
  );
}

/** Makes a change and records it. Masks the address, because the audit log is kept forever. */
function recordChange(
  { db, now }: Deps,
  email: string,
  by: AuditAuthor,
  action: 'suppress' | 'unsuppress',
  change: (trx: Trx) => Promise<boolean>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const isChanged = await change(trx);
    const [before, after] = action === 'suppress' ? [null, maskEmail(email)] : [maskEmail(email), null];
    if (isChanged) {
      await recordAudit(trx, {
        ...by,
        action: `mail.${action}`,
        subject: 'mail-suppressions',
        at: now(),
        change: { before, after },
      });
    }
    return isChanged;
  });
}
