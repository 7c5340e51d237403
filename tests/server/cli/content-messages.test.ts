import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { contentCommand } from '#server/app/cli/commands/content.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeMessage, makeSetting, makeSubscriber } from '#tests/helpers/factories/content.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = testDb();
const folder = temporaryFolder();
const now = () => new Date('2026-11-22T12:00:00Z');
let jobs = recordingJobQueue();

async function run(...args: string[]) {
  let output = '';
  const deps = { db: database.db, now, config: loadConfig({}), openJobs: async () => jobs };
  const write = async (text: string) => {
    output += text;
  };
  return {
    ...(await executeCommand(contentCommand, deps, args, { ...SILENT_IO, write })),
    written: output,
  };
}

describe('npm run content -- messages and newsletter', () => {
  beforeEach(async () => {
    const { db } = database;
    jobs = recordingJobQueue();
    await makeSetting(db, 'supportEmail', 'support@card.example');
    await db.deleteFrom('messages').execute();
    await db.deleteFrom('newsletterSubscribers').execute();
    await makeMessage(db, { fields: [{ label: 'Message', value: '=HYPERLINK("x")\nHello' }] });
    await makeMessage(db, {
      kind: 'educator',
      name: 'Bot',
      email: 'bot@example.com',
      suspicion: 'too soon',
    });
    await makeSubscriber(db, 'zoe@example.com');
    await makeSubscriber(db, 'bot@example.com', 'hidden field');
  });

  test('messages export filters by --suspected and --kind', async () => {
    const { written } = await run('messages', 'export', '-');
    expect(written).toContain('Hello');
    expect(written).not.toContain('bot@example.com');
    expect((await run('messages', 'export', '-', '--suspected')).written).toMatch(
      /bot@example.com,.*,too soon/,
    );
    expect((await run('messages', 'export', '-', '--kind', 'educator')).written.split('\n')).toHaveLength(2);
  });

  test('messages export writes a private file without formulas', async () => {
    const file = join(folder(), 'messages.csv');
    expect((await run('messages', 'export', file)).output).toBe(`Written to ${file}.`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain('"Message: =HYPERLINK');
    await makeMessage(database.db, { name: '=1+1' });
    expect((await run('messages', 'export', '-')).written).toContain(",'=1+1,");
  });

  test('newsletter send shows the issue, and with --yes sends it once to each subscriber', async () => {
    await makeSubscriber(database.db, 'ann@example.com');
    await makeSetting(database.db, 'postalAddress', '1600 Broadway, Denver, CO 80202');
    const file = join(folder(), 'newsletter.txt');
    await writeFile(file, 'News of October\n\nTwelve businesses\njoined.\n\n\nSee them.\n');
    expect(await run('newsletter', 'send', file)).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('Subscribers: 2. Nothing was sent.'),
    });
    expect(jobs.of('mail')).toEqual([]);
    for (let times = 0; times < 2; times++) {
      expect(await run('newsletter', 'send', file, '--yes')).toMatchObject({
        output: 'On its way to 2 subscribers.',
      });
    }
    const props = { subject: 'News of October', paragraphs: ['Twelve businesses joined.', 'See them.'] };
    expect(jobs.of('mail')).toMatchObject([{ mail: 'newsletter', props }, { props }]);
    await writeFile(file, 'A subject alone');
    expect((await run('newsletter', 'send', file)).exitCode).toBe(1);
  });

  test('messages forget deletes only one person’s messages', async () => {
    await makeMessage(database.db, { email: 'Other@Example.com' });
    expect((await run('messages', 'forget', 'ZOE@example.com')).output).toBe(
      '1 message from ZOE@example.com deleted, and the newsletter subscription.',
    );
    expect((await run('messages', 'export', '-')).written).toContain('Other@Example.com');
    expect((await run('newsletter', 'list')).output).toBe('There are no subscribers.');
  });

  test('newsletter list and export show the subscribers', async () => {
    expect((await run('newsletter', 'list')).output).toMatch(/^zoe@example\.com {2}\S+$/);
    expect((await run('newsletter', 'list', '--suspected')).output).toMatch(/^bot@example\.com/);
    expect((await run('newsletter', 'export', '-')).written).toMatch(/^email,since\nzoe@example\.com,/);
  });
});
