import { createHash, randomBytes } from 'node:crypto';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { isStaff } from '../../../lib/staff-permissions.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { recordSecurityEvent } from '../../../platform/monitoring/security-events.ts';
import type { SecuredAccount } from '../../../platform/security/session-account.ts';
import { type Account, findAccount } from '../account.repository.ts';
import { claimStaffToken, insertStaffToken } from './staff-token.repository.ts';

const TOKEN_MINUTES = 10;

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * Creates a token that a staff account can use once to sign in. Only the token's hash is stored (D11). Throws
 * NOT_ALLOWED if the account isn't staff.
 */
export async function createStaffToken(
  deps: Pick<Deps, 'db' | 'now'>,
  account: Pick<Account, 'id' | 'accountType' | 'securityVersion'>,
): Promise<{ token: string; expiresAt: Date }> {
  if (!isStaff(account.accountType)) throw new AppError('NOT_ALLOWED');
  const token = randomBytes(24).toString('base64url');
  const expiresAt = new Date(deps.now().getTime() + TOKEN_MINUTES * 60_000);
  await inTransaction(deps.db, async (trx) => {
    const { id: accountId, securityVersion } = account;
    await insertStaffToken(trx, { tokenHash: hash(token), accountId, expiresAt, securityVersion });
    await recordAudit(trx, {
      action: 'staff-token.create',
      subject: `account:${account.id}`,
      at: deps.now(),
      change: { before: null, after: `valid until ${expiresAt.toISOString()}` },
    });
  });
  return { token, expiresAt };
}

/** Throws BAD_STAFF_TOKEN if the token is wrong, used, or expired, or if its account is no longer staff. */
export async function redeemStaffToken(
  deps: Pick<Deps, 'db' | 'log' | 'now'>,
  token: string,
): Promise<SecuredAccount> {
  const owner = await claimStaffToken(deps.db, hash(token), deps.now());
  const account = owner ? await findAccount(deps.db, owner.id) : undefined;
  if (!owner || !account || !isStaff(account.accountType)) {
    recordSecurityEvent(deps.log, 'sign-in-failed', { accountId: owner?.id, reason: 'staff-token' });
    throw new AppError('BAD_STAFF_TOKEN');
  }
  recordSecurityEvent(deps.log, 'signed-in', { accountId: account.id, reason: 'staff-token' });
  return owner;
}
