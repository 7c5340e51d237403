import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMessage, makeSetting, makeSubscriber } from '#tests/helpers/factories/content.ts';
import { act, actTwice, listAudit, listRows, makeStaff, REASON } from '#tests/helpers/staff.ts';

const database = testDb();
const NOW = new Date('2026-11-23T18:00:00Z');
const server = testApp(database, { now: () => NOW, limits: NO_LIMITS });
let staff: TestAccount;

const caller = () => server.staffCaller(staff);
const messages = () => caller().staff.messages;
const ids = async (input: Parameters<typeof listRows>[2]) =>
  (await listRows(caller(), 'messages', input)).map(({ id }) => id);

beforeEach(async () => {
  const { db } = database;
  await db.deleteFrom('messages').execute();
  await db.deleteFrom('newsletterSubscribers').execute();
  staff = await makeStaff(db);
});

describe('messages to staff', () => {
  test('are marked as answered, with who and when, and opened again', async () => {
    const id = await makeMessage(database.db, { name: 'Zoë Smith' });
    await act(messages().answer, { id });
    expect(await listRows(caller(), 'messages', { filters: { state: 'answered' } })).toMatchObject([
      { id, state: 'Answered', answered: NOW.toISOString(), answeredBy: 'Sam Stone' },
    ]);
    await act(messages().reopen, { id });
    expect(await ids({ filters: { state: 'open' } })).toEqual([id]);
    const by = { actorId: staff.id, reason: REASON };
    expect(await listAudit(database.db, `message:${id}`)).toEqual([
      { ...by, action: 'message.answer', change: { before: 'open', after: 'answered' } },
      { ...by, action: 'message.reopen', change: { before: 'answered', after: 'open' } },
    ]);
  });

  test('are answered once: the second person is refused', async () => {
    const id = await makeMessage(database.db);
    await expect(actTwice(messages().answer, { id })).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    await expect(act(messages().answer, { id })).rejects.toThrow('Someone else changed this');
  });

  test('are accepted if they only looked like spam, and then mailed to the support address', async () => {
    await makeSetting(database.db, 'supportEmail', 'support@card.example');
    const id = await makeMessage(database.db, { suspicion: 'too soon' });
    expect(await ids({ filters: { state: 'suspected' } })).toEqual([id]);
    await expect(act(messages().answer, { id })).rejects.toThrow('Someone else changed this');
    await expect(actTwice(messages().release, { id })).resolves.toMatchObject({
      message: expect.stringContaining('Someone else changed this'),
    });
    expect(await messages().detail({ id })).toMatchObject({ state: 'open' });
    expect(server.jobs.of('mail')).toContainEqual(expect.objectContaining({ mail: 'staff-message' }));
    expect(await listAudit(database.db, `message:${id}`)).toMatchObject([
      { action: 'message.release', actorId: staff.id, reason: REASON },
    ]);
  });

  test('are found by kind and by a part of a name or an address', async () => {
    const contact = await makeMessage(database.db, { name: 'Ann Weaver', email: 'ann@weaver.example' });
    const educator = await makeMessage(database.db, {
      kind: 'educator',
      name: 'Bob',
      email: 'b@school.example',
    });
    expect(await ids({ filters: { kind: 'educator' } })).toEqual([educator]);
    expect(await ids({ search: 'EAVER' })).toEqual([contact]);
    expect(await ids({ search: 'school' })).toEqual([educator]);
    expect(await ids({ search: 'we' })).toEqual([contact]);
    expect(await ids({ search: 'ea' })).toEqual([]);
  });

  test('are found by a word that thousands have', async () => {
    const { db } = database;
    const common = await makeMessage(db, { name: 'Ann Weaver' });
    await sql`insert into messages (id, kind, name, email, digest, fields, received_at)
      select gen_random_uuid(), kind, name, email, number, fields, received_at
      from messages, generate_series(1, 2001) number where id = ${common}`.execute(db);
    const educator = await makeMessage(db, { kind: 'educator', name: 'Bob Weaver' });
    await makeMessage(db, { kind: 'educator', name: 'Bob Smith' });
    for (const search of ['we', 'WEAVER']) {
      expect(await ids({ search, filters: { kind: 'educator' } })).toEqual([educator]);
    }
  });

  test('leave a trace when they are opened', async () => {
    const id = await makeMessage(database.db);
    await messages().detail({ id });
    expect((await messages().detail({ id })).timeline).toMatchObject([
      { title: 'Personal data opened', by: 'Sam Stone' },
      { title: 'Personal data opened', by: 'Sam Stone' },
    ]);
  });
});

describe('the newsletter', () => {
  test('lists and counts only the addresses that get it', async () => {
    const { db } = database;
    await makeSubscriber(db, 'zoe@example.com');
    await makeSubscriber(db, 'bot@example.com', 'hidden field');
    for (const reason of ['rejected', 'unsubscribed'] as const) {
      const email = `${reason}@example.com`;
      await makeSubscriber(db, email);
      await insertSuppression(db, { email, reason, suppressedAt: NOW });
    }
    expect(await messages().newsletter()).toEqual({ subscribers: 1 });
    expect(await listRows(caller(), 'newsletter')).toMatchObject([{ email: 'zoe@example.com' }]);
  });
});
