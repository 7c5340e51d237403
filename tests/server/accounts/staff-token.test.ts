import { describe, expect, test } from 'vitest';
import { createStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';

const REFUSED = 'This token isn’t valid, was already used, or has expired.';
const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });

const makeStaff = (accountType = 10) => makeAccount(database.db, { accountType });

describe('a staff token', () => {
  test.each([10, 42])('[D11] logs in account type %i, once', async (accountType) => {
    const staff = await makeStaff(accountType);
    const { token } = await createStaffToken(app.deps, staff);
    const visitor = await app.visitor();
    expect(await visitor.trpc('mutation', 'accounts.staffLogin', { token: ` ${token}\n` })).toMatchObject({
      status: 200,
      data: { id: staff.id },
    });
    expect((await visitor.trpc('query', 'viewer.user')).data).toMatchObject({ id: staff.id, accountType });

    const secondVisitor = await app.visitor();
    const { status, error } = await secondVisitor.trpc('mutation', 'accounts.staffLogin', { token });
    expect(status).toBe(401);
    expect(error.message).toBe(REFUSED);
    expect(secondVisitor.cookies.has('session')).toBe(false);
  });

  test('[D11] logs in only one of several concurrent requests', async () => {
    const { token } = await createStaffToken(app.deps, await makeStaff());
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => app.caller().accounts.staffLogin({ token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('[D11] expires after ten minutes', async () => {
    let time = new Date('2026-11-21T12:00:00Z');
    const laterApp = await buildTestApp(database.db, { limits: NO_LIMITS, now: () => time });
    const [validToken, expiredToken] = [
      await createStaffToken(laterApp.deps, await makeStaff()),
      await createStaffToken(laterApp.deps, await makeStaff()),
    ];
    expect(validToken.expiresAt).toEqual(new Date('2026-11-21T12:10:00Z'));
    time = new Date('2026-11-21T12:09:59Z');
    await expect(laterApp.caller().accounts.staffLogin(validToken)).resolves.toHaveProperty('id');
    time = new Date('2026-11-21T12:10:00Z');
    await expect(laterApp.caller().accounts.staffLogin(expiredToken)).rejects.toThrow(REFUSED);
    await laterApp.close();
  });

  test('[D11] is stored as a hash', async () => {
    const { token } = await createStaffToken(app.deps, await makeStaff());
    const rows = await database.db.selectFrom('staffTokens').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([0, 1, 2, 3])('[S6 staff] cannot be created for account type %i', async (accountType) => {
    const account = await makeAccount(database.db, { accountType });
    await expect(createStaffToken(app.deps, account)).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
  });

  test('[S6 staff] is refused if its account is no longer staff', async () => {
    const former = await makeStaff();
    const { token } = await createStaffToken(app.deps, former);
    await database.db.updateTable('accounts').set({ accountType: 0 }).where('id', '=', former.id).execute();
    await expect(app.caller().accounts.staffLogin({ token })).rejects.toThrow(REFUSED);
  });

  test.each(['', '   '])("is required: 'Required Field' for %j", async (token) => {
    const { error } = await (await app.visitor()).trpc('mutation', 'accounts.staffLogin', { token });
    expect(error.data.fieldErrors).toEqual({ token: 'Required Field' });
  });

  test('is refused if unknown', async () => {
    await expect(app.caller().accounts.staffLogin({ token: 'a'.repeat(32) })).rejects.toThrow(REFUSED);
  });
});
