import { type ChildProcess, execFile, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { serverUser } from '#tests/helpers/database/postgres-server.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { requireBinaries } from './replica.ts';

const run = promisify(execFile);
const SCRIPTS = join(import.meta.dirname, '../../../server/deploy/postgresql');
const READY_MS = 10 * 60_000;
/** Keeps PostgreSQL's default durability, unlike the settings of the tests' servers. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_connections: '60',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
};

/** A folder that PostgreSQL's system user can access, with copies of the operators' scripts. */
export interface Workplace {
  folder: string;
  /** Runs a script of server/deploy/postgresql and returns its output. */
  runScript(name: string, args: string[], env?: Record<string, string>): Promise<string>;
  /** Starts a script that doesn't end by itself. */
  startScript(name: string, args: string[], env?: Record<string, string>): { end(): void };
  /** Starts PostgreSQL on a data folder, and waits until it accepts writes. */
  startServer(data: string): Promise<Server>;
  /** Creates a data folder with `initdb`. */
  initialize(data: string): Promise<void>;
  remove(): Promise<void>;
}

export interface Server {
  port: number;
  url: string;
  /** Kills the server, as if its machine had lost power. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export async function openWorkplace(): Promise<Workplace> {
  const binaries = await requireBinaries();
  const user = await serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-operations-'));
  await cp(SCRIPTS, join(folder, 'scripts'), { recursive: true });
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const options = (env: Record<string, string> = {}) => ({
    ...user,
    cwd: folder,
    env: { PATH: `${binaries}:${process.env.PATH}`, ...env },
  });
  const scriptPath = (name: string) => join(folder, 'scripts', name);
  return {
    folder,
    runScript: async (name, args, env) =>
      (await run('sh', [scriptPath(name), ...args], options(env))).stdout.trim(),
    startScript: (name, args, env) => {
      const stdio: StdioOptions = ['ignore', 'ignore', 'inherit'];
      const child = spawn('sh', [scriptPath(name), ...args], { ...options(env), stdio, detached: true });
      const end = () => {
        // Kill the process group, which includes the programs that the script started.
        if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid);
      };
      return { end };
    },
    initialize: async (data) => {
      const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '--encoding=UTF8', '--locale=C.UTF-8'];
      await run(join(binaries, 'initdb'), [...args, '--data-checksums'], options());
    },
    startServer: async (data) => {
      const port = await freePort();
      const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const command = ['-D', data, '-p', String(port), ...settings];
      const child = spawn(join(binaries, 'postgres'), command, {
        ...options(),
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
      await waitUntilWritable(url, child);
      return {
        port,
        url,
        kill: () => end(child, 'SIGKILL'),
        stop: () => end(child, 'SIGINT'),
      };
    },
    remove: async () => rm(folder, { recursive: true, force: true }),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

async function waitUntilWritable(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error('PostgreSQL ended while it started; see above.');
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const { rows } = await client.query('select pg_is_in_recovery() as recovering');
      if (rows[0]?.recovering === false) return;
    } catch {
      // The server is not ready yet.
    } finally {
      await client.end().catch(() => {});
    }
    await sleep(100);
  }
  throw new Error('PostgreSQL did not accept writes in time');
}
