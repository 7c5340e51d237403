import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { COMMANDS, type CommandName } from '#server/app/cli/commands.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = seededTestDb();
const server = testApp(database);
const newFolder = temporaryFolder();

beforeAll(async () => {
  await makeAccount(database.db, { email: 'anna@example.com' });
  await makeAccount(database.db, { email: 'stella@example.com', accountType: 10 });
});

async function run(name: CommandName, ...args: string[]) {
  const { db, now, config, jobs } = server.deps;
  const deps = { db, now, config, openJobs: async () => jobs };
  const { exitCode, output } = await executeCommand(await COMMANDS[name](), deps, args);
  expect(exitCode, output).toBe(0);
  return output;
}

async function importContent(name: string, text: string): Promise<void> {
  const file = join(newFolder(), name);
  await writeFile(file, text);
  await run('content', 'import', file);
}

const readEntries = () => database.db.selectFrom('auditLog').selectAll().orderBy('id').execute();

test.each<[string, () => Promise<unknown>, object]>([
  [
    'account.set-type',
    () => run('accounts', 'set-type', 'anna@example.com', 'educator'),
    { change: { before: '0', after: '3' } },
  ],
  [
    'staff-token.create',
    () => run('staff-token', 'stella@example.com'),
    { change: { before: null, after: expect.stringMatching(/^valid until 20/) } },
  ],
  [
    'setting.change',
    () => importContent('settings.json', '{"contactHours":"Mon-Fri"}'),
    { subject: 'setting:contactHours', change: { before: expect.any(String), after: 'Mon-Fri' } },
  ],
  [
    'text.publish',
    () => importContent('privacy.html', '<h2>Privacy</h2><p>New words.</p>'),
    { subject: 'text:PRIVACY', change: { before: 'version 1', after: 'version 2' } },
  ],
  [
    'mail.suppress',
    () => run('mails', 'suppress', 'zoe@example.com'),
    { change: { before: null, after: 'z•••@example.com' } },
  ],
  [
    'mail.unsuppress',
    () => run('mails', 'unsuppress', 'zoe@example.com'),
    { change: { before: 'z•••@example.com', after: null } },
  ],
])('[D52] the command behind %s is recorded with its change', async (action, act, expected) => {
  const countBefore = (await readEntries()).length;
  await act();
  const entries = (await readEntries()).slice(countBefore);
  expect(entries.at(-1)).toMatchObject({ action, actorId: null, ...expected });
});

test('[D52] setting a setting to its current value adds no entry', async () => {
  const settings = '{"contactHours":"Sat"}';
  await importContent('settings.json', settings);
  const countBefore = (await readEntries()).length;
  await importContent('settings.json', settings);
  expect(await readEntries()).toHaveLength(countBefore);
});

test('[D52] the audit log does not keep the email of a person whose messages were deleted', async () => {
  await run('content', 'messages', 'forget', 'zoe@example.com');
  const entries = await readEntries();
  expect(entries.at(-1)).toMatchObject({ action: 'sender.forget' });
  expect(JSON.stringify(entries)).not.toContain('zoe@example.com');
});
