import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { isFresh } from '../../../lib/staff-permissions.ts';
import type { AccountContext } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import { recordSecurityEvent } from '../../../platform/monitoring/security-events.ts';
import { endAccess } from '../../../platform/security/end-access.service.ts';
import {
  clearOtherPasskeyUses,
  isStaffTokenSession,
  setPasskeyUse,
} from '../../../platform/security/session.repository.ts';
import { hashSessionId } from '../../../platform/security/session.ts';
import { lockAccount } from '../account.service.ts';
import {
  deletePasskeys,
  findPasskeys,
  insertPasskey,
  type Passkey,
  updateUse,
} from './passkey.repository.ts';
import type { AddPasskeyInput, ConsoleStep, OwnPasskey, UsePasskeyInput } from './passkey.schema.ts';
import {
  createAddOptions,
  createUseOptions,
  redeemChallenge,
  verifyAdded,
  verifyUsed,
} from './passkey-ceremony.ts';

const MAX_PASSKEYS = 20;

/** Returns what the caller must do next to open the staff console (D57). */
export async function getConsoleStep(ctx: AccountContext): Promise<ConsoleStep> {
  if (ctx.passkeyAt !== null) return 'none';
  if ((await findPasskeys(ctx.deps.db, ctx.account.id)).length > 0) return 'use-passkey';
  return (await isFromStaffToken(ctx)) ? 'add-passkey' : 'enter-token';
}

async function isFromStaffToken({ deps, sessionId }: AccountContext, db = deps.db): Promise<boolean> {
  return sessionId !== null && isStaffTokenSession(db, hashSessionId(sessionId));
}

/**
 * Adding the first passkey requires a session that began with a staff token, because a password isn't enough
 * for the console. Adding another one requires that a passkey was used recently. Throws STAFF_TOKEN_REQUIRED,
 * PASSKEY_REQUIRED, or TOO_MANY_PASSKEYS.
 */
async function requireAdding(ctx: AccountContext, passkeys: readonly Passkey[], trx?: Trx): Promise<void> {
  const isFirst = passkeys.length === 0;
  if (isFirst && !(await isFromStaffToken(ctx, trx))) throw new AppError('STAFF_TOKEN_REQUIRED');
  if (!isFirst && !isFresh(ctx.passkeyAt, ctx.deps.now())) throw new AppError('PASSKEY_REQUIRED');
  if (passkeys.length >= MAX_PASSKEYS) throw new AppError('TOO_MANY_PASSKEYS');
}

/** Returns the browser's options for a new passkey. Throws the same errors as `requireAdding`. */
export async function prepareAdding(ctx: AccountContext) {
  const passkeys = await findPasskeys(ctx.deps.db, ctx.account.id);
  await requireAdding(ctx, passkeys);
  return createAddOptions(ctx, passkeys);
}

/**
 * Adds a passkey, which counts as used. Throws PASSKEY_REFUSED if it isn't a valid answer to the session's
 * own challenge, and otherwise the same errors as `prepareAdding`.
 */
export async function addPasskey(ctx: AccountContext, { name, ...added }: AddPasskeyInput): Promise<void> {
  const { deps, account } = ctx;
  const passkey = await verifyAdded(ctx, added);
  const now = deps.now();
  const id = newId();
  await inTransaction(deps.db, async (trx) => {
    await redeemChallenge(trx, ctx, 'add-passkey', added.response.clientDataJSON);
    await requireAdding(ctx, await findPasskeys(trx, account.id), trx);
    const row = { ...passkey, id, accountId: account.id, name, createdAt: now, lastUsedAt: now };
    if (!(await insertPasskey(trx, row))) throw new AppError('PASSKEY_REFUSED');
    await markSession(ctx, trx, now);
    await recordAudit(trx, {
      actorId: account.id,
      action: 'passkey.add',
      subject: `account:${account.id}`,
      at: now,
      change: { before: null, after: name },
    });
  });
}

/** Returns the browser's options to use a passkey. Throws STAFF_TOKEN_REQUIRED if the account has none. */
export async function prepareUse(ctx: AccountContext) {
  const passkeys = await findPasskeys(ctx.deps.db, ctx.account.id);
  if (passkeys.length === 0) throw new AppError('STAFF_TOKEN_REQUIRED');
  return createUseOptions(ctx, passkeys);
}

/** Opens the console for this session, or keeps it open for sensitive actions. Throws PASSKEY_REFUSED. */
export async function usePasskey(ctx: AccountContext, used: UsePasskeyInput): Promise<void> {
  const { deps, account } = ctx;
  const passkeys = await findPasskeys(deps.db, account.id);
  const passkey = passkeys.find(({ credentialId }) => credentialId === used.id);
  if (!passkey) throw new AppError('PASSKEY_REFUSED');
  const counter = await verifyUsed(ctx, used, passkey);
  const now = deps.now();
  await inTransaction(deps.db, async (trx) => {
    await redeemChallenge(trx, ctx, 'use-passkey', used.response.clientDataJSON);
    const isCurrent = await updateUse(trx, passkey, { counter, lastUsedAt: now });
    if (!isCurrent) throw new AppError('PASSKEY_REFUSED');
    await markSession(ctx, trx, now);
  });
  recordSecurityEvent(deps.log, 'passkey-used', { accountId: account.id });
}

async function markSession({ sessionId }: AccountContext, trx: Trx, now: Date): Promise<void> {
  if (sessionId !== null) await setPasskeyUse(trx, hashSessionId(sessionId), now);
}

export async function listOwnPasskeys({ deps, account }: AccountContext): Promise<OwnPasskey[]> {
  const passkeys = await findPasskeys(deps.db, account.id);
  return passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/**
 * Removes a passkey, and closes the console in the owner's other sessions, which may have used it. Throws
 * NOT_FOUND, or LAST_PASSKEY if the owner could no longer open the console.
 */
export async function removePasskey(ctx: AccountContext, id: string): Promise<void> {
  const { deps, account, sessionId } = ctx;
  await inTransaction(deps.db, async (trx) => {
    await lockAccount(trx, account.id);
    const passkeys = await findPasskeys(trx, account.id);
    const passkey = passkeys.find((row) => row.id === id);
    if (!passkey) throw new AppError('NOT_FOUND');
    if (passkeys.length === 1) throw new AppError('LAST_PASSKEY');
    await removePasskeys(trx, account.id, [passkey], { actorId: account.id, reason: null, at: deps.now() });
    await clearOtherPasskeyUses(trx, account.id, sessionId === null ? '' : hashSessionId(sessionId));
  });
}

/**
 * Removes the passkeys of someone who lost them, and ends their sessions. They can then add a first passkey
 * again with a staff token.
 */
export async function resetPasskeys(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
  { staffId, reason }: { staffId: string | null; reason: string },
): Promise<number> {
  return inTransaction(db, async (trx) => {
    await lockAccount(trx, accountId);
    const passkeys = await findPasskeys(trx, accountId);
    await removePasskeys(trx, accountId, passkeys, { actorId: staffId, reason, at: now() });
    await endAccess(trx, accountId, { keptSessionId: null });
    return passkeys.length;
  });
}

async function removePasskeys(
  trx: Trx,
  accountId: string,
  passkeys: readonly Passkey[],
  by: { actorId: string | null; reason: string | null; at: Date },
): Promise<void> {
  if (passkeys.length === 0) return;
  await deletePasskeys(
    trx,
    accountId,
    passkeys.map(({ id }) => id),
  );
  for (const { name } of passkeys) {
    await recordAudit(trx, {
      ...by,
      action: 'passkey.remove',
      subject: `account:${accountId}`,
      change: { before: name, after: null },
    });
  }
}
