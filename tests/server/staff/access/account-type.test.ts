import { expect, test } from 'vitest';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { actTwice } from '#tests/helpers/staff.ts';

const MINUTE_MS = 60_000;
const database = testDb();
const server = testApp(database, { limits: NO_LIMITS });
const makeStaff = (accountType: 10 | 42) => makeAccount(database.db, { accountType });

async function setType(staff: TestAccount, id: string, type: string, passkeyAt = new Date()) {
  const { setType: action } = server.staffCaller(staff, { passkeyAt }).staff.access;
  const values = { id, type };
  const { version } = await action.preview({ values });
  return action.perform({ values, version, reason: 'New role' });
}

const findAccount = (id: string) =>
  database.db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('[D39] staff change an account’s type, which gives an affiliate a code and is audited', async () => {
  const admin = await makeStaff(10);
  const { id, email } = await makeAccount(database.db);
  expect(await setType(admin, id, '3')).toEqual({ message: `${email} is now educator.` });
  expect(await findAccount(id)).toMatchObject({ accountType: 3, referenceCode: expect.any(String) });
  const entry = await database.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'reason', 'change'])
    .where('subject', '=', `account:${id}`)
    .executeTakeFirst();
  expect(entry).toEqual({
    actorId: admin.id,
    action: 'account.set-type',
    reason: 'New role',
    change: { before: '0', after: '3' },
  });
});

test('[D57] only developers add or remove staff, with a passkey of the last ten minutes', async () => {
  const [admin, developer] = [await makeStaff(10), await makeStaff(42)];
  const { id } = await makeAccount(database.db);
  await expect(setType(admin, id, '42')).rejects.toThrow('Only developers can add or remove staff.');
  await expect(setType(admin, developer.id, '0')).rejects.toThrow('Only developers can add or remove staff.');
  const staleTime = new Date(Date.now() - 11 * MINUTE_MS);
  await expect(setType(developer, id, '10', staleTime)).rejects.toMatchObject({
    cause: expect.objectContaining({ code: 'PASSKEY_REQUIRED' }),
  });
  await setType(developer, id, '10');
  expect(await findAccount(id)).toMatchObject({ accountType: 10 });
});

test('the second of two people who change an account’s type is refused', async () => {
  const { setType: action } = server.staffCaller(await makeStaff(10)).staff.access;
  const { id } = await makeAccount(database.db);
  expect(await actTwice(action, { id, type: '3' })).toMatchObject({ cause: { code: 'CHANGED_SINCE' } });
});
