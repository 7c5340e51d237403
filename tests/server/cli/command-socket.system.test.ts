import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';

const run = promisify(execFile);
const database = testDb();
const root = join(import.meta.dirname, '..', '..', '..');
let dataDir = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'everything-card-cli-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Starts a command socket on the test's database. */
async function serve(settings: Record<string, string> = {}) {
  const config = loadConfig({ DATA_DIR: dataDir, ...settings });
  const log = recordingLogger();
  const close = await startCommandSocket({
    db: database.db,
    now: () => new Date(),
    config,
    jobs: recordingJobQueue(),
    log,
  });
  return { config, log, close };
}

async function sendRequest(request: string): Promise<string> {
  const socket = connect({ path: join(dataDir, 'command.sock'), allowHalfOpen: true });
  socket.end(request);
  return text(socket);
}

describe('the command socket', () => {
  test('[D46] runs a command inside the server that owns the database', async () => {
    const { email } = await makeAccount(database.db);
    const server = await serve();
    expect(await dispatchCommand(server.config, 'accounts', ['set-type', email, 'admin'])).toEqual({
      exitCode: 0,
      output: `${email} is now 10 (admin).`,
    });
    expect(await dispatchCommand(server.config, 'accounts', ['show', 'nobody@example.com'])).toMatchObject({
      exitCode: 1,
    });
    await server.close();
  });

  test('[D46] is private to its owner, and removed with the server', async () => {
    const path = join(dataDir, 'command.sock');
    const umask = process.umask();
    const server = await serve();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(process.umask()).toBe(umask);
    await server.close();
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('[D46] replaces the socket of a killed server', async () => {
    await writeFile(join(dataDir, 'command.sock'), '');
    const server = await serve();
    expect(await dispatchCommand(server.config, 'accounts', ['list', '--limit', '1'])).toMatchObject({
      exitCode: 0,
    });
    await server.close();
  });

  test('[D46] is not opened with DATABASE_URL', async () => {
    const server = await serve({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
    await expect(stat(join(dataDir, 'command.sock'))).rejects.toMatchObject({ code: 'ENOENT' });
    await server.close();
  });

  test.each(['', 'nonsense', '{}', '{"command":7,"args":[]}', '{"command":"accounts"}'])(
    'keeps working after the request %j',
    async (request) => {
      const server = await serve();
      expect(JSON.parse(await sendRequest(request))).toMatchObject({ exitCode: 1 });
      expect(server.log.takeFaults()).toHaveLength(1);
      expect(await dispatchCommand(server.config, 'accounts', ['list'])).toMatchObject({ exitCode: 0 });
      await server.close();
    },
  );

  test('refuses an unknown command', async () => {
    const server = await serve();
    const request = JSON.stringify({ command: 'constructor', args: [] });
    expect(JSON.parse(await sendRequest(request))).toMatchObject({ exitCode: 2 });
    await server.close();
  });
});

describe('a command without a server', () => {
  test('[D46] opens the embedded database and releases it afterward', async () => {
    await cp(await embeddedTemplate(), dataDir, { recursive: true });
    const client = await createDb({ dataDir });
    const { email } = await makeAccount(client.db);
    await client.close();
    const config = loadConfig({ DATA_DIR: dataDir });
    expect(await dispatchCommand(config, 'accounts', ['show', email])).toMatchObject({ exitCode: 0 });
    await expect(stat(join(dataDir, 'owner.lock'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('refuses a database with pending migrations', async () => {
    const config = loadConfig({ DATA_DIR: dataDir });
    await expect(dispatchCommand(config, 'accounts', ['list'])).rejects.toThrow('npm run db:migrate');
    expect((await dispatchCommand(config, 'db:migrate', [])).output).toMatch(/^Applied:\n {2}\d{8}T\d{4}-/);
    expect(await dispatchCommand(config, 'accounts', ['list'])).toMatchObject({ exitCode: 0 });
  });
});

/** Runs server/app/cli/main.ts with these settings. */
async function runProgram(name: string, args: string[], settings: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...settings };
  return run(process.execPath, [join(root, 'server', 'app', 'cli', 'main.ts'), name, ...args], {
    cwd: dataDir,
    env,
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

describe('server/app/cli/main.ts', () => {
  serverTest(
    '[D46] connects to DATABASE_URL itself, and prints results to stdout and errors to stderr',
    async () => {
      const settings = { DATABASE_URL: database.url ?? '' };
      const { email } = await makeAccount(database.db);
      expect(await runProgram('accounts', ['set-type', email, 'developer'], settings)).toEqual({
        code: 0,
        stdout: `${email} is now 42 (developer).\n`,
        stderr: '',
      });
      const failedRun = await runProgram('accounts', ['show', 'nobody@example.com'], settings);
      expect(failedRun).toEqual({
        code: 1,
        stdout: '',
        stderr: 'There is no account with the email nobody@example.com.\n',
      });
      expect(await runProgram('staff-token', [email], settings)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('/secretloginpage'),
      });
      expect(await runProgram('db:migrate', [], settings)).toMatchObject({
        code: 0,
        stdout: 'Nothing to apply.\n',
      });
    },
  );

  test.each([
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, "Can't reach the database"],
    [{ DATABASE_URL: 'mysql://nobody@127.0.0.1/none' }, 'These settings are not valid: DATABASE_URL'],
    [{ DATA_DIR: '/dev/null/data' }, "Can't use the data folder"],
  ])('reports a failure in one line: %j', async (settings, sentence) => {
    const { code, stdout, stderr } = await runProgram('accounts', ['list'], settings);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
