import type { Trx } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../context.ts';
import { lockSecurityVersion, raiseSecurityVersion } from './security-version.repository.ts';
import { deleteOtherSessions, hasSession, keepSession } from './session.repository.ts';
import { hashSessionId } from './session.ts';

/**
 * Recovers an account (D75): ends its sessions except `keptSessionId`, a pending change of email, and every
 * token that could give access (`recovery-rules.ts`). Call it in the transaction of the change that makes it
 * necessary. The kept session must use a passkey again to open the staff console.
 */
export async function endAccess(
  trx: Trx,
  accountId: string,
  { keptSessionId }: { keptSessionId: string | null },
): Promise<void> {
  const account = await raiseSecurityVersion(trx, accountId);
  const keptIdHash = keptSessionId === null ? null : hashSessionId(keptSessionId);
  await deleteOtherSessions(trx, accountId, keptIdHash);
  if (keptIdHash !== null) await keepSession(trx, keptIdHash, account);
}

/**
 * Locks the account, and throws NOT_SIGNED_IN if the caller's session was ended since the request began. Call
 * it before a change that outlasts the session, such as a new password.
 */
export async function requireLiveSession(trx: Trx, { account, sessionId }: AccountContext): Promise<void> {
  const securityVersion = await lockSecurityVersion(trx, account.id);
  if (securityVersion === undefined) throw new AppError('NOT_SIGNED_IN');
  if (sessionId === null) return;
  if (!(await hasSession(trx, hashSessionId(sessionId), { id: account.id, securityVersion }))) {
    throw new AppError('NOT_SIGNED_IN');
  }
}
