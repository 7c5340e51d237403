import { expect, test } from 'vitest';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { mailsCommand } from '#server/app/cli/commands/mails.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { insertSuppression } from '#server/platform/mails/suppression.repository.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';

const database = testDb();
const now = () => new Date('2026-11-23T12:00:00Z');

function run(...args: string[]) {
  const deps = { db: database.db, now, config: loadConfig({}), openJobs: openRecordingJobs };
  return executeCommand(mailsCommand, deps, args, SILENT_IO);
}

test('npm run mails lists addresses, suppresses them, and removes the suppression', async () => {
  expect(await run('list')).toEqual({ exitCode: 0, output: 'No address is suppressed.' });
  expect(await run('suppress', 'Zoe@Example.com', 'ann@example.com')).toEqual({
    exitCode: 0,
    output: 'zoe@example.com  is suppressed.\nann@example.com  is suppressed.',
  });
  expect(await run('suppress', 'zoe@example.com')).toMatchObject({
    output: 'zoe@example.com  was suppressed before.',
  });
  await insertSuppression(database.db, {
    email: 'zoe@example.com',
    reason: 'unsubscribed',
    suppressedAt: new Date('2026-11-22T12:00:00Z'),
  });
  const { output } = await run('list');
  expect(output.split('\n').map((line) => line.split(/\s+/))).toEqual([
    ['ann@example.com', 'staff', now().toISOString()],
    ['zoe@example.com', 'staff', now().toISOString()],
    ['zoe@example.com', 'unsubscribed', '2026-11-22T12:00:00.000Z'],
  ]);
  expect(await run('unsuppress', 'ZOE@example.com')).toMatchObject({
    output: 'zoe@example.com  gets email again.',
  });
  expect(await run('unsuppress', 'zoe@example.com')).toMatchObject({
    output: 'zoe@example.com  was not suppressed.',
  });
  // Only the owner can lift this one.
  expect((await run('list')).output).toMatch(/zoe@example.com +unsubscribed/);
});

test.each([[[]], [['list', 'x']], [['suppress']], [['suppress', 'nobody']], [['remove', 'a@b.co']]])(
  'npm run mails refuses the arguments %j',
  async (args) => {
    expect(await run(...args)).toMatchObject({ exitCode: 2 });
  },
);
