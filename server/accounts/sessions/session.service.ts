import type { Context } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { recordSecurityEvent } from '../../monitoring/security-events.ts';
import { findAccountByEmail, findPasswordHash } from '../account.repository.ts';
import { getEmailKey } from '../account.service.ts';
import { computePasswordFingerprint, verifyPassword } from '../password.ts';
import type { Credentials } from './session.schema.ts';
import { limitFailures } from './sign-in-limits.ts';

/** How long an idToken can be exchanged for a session (D10). */
export const ID_TOKEN_SECONDS = 300;

/**
 * Throws BAD_CREDENTIALS for an unknown email address or a wrong password, with the same message and timing.
 * Throws TOO_MANY_REQUESTS after too many failures (D57).
 */
export async function verifyCredentials(
  ctx: Pick<Context, 'deps' | 'ip' | 'knownBrowser'>,
  { email, password }: Credentials,
): Promise<{ id: string }> {
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
  return { id: account.id };
}

/** Issues a token that can be exchanged for a session once. It works only until the password changes. */
export async function issueIdToken(
  deps: Pick<Deps, 'db' | 'signer'>,
  accountId: string,
): Promise<{ idToken: string; expiresIn: number }> {
  const passwordHash = await findPasswordHash(deps.db, accountId);
  if (passwordHash === undefined) throw new AppError('BAD_CREDENTIALS');
  const idToken = await deps.signer.sign('id-token', accountId, {
    seconds: ID_TOKEN_SECONDS,
    bound: computePasswordFingerprint(passwordHash),
  });
  return { idToken, expiresIn: ID_TOKEN_SECONDS };
}

/** Throws BAD_ID_TOKEN if the token is forged, expired, or already used, or if the password has changed. */
export async function redeemIdToken(
  deps: Pick<Deps, 'db' | 'signer'>,
  idToken: string,
): Promise<{ accountId: string }> {
  const token = await deps.signer.verifyOnce(deps.db, 'id-token', idToken);
  if (!token) throw new AppError('BAD_ID_TOKEN');
  const passwordHash = await findPasswordHash(deps.db, token.subject);
  if (passwordHash === undefined || computePasswordFingerprint(passwordHash) !== token.bound) {
    throw new AppError('BAD_ID_TOKEN');
  }
  return { accountId: token.subject };
}
