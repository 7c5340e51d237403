import type { Db, Trx } from '#db/client.ts';
import { compileOnce } from '#db/compile-once.ts';
import type { SecuredAccount, SessionAccount } from './session-account.ts';

export interface StoredSession {
  idHash: string;
  accountId: string;
  expiresAt: Date;
  /** The session ends at this time, even if it is in use. */
  endsAt: Date;
  lastUsedAt: Date;
  createdAt: Date;
  passkeyAt: Date | null;
  /** The account's version when the session began. Recovering the account raises it (D75). */
  securityVersion: number;
}

const findSessionRow = compileOnce((db, idHash) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select([
      'sessions.idHash',
      'sessions.expiresAt',
      'sessions.endsAt',
      'sessions.lastUsedAt',
      'sessions.createdAt',
      'sessions.passkeyAt',
      'sessions.securityVersion',
      'accounts.id',
      'accounts.email',
      'accounts.firstname',
      'accounts.lastname',
      'accounts.accountType',
    ])
    .where('sessions.idHash', '=', idHash)
    .whereRef('sessions.securityVersion', '=', 'accounts.securityVersion'),
);

/** Ignores a session that began before its account was recovered. */
export async function findSessionWithAccount(
  db: Db,
  idHash: string,
): Promise<{ session: StoredSession; account: SessionAccount } | undefined> {
  const row = await findSessionRow(db, idHash);
  if (!row) return undefined;
  const { id, email, firstname, lastname, accountType, ...session } = row;
  return { session: { ...session, accountId: id }, account: { id, email, firstname, lastname, accountType } };
}

export async function findAccountSessions(db: Db, accountId: string): Promise<StoredSession[]> {
  return db
    .selectFrom('sessions')
    .select(['idHash', 'accountId', 'expiresAt', 'endsAt', 'lastUsedAt', 'createdAt', 'passkeyAt'])
    .select('securityVersion')
    .where('accountId', '=', accountId)
    .execute();
}

/** Lists the owner's sessions that have not ended, most recently used first. */
export async function findActiveSessions(db: Db, accountId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
    .select(['sessions.id', 'idHash', 'device', 'sessions.createdAt', 'lastUsedAt'])
    .where('accountId', '=', accountId)
    .whereRef('sessions.securityVersion', '=', 'accounts.securityVersion')
    .where('expiresAt', '>', now)
    .where('endsAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('sessions.id')
    .execute();
}

export async function insertSession(
  db: Db,
  session: StoredSession & { device: string | null; isFromStaffToken: boolean },
): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export async function updateSessionExpiry(db: Db, idHash: string, expiresAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ expiresAt }).where('idHash', '=', idHash).execute();
}

export async function updateLastUse(db: Db, idHash: string, lastUsedAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ lastUsedAt }).where('idHash', '=', idHash).execute();
}

export async function isStaffTokenSession(db: Db, idHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('isFromStaffToken')
    .where('idHash', '=', idHash)
    .executeTakeFirst();
  return row?.isFromStaffToken ?? false;
}

export async function setPasskeyUse(trx: Trx, idHash: string, passkeyAt: Date): Promise<void> {
  await trx.updateTable('sessions').set({ passkeyAt }).where('idHash', '=', idHash).execute();
}

/** Closes the staff console in the account's other sessions, until they use a passkey again. */
export async function clearOtherPasskeyUses(trx: Trx, accountId: string, keptIdHash: string): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ passkeyAt: null })
    .where('accountId', '=', accountId)
    .where('idHash', '!=', keptIdHash)
    .execute();
}

export async function deleteSession(db: Db, idHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('idHash', '=', idHash).execute();
}

/** Keeps a session of an account that is being recovered. It must use a passkey again. */
export async function keepSession(trx: Trx, idHash: string, account: SecuredAccount): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ securityVersion: account.securityVersion, passkeyAt: null })
    .where('idHash', '=', idHash)
    .where('accountId', '=', account.id)
    .execute();
}

export async function hasSession(trx: Trx, idHash: string, account: SecuredAccount): Promise<boolean> {
  const row = await trx
    .selectFrom('sessions')
    .select('id')
    .where('idHash', '=', idHash)
    .where('accountId', '=', account.id)
    .where('securityVersion', '=', account.securityVersion)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteAccountSession(db: Db, accountId: string, id: string): Promise<void> {
  await db.deleteFrom('sessions').where('accountId', '=', accountId).where('id', '=', id).execute();
}

export async function deleteOtherSessions(
  db: Db,
  accountId: string,
  keptIdHash: string | null,
): Promise<void> {
  let query = db.deleteFrom('sessions').where('accountId', '=', accountId);
  if (keptIdHash !== null) query = query.where('idHash', '!=', keptIdHash);
  await query.execute();
}

export async function deleteSessionsEndedBefore(db: Db, instant: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('expiresAt', '<', instant), eb('endsAt', '<', instant)]))
    .execute();
}
