import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import type { DeadLetter } from '#server/platform/jobs/dead-letter.repository.ts';
import { buildTestApp, NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';

const database = testDb();
const letters: DeadLetter[] = [];
const queue = recordingJobQueue();
const server = testApp(database, {
  limits: NO_LIMITS,
  jobs: {
    ...queue,
    deadLetters: {
      ...queue.deadLetters,
      list: async ({ ids }) => letters.filter(({ id }) => ids?.includes(id)),
      lock: async (_, { ids }) => letters.filter(({ id }) => ids?.includes(id)),
    },
  },
});
let developer: TestAccount;
let admin: TestAccount;

beforeAll(async () => {
  developer = await makeAccount(database.db, { accountType: 42 });
  admin = await makeAccount(database.db, { accountType: 10 });
});

function addLetter(): DeadLetter {
  const now = new Date();
  const letter = {
    id: newId(),
    queue: 'mail',
    payload: { mail: 'welcome', to: 'zoe@example.com', props: { firstname: 'Zoe' } },
    error: 'no mailbox zoe@example.com',
    attempts: 5,
    enqueuedAt: now,
    failedAt: now,
    keptUntil: now,
    rowId: newId(),
  };
  letters.push(letter);
  return letter;
}

const readAudit = (subject: string) =>
  database.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'reason'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();

describe('System', () => {
  test('is for developers only', async () => {
    const { system, lists } = server.staffCaller(admin).staff;
    for (const call of [
      () => system.state(),
      () => system.check(),
      () => system.job({ id: newId() }),
      () => system.retry.preview({ values: { ids: [newId()] } }),
      () => system.replay.preview({ values: { id: 'evt_1' } }),
      () => lists.read({ list: 'webhooks' }),
      () => lists.read({ list: 'failed-jobs' }),
    ]) {
      await expect(call()).rejects.toThrow('You don’t have permission to do this.');
    }
  });

  test('[D52] masks a failed job until it is opened with a reason', async () => {
    const { id } = addLetter();
    const { system } = server.staffCaller(developer).staff;
    const maskedJob = JSON.stringify(await system.job({ id }));
    expect(maskedJob).not.toMatch(/zoe/i);
    const openedJob = await system.openJob({ id, reason: 'The member called' });
    expect(openedJob.payload).toContain('zoe@example.com');
    expect(await readAudit(`job:${id}`)).toEqual([
      { actorId: developer.id, action: 'job.open', reason: 'The member called' },
    ]);
  });

  test.each(['retry', 'drop'] as const)('[D52] audits a %s with its reason', async (verb) => {
    const { id } = addLetter();
    const action = server.staffCaller(developer).staff.system[verb];
    const values = { ids: [id] };
    const { version } = await action.preview({ values });
    await action.perform({ values, version, reason: 'Mail works again' });
    expect(await readAudit(`job:${id}`)).toEqual([
      { actorId: developer.id, action: `job.${verb}`, reason: 'Mail works again' },
    ]);
  });

  test('refuses to retry a job that failed again since the preview', async () => {
    const letter = addLetter();
    const { retry } = server.staffCaller(developer).staff.system;
    const values = { ids: [letter.id] };
    const { version } = await retry.preview({ values });
    letter.rowId = newId();
    await expect(retry.perform({ values, version, reason: 'Again' })).rejects.toThrow('Someone else changed');
  });

  test('refuses to replay a webhook that someone else has replayed since the preview', async () => {
    const event = { id: 'evt_stale', type: 'charge.refunded', objectId: 'ch_1', receivedAt: new Date() };
    await database.db
      .insertInto('stripeEvents')
      .values({ ...event, outcome: 'failed', reason: 'timeout', settledAt: new Date(), jobId: newId() })
      .execute();
    const { replay } = server.staffCaller(developer).staff.system;
    const values = { id: event.id };
    const { version } = await replay.preview({ values });
    await database.db
      .updateTable('stripeEvents')
      .set({ jobId: newId() })
      .where('id', '=', event.id)
      .execute();
    await expect(replay.perform({ values, version, reason: 'Again' })).rejects.toThrow(
      'Someone else changed',
    );
  });

  test('[D62] shows which settings are set and what stands in, and never a secret', async () => {
    const settings = {
      ...PRODUCTION_WITH_STANDINS,
      IDENTITY_SECRET: 'a-secret-of-the-signer-0123456789',
      SMTP_URL: 'smtp://cards:mail-password@127.0.0.1:9',
      MAIL_FROM: 'Everything Card <cards@card.example>',
    };
    const production = await buildTestApp(database.db, { limits: NO_LIMITS, settings });
    const { system } = production.staffCaller(developer).staff;
    const state = await system.state();
    const text = JSON.stringify([state, await system.check()]);
    for (const secret of ['a-secret-of-the-signer', 'mail-password']) expect(text).not.toContain(secret);
    expect(state.settings).toContainEqual({ name: 'smtpUrl', value: 'set' });
    expect(state.settings).toContainEqual({ name: 'production', value: 'yes' });
    expect(state.standIns.join()).toContain('Apple Wallet');
    await production.close();
  });
});
