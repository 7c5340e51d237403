import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { jobsCommand } from '#server/app/cli/commands/jobs.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { newId } from '#server/lib/ids.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { resendMail } from '#server/platform/jobs/mail-record.service.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { BOTH_DATABASES } from '#tests/db/both-databases.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { enqueueMails, mailHandlers, readMailStates } from './mail-jobs.ts';
import { openQueue, QUICK_TIMING } from './test-queue.ts';

describe.each(BOTH_DATABASES)('a job that failed for good, on $name', ({ open }) => {
  const database = open();
  afterEach(() => sql`delete from pgboss.job`.execute(database.db));

  /** Opens a queue on which emails fail for good with the given error. */
  async function openBrokenQueue(error: string) {
    const queue = await openQueue(database);
    const mailer: { error: string | null; sent: Array<{ to: string; jobId: string }> } = { error, sent: [] };
    const handlers = mailHandlers(async () => {});
    handlers.mail = async ({ to }, jobId) => {
      if (mailer.error) throw new Error(mailer.error);
      mailer.sent.push({ to, jobId });
    };
    const fail = async (to: string) => {
      const id = newId();
      await enqueueMails(queue, database.client, [to], id);
      await sql`update pgboss.job set retry_limit = 0 where id = ${id}`.execute(database.db);
      return id;
    };
    return { queue, mailer, fail, start: () => queue.startWorkers(handlers) };
  }

  function run(jobs: JobQueue, ...args: string[]) {
    const deps = {
      db: database.db,
      now: () => new Date(),
      config: loadConfig({}),
      openJobs: async () => jobs,
    };
    return executeCommand(jobsCommand, deps, args);
  }

  const audit = async (id: string) => {
    const subject = `job:${id}`;
    const query = database.db.selectFrom('auditLog').select(['actorId', 'action', 'reason']).orderBy('id');
    return query.where('subject', '=', subject).execute();
  };

  test('is counted and listed without names, and runs again under the same id', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { queue, mailer, fail, start } = await openBrokenQueue('450 <zoe@example.com>: try later');
    const [id, otherId] = [await fail('zoe@example.com'), await fail('ann@example.com')];
    await start();
    await expect.poll(() => queue.deadLetters.count()).toEqual([{ queue: 'mail', count: 2 }]);

    const { output: list } = await run(queue, 'list');
    expect(list).toMatch(/^mail: 2\n/);
    expect(list).toContain('z•••@example.com');
    expect(list).not.toMatch(/zoe|Zoë|ann@/);
    const { output: masked } = await run(queue, 'show', id);
    expect(masked).toContain('"props":{"firstname":"•••"}');
    expect(masked).not.toContain('zoe@');
    const by = ['--by', staff.email, '--reason', 'The mail server is back'];
    const { output: full } = await run(queue, 'show', id, '--full', ...by);
    expect(full).toContain('"props":{"firstname":"Zoë"}');
    expect(full).toContain('450 <zoe@example.com>');

    mailer.error = null;
    expect(await run(queue, 'retry', id, ...by)).toEqual({ exitCode: 0, output: '1 job will run again.' });
    await expect.poll(() => mailer.sent).toEqual([{ to: 'zoe@example.com', jobId: id }]);
    expect(await queue.deadLetters.count()).toEqual([{ queue: 'mail', count: 1 }]);
    expect(await run(queue, 'retry', id, ...by)).toMatchObject({ exitCode: 1 });
    const reason = 'The mail server is back';
    expect(await audit(id)).toEqual([
      { actorId: staff.id, action: 'job.open', reason },
      { actorId: staff.id, action: 'job.retry', reason },
    ]);

    expect(await run(queue, 'drop', '--queue', 'mail', ...by)).toEqual({
      exitCode: 0,
      output: '1 job dropped.',
    });
    expect(await audit(otherId)).toEqual([{ actorId: staff.id, action: 'job.drop', reason }]);
    expect(await run(queue, 'list')).toMatchObject({ output: 'No jobs have failed permanently.' });
    expect(mailer.sent).toHaveLength(1);
  });

  test('is an email that is waiting once it runs again, so that nobody sends it twice', async () => {
    const { queue, fail, start } = await openBrokenQueue('450 try later');
    const id = await fail('zoe@example.com');
    await start();
    await expect.poll(async () => (await queue.mails.find(id))?.state).toBe('failed');
    await queue.stop();
    const idleQueue = await openQueue(database, { ...QUICK_TIMING, pollSeconds: 3_600 });
    const { id: actorId } = await makeAccount(database.db, { accountType: 10 });
    const resend = () =>
      resendMail({ db: database.db, jobs: idleQueue, now: () => new Date() }, id, {
        actorId,
        reason: 'Again',
      });
    await resend();
    await expect(resend()).rejects.toMatchObject({ code: 'MAIL_WAITING' });
  });

  test('is erased with the address in it, as finished jobs are, and a waiting one is deleted after it ran', async () => {
    const { queue, mailer, fail, start } = await openBrokenQueue('the mail server is down');
    await fail('Zoe@Example.com');
    await fail('ann@example.com');
    await start();
    await expect.poll(() => queue.deadLetters.count()).toEqual([{ queue: 'mail', count: 2 }]);
    await queue.stop();
    mailer.error = null;
    const idleQueue = await openQueue(database, { ...QUICK_TIMING, pollSeconds: 3_600 });
    await enqueueMails(idleQueue, database.client, ['zoe@example.com']);
    await inTransaction(database.db, (trx) => idleQueue.eraseAddress(trx, 'zoe@example.com'));
    expect(await idleQueue.deadLetters.list({}, 10)).toMatchObject([{ payload: { to: 'ann@example.com' } }]);
    expect(await readMailStates(database.client)).toEqual({
      'ann@example.com': 'failed',
      'zoe@example.com': 'created',
    });
    const { rows } = await sql`select deletion_seconds, dead_letter from pgboss.job
      where state = 'created' and data ->> 'to' = 'zoe@example.com'`.execute(database.db);
    expect(rows).toEqual([{ deletionSeconds: 1, deadLetter: null }]);
  });

  test('is not touched by a command with wrong arguments', async () => {
    const wrongCommands = [
      '',
      'list x',
      'list --limit 0',
      'show x',
      'retry',
      `drop ${newId()}`,
      'drop --queue mail',
    ];
    for (const line of [...wrongCommands, `retry ${newId()} --queue mail --by a@b.co --reason x`]) {
      expect(await run(recordingJobQueue(), ...line.split(' '))).toMatchObject({ exitCode: 2 });
    }
  });
});
