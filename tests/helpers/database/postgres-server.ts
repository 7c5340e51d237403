import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../free-port.ts';

const run = promisify(execFile);
const START_SECONDS = 30;

/**
 * An unusual time zone, 45 minutes off the hour, so that SQL that depends on the session's time zone fails.
 */
export const TEST_TIME_ZONE = 'Asia/Kathmandu';

export interface ThrowawayServer {
  /** The URL of the maintenance database. Other databases differ only in the path. */
  url: string;
  stop(): Promise<void>;
}

/** Returns the user to run PostgreSQL as, because it refuses to run as root. Empty if we aren't root. */
export async function serverUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('root cannot run PostgreSQL, and there is neither a user postgres nor nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

// Use ICU's English order, as many real servers do, so that sorting without an explicit collation differs
// from the embedded database. Builds without ICU use C.UTF-8 or C.
const LOCALES = [
  ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US'],
  ['--locale=C.UTF-8'],
  ['--locale=C'],
];

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  jit: 'off',
  TimeZone: TEST_TIME_ZONE,
  log_timezone: 'UTC',
};

// The shell stops PostgreSQL when its standard input closes, which happens even if the tests crash.
const UNTIL_PARENT_ENDS = '"$@" & pid=$!; read -r _; kill -INT $pid; wait $pid; cd /; rm -rf "$FOLDER"';

async function initialize(binaries: string, folder: string, password: string, user: { uid?: number }) {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  const commonArgs = [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '-A',
    'password',
    `--pwfile=${passwordFile}`,
  ];
  let failure: unknown;
  for (const locale of LOCALES) {
    try {
      const flags = [...commonArgs, '--no-sync', '--encoding=UTF8', ...locale];
      await run(join(binaries, 'initdb'), flags, { ...user, cwd: folder, env: { PATH: process.env.PATH } });
      return;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

async function waitUntilReady(url: string, log: string): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      const logText = await readFile(log, 'utf8');
      if (logText.includes('FATAL') && !logText.includes('starting up')) throw new Error(logText.trim());
      if (Date.now() > deadline) throw new Error(`no response within ${START_SECONDS} s; ${logText.trim()}`);
      await sleep(25);
    }
  }
}

/** Starts PostgreSQL with an empty data folder and without durability, for one test run. */
export async function startThrowaway(
  binaries: string,
  extraSettings: Record<string, string> = {},
): Promise<ThrowawayServer> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-postgres-'));
  const user = await serverUser();
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const password = randomBytes(12).toString('hex');
  const log = join(folder, 'server.log');
  try {
    await initialize(binaries, folder, password, user);
    const port = await freePort();
    const allSettings = { ...SETTINGS, ...extraSettings };
    const settings = Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const data = join(folder, 'data');
    const command = [join(binaries, 'postgres'), '-D', data, '-p', String(port), ...settings];
    const output = openSync(log, 'a');
    const shell = spawn('sh', ['-c', UNTIL_PARENT_ENDS, 'sh', ...command], {
      ...user,
      cwd: folder,
      env: { PATH: process.env.PATH, FOLDER: folder },
      stdio: ['pipe', output, output],
      detached: true,
    });
    closeSync(output);
    const stopped = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
    const stop = async () => {
      shell.stdin?.end();
      await stopped;
      await rm(folder, { recursive: true, force: true });
    };
    const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
    await waitUntilReady(url, log).catch(async (error) => {
      await stop();
      throw error;
    });
    return { url, stop };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
