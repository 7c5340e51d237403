import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordSecurityEvent } from '../../../platform/monitoring/security-events.ts';
import type { SecuredAccount } from '../../../platform/security/session-account.ts';
import { TOKEN_SECONDS } from '../../../platform/security/token-lifetimes.ts';
import { findAccountByEmail } from '../account.repository.ts';
import { getEmailKey } from '../account.service.ts';
import { verifyPassword } from '../password.ts';
import type { Credentials } from './session.schema.ts';
import { limitFailures } from './sign-in-limits.ts';

/**
 * Throws BAD_CREDENTIALS for an unknown email address or a wrong password, with the same message and timing.
 * Throws TOO_MANY_REQUESTS after too many failures (D57).
 */
export async function verifyCredentials(
  ctx: Pick<Context, 'deps' | 'ip' | 'knownBrowser'>,
  { email, password }: Credentials,
): Promise<SecuredAccount> {
  const { log } = ctx.deps;
  const accountRow = await findAccountByEmail(ctx.deps.db, email);
  const account = accountRow && !accountRow.isHouse ? accountRow : null;
  const subject = { emailKey: getEmailKey(email), accountId: account?.id ?? null };
  const matches = await limitFailures(ctx, subject, () => verifyPassword(account?.passwordHash, password));
  if (!account || !matches) {
    recordSecurityEvent(log, 'sign-in-failed', { accountId: accountRow?.id });
    throw new AppError('BAD_CREDENTIALS');
  }
  recordSecurityEvent(log, 'signed-in', { accountId: account.id });
  return { id: account.id, securityVersion: account.securityVersion };
}

/** Issues a token that can be exchanged for a session once. */
export async function issueIdToken(
  { signer }: Pick<Deps, 'signer'>,
  account: SecuredAccount,
): Promise<{ idToken: string; expiresIn: number }> {
  const idToken = await signer.signAccess('id-token', account);
  return { idToken, expiresIn: TOKEN_SECONDS['id-token'] };
}

/** Throws BAD_ID_TOKEN if the token is forged, expired, or already used, or if the account was recovered. */
export async function redeemIdToken(
  { db, signer }: Pick<Deps, 'db' | 'signer'>,
  idToken: string,
): Promise<SecuredAccount> {
  const redeemed = await inTransaction(db, (trx) => signer.redeemAccess(trx, 'id-token', idToken));
  if (!redeemed) throw new AppError('BAD_ID_TOKEN');
  return redeemed.account;
}
