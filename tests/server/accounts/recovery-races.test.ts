import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createResetToken } from '#server/domains/accounts/password-reset.service.ts';
import { verifyCredentials } from '#server/domains/accounts/sessions/session.service.ts';
import { endAccess } from '#server/platform/security/end-access.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { serverDescribe, testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const PASSWORD = 'a long password';
const NEW = { password: 'another long password', confirm: 'another long password' };
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const makeOwner = () => makeAccount(database.db, { password: PASSWORD });

describe('[D75] a call that began before the account was recovered', () => {
  test('starts no session with the password that it checked', async () => {
    const account = await makeOwner();
    const ctx = { deps: app.deps, ip: '127.0.0.1', knownBrowser: null };
    const checked = await verifyCredentials(ctx, { email: account.email, password: PASSWORD });
    await app.caller(account).accounts.profile.endOtherSessions();
    const { sessionId } = await app.deps.sessions.create(checked);
    expect(await app.deps.sessions.validate(sessionId)).toBeNull();
    expect(await app.caller(account).accounts.profile.sessions()).toEqual([]);
  });

  test.each<[string, (accounts: ReturnType<typeof app.caller>) => Promise<unknown>]>([
    [
      'change the email',
      ({ accounts }) => accounts.profile.changeEmail({ email: 'e@example.org', currentPassword: PASSWORD }),
    ],
    [
      'change the password',
      ({ accounts }) => accounts.profile.changePassword({ currentPassword: PASSWORD, ...NEW }),
    ],
    ['end the owner’s new sessions', ({ accounts }) => accounts.profile.endOtherSessions()],
    ['delete the account', ({ personalData }) => personalData.deleteAccount({ currentPassword: PASSWORD })],
  ])('cannot %s', async (_, call) => {
    const account = await makeOwner();
    const { sessionId } = await app.deps.sessions.create(account);
    await app.caller(account).accounts.profile.endOtherSessions();
    const caller = app.caller(account, { sessionId });
    await expect(call(caller)).rejects.toMatchObject({ cause: { code: 'NOT_SIGNED_IN' } });
    expect(await app.caller(account).accounts.profile.get()).toMatchObject({ pendingEmail: null });
    await expect(app.caller().accounts.login({ email: account.email, password: PASSWORD })).resolves.toEqual({
      id: account.id,
    });
  });
});

serverDescribe('[D75] a link that is used while the account is being recovered', () => {
  test('waits for the recovery, which ends it', async () => {
    const { db } = database;
    const account = await makeOwner();
    const token = await createResetToken(app.deps, account);
    const [ended, isUsed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recovery = inTransaction(db, async (trx) => {
      await endAccess(trx, account.id, { keptSessionId: null });
      ended.resolve();
      await isUsed.promise;
    });
    await ended.promise;
    const use = app
      .caller()
      .accounts.passwordReset.complete({ token, ...NEW })
      .then(
        () => null,
        (error: unknown) => error,
      );
    const countWaiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length;
    await expect.poll(countWaiting).toBe(1).finally(isUsed.resolve);
    await recovery;
    expect(await use).toMatchObject({ cause: { code: 'BAD_RESET_LINK' } });
  });
});
