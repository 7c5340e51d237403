import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  newPasswordForm,
  type PasswordResetRequest,
  passwordResetForm,
} from '#server/domains/accounts/password-reset.schema.ts';
import { createResetToken, sendPasswordReset } from '#server/domains/accounts/password-reset.service.ts';
import { ensureHouseAccount } from '#server/domains/accounts/provided-account.service.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';
import { buildTestApp, NO_LIMITS, type TestApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';

const DEAD = 'This link no longer works. Please request a new email.';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
let account: TestAccount;

beforeEach(async () => {
  account = await makeAccount(database.db, { password: 'secret-1' });
});

const choose = (token: string, password = 'secret-2') =>
  app.caller().accounts.passwordReset.complete({ token, password, confirm: password });
const login = (password: string) => app.caller().accounts.login({ email: account.email, password });

async function createLinkToken(): Promise<string> {
  return createResetToken(app.deps, account);
}

describe('requesting a password reset', () => {
  test.each(['', '  ', undefined, null])(
    "[S5 reset] with the address %j returns 'Please enter an email'",
    (email) => {
      const result = passwordResetForm.safeParse({ email });
      expect(result.success ? {} : toFieldErrors(result.error)).toEqual({ email: 'Please enter an email' });
    },
  );

  test("[S5 reset] requires either an address or an id: 'Please enter an email'", async () => {
    const visitor = await app.visitor();
    for (const input of [{}, { email: '' }, { email: account.email, id: account.id }]) {
      const { status, error } = await visitor.trpc('mutation', 'accounts.passwordReset.request', input);
      expect(status).toBe(400);
      expect(error.data.fieldErrors).toEqual({ email: 'Please enter an email' });
    }
  });

  test('[D10] returns and enqueues the same for known and unknown accounts', async () => {
    const visitor = await app.visitor();
    const inputs = [
      { email: account.email },
      { email: 'nobody@example.com' },
      { id: account.id },
      { id: '00000000-0000-4000-8000-000000000000' },
      { id: 'nonsense' },
    ];
    const jobsBefore = app.jobs.of('password-reset').length;
    for (const input of inputs) {
      const { status, data } = await visitor.trpc('mutation', 'accounts.passwordReset.request', input);
      expect({ status, data }).toEqual({ status: 200, data: undefined });
    }
    expect(app.jobs.of('password-reset').slice(jobsBefore)).toEqual(inputs);
  });

  test('[D50] stores no secret in the queue', async () => {
    await app.caller().accounts.passwordReset.request({ email: account.email });
    expect(app.jobs.of('password-reset').at(-1)).toEqual({ email: account.email });
  });
});

describe('the reset email', () => {
  /** Runs the job of a reset request, and the jobs that it enqueues. */
  async function requestReset(input: PasswordResetRequest, targetApp: TestApp = app): Promise<void> {
    const before = targetApp.jobs.of('password-reset').length;
    await sendPasswordReset(targetApp.deps, input, crypto.randomUUID());
    for (const next of targetApp.jobs.of('password-reset').slice(before)) {
      const { accountId } = z.strictObject({ accountId: z.uuid() }).parse(next);
      await sendPasswordReset(targetApp.deps, { accountId }, crypto.randomUUID());
    }
  }
  const mailsToMaria = (targetApp: TestApp = app) =>
    targetApp.mailer.sent.filter(({ to }) => to === account.email);

  test('[S2 reset password] goes to the account found by address or id, with a working link', async () => {
    await requestReset({ email: account.email.toUpperCase() });
    await requestReset({ id: account.id });
    const mails = mailsToMaria();
    expect(mails.map(({ subject }) => subject)).toEqual(['Reset your password', 'Reset your password']);
    for (const { text, html } of mails) {
      expect(text).toContain('http://localhost:3000/setpassword#token=');
      expect(html).toContain('http://localhost:3000/setpassword#token=');
    }
    const token = /#token=([\w.-]+)/.exec(mails[0]?.text ?? '')?.[1] ?? '';
    await choose(token);
    await expect(login('secret-2')).resolves.toEqual({ id: account.id });
  });

  test('[D10] is not sent for an unknown account', async () => {
    await ensureHouseAccount(database.db);
    const houseAccount = await database.db
      .selectFrom('accounts')
      .select(['id', 'email'])
      .where('isHouse', '=', true)
      .executeTakeFirstOrThrow();
    const before = app.mailer.sent.length;
    await requestReset({ email: 'nobody@example.com' });
    await requestReset({ id: 'nonsense' });
    await requestReset({ id: houseAccount.id });
    await requestReset({ email: houseAccount.email });
    expect(app.mailer.sent).toHaveLength(before);
  });

  test('[D18] is retried while email can’t be sent, and counted once', async () => {
    let isDown = true;
    const recipients: string[] = [];
    const mailer = {
      isStandIn: true,
      send: async ({ to }: { to: string }) => {
        if (isDown) throw new Error('no connection');
        recipients.push(to);
      },
    };
    const limitedApp = await buildTestApp(database.db, { mailer });
    const resendReset = () =>
      sendPasswordReset(limitedApp.deps, { accountId: account.id }, crypto.randomUUID());
    await expect(requestReset({ email: account.email }, limitedApp)).rejects.toThrow('no connection');
    for (let n = 0; n < 5; n++) await expect(resendReset()).rejects.toThrow('no connection');
    isDown = false;
    await resendReset();
    expect(recipients).toEqual([account.email]);
    await limitedApp.close();
  });

  test('[D49] is sent at most three times in 15 minutes', async () => {
    const at = new Date();
    const limitedApp = await buildTestApp(database.db, { now: () => at });
    for (let n = 0; n < 5; n++) await requestReset({ email: account.email }, limitedApp);
    expect(mailsToMaria(limitedApp)).toHaveLength(3);
    await limitedApp.close();
  });
});

describe('completing a password reset', () => {
  test('[S2 reset password] replaces the password', async () => {
    await choose(await createLinkToken());
    await expect(login('secret-1')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(login('secret-2')).resolves.toEqual({ id: account.id });
  });

  test('[S2 reset password] ends every session of the account and no other', async () => {
    const sessions = [await app.visitor(account), await app.visitor(account)];
    const otherVisitor = await app.visitor(await makeAccount(database.db));
    await choose(await createLinkToken());
    for (const visitor of sessions) expect((await visitor.trpc('query', 'viewer.user')).data).toBeNull();
    expect((await otherVisitor.trpc('query', 'viewer.user')).data).not.toBeNull();
  });

  test('[D50] works only once', async () => {
    const token = await createLinkToken();
    await choose(token);
    await expect(choose(token, 'secret-3')).rejects.toThrow(DEAD);
    await expect(login('secret-2')).resolves.toEqual({ id: account.id });
  });

  test('[D50] changes the password once if a link is used twice at the same time', async () => {
    const token = await createLinkToken();
    const outcomes = await Promise.allSettled(['secret-a', 'secret-b'].map((word) => choose(token, word)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]?.status === 'fulfilled' ? 'secret-a' : 'secret-b';
    await expect(login(winner)).resolves.toEqual({ id: account.id });
  });

  test('[D58] verifies the address that the link was sent to', async () => {
    account = await makeAccount(database.db, { emailVerifiedAt: null });
    await choose(await createLinkToken());
    const { emailVerifiedAt } = await database.db
      .selectFrom('accounts')
      .select('emailVerifiedAt')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(emailVerifiedAt).not.toBeNull();
    expect(app.jobs.of('list-trial')).toContainEqual({ accountId: account.id });
  });

  test('[D50] makes earlier links invalid', async () => {
    const [older, newer] = [await createLinkToken(), await createLinkToken()];
    await choose(newer);
    await expect(choose(older, 'secret-3')).rejects.toThrow(DEAD);
  });

  test('[D50] fails after an hour', async () => {
    let time = new Date('2026-11-21T12:00:00Z');
    const laterApp = await buildTestApp(database.db, { limits: NO_LIMITS, now: () => time });
    const token = await createResetToken(laterApp.deps, account);
    const complete = () =>
      laterApp.caller().accounts.passwordReset.complete({ token, password: 'secret-2', confirm: 'secret-2' });
    time = new Date('2026-11-21T13:00:00Z');
    await expect(complete()).rejects.toThrow(DEAD);
    time = new Date('2026-11-21T12:59:59Z');
    await expect(complete()).resolves.toBeUndefined();
    await laterApp.close();
  });

  test('[D50] refuses tokens of another purpose or server, and invalid ones', async () => {
    const otherServer = await buildTestApp(database.db, { limits: NO_LIMITS });
    const tokens = [
      await app.deps.signer.signAccess('id-token', account, { seconds: 3_600 }),
      await app.deps.signer.sign('receipt', account.id, { seconds: 3_600 }),
      await createResetToken(otherServer.deps, account),
      `${await createLinkToken()}x`,
      'nonsense',
      'a.b.c',
    ];
    for (const token of tokens) await expect(choose(token)).rejects.toThrow(DEAD);
    await expect(login('secret-1')).resolves.toEqual({ id: account.id });
    await otherServer.close();
  });

  test('[S5 register] validates the password, and a refused password does not use up the link', async () => {
    const token = await createLinkToken();
    const visitor = await app.visitor();
    const { status, error } = await visitor.trpc('mutation', 'accounts.passwordReset.complete', {
      token,
      password: '12345',
      confirm: '54321',
    });
    expect(status).toBe(400);
    expect(error.data.fieldErrors).toEqual({
      password: 'Password must be at least 6 characters!',
      confirm: 'Passwords do not match!',
    });
    expect(newPasswordForm.safeParse({ password: '', confirm: '' }).success).toBe(false);
    await expect(choose(token, account.email)).rejects.toThrow(
      'Please choose a password that is harder to guess.',
    );
    await expect(choose(token)).resolves.toBeUndefined();
  });
});
