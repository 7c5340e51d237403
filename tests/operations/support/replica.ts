import { execFile, spawn } from 'node:child_process';
import { chown, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { systemBinaries } from '#tests/helpers/database/postgres-binaries.ts';
import { serverUser, startThrowaway, type ThrowawayServer } from '#tests/helpers/database/postgres-server.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const run = promisify(execFile);
const START_MS = 30_000;

export interface Replica {
  url: string;
  /** Runs a statement on the replica. */
  query<T extends pg.QueryResultRow>(text: string): Promise<T[]>;
  /** Disconnects the replica from the writer, or reconnects it. */
  setConnected(isConnected: boolean): Promise<void>;
  /** Sends a signal to each of the replica's processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void>;
  stop(): Promise<void>;
}

export async function requireBinaries(): Promise<string> {
  const binaries = await systemBinaries();
  if (!binaries) throw new Error('This needs PostgreSQL 15 or newer: apt-get install postgresql');
  // The folder may contain only a link to the server, without its other programs.
  return dirname(await realpath(join(binaries.folder, 'postgres')));
}

export async function startWriter(): Promise<ThrowawayServer> {
  return startThrowaway(await requireBinaries(), { wal_level: 'replica', max_wal_senders: '4' });
}

/** Starts a streaming replica of the writer's server. `url` is the database's address on the writer. */
export async function startReplica(writerUrl: string): Promise<Replica> {
  const binaries = await requireBinaries();
  const user = await serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-replica-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const env = { PATH: process.env.PATH };
  const arguments_ = ['-d', writerUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast'];
  await run(join(binaries, 'pg_basebackup'), arguments_, { ...user, cwd: folder, env });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'fsync=off',
  ];
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
    { ...user, cwd: folder, env, stdio: 'ignore' },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = new URL(writerUrl);
  url.port = String(port);
  const query: Replica['query'] = async (text) => {
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const setConnected: Replica['setConnected'] = async (isConnected) => {
    await query(`alter system set primary_conninfo = ${pg.escapeLiteral(isConnected ? connection : '')}`);
    await query('select pg_reload_conf()');
  };
  const signal: Replica['signal'] = async (name) => {
    const { stdout } = await run('pgrep', ['-P', String(child.pid)]).catch(() => ({ stdout: '' }));
    for (const pid of [child.pid, ...stdout.split('\n').map(Number)]) {
      try {
        if (pid) process.kill(pid, name);
      } catch {
        // The process has already ended.
      }
    }
  };
  const stop = async () => {
    await signal('SIGCONT').catch(() => {});
    child.kill('SIGQUIT');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_MS;
  while (!(await query('select 1').catch(() => null))) {
    if (Date.now() > deadline || child.exitCode !== null) {
      await stop();
      throw new Error('The replica did not start');
    }
    await sleep(100);
  }
  const [row] = await query<{ primary_conninfo: string }>('show primary_conninfo');
  const connection = row?.primary_conninfo ?? '';
  return { url: url.href, query, setConnected, signal, stop };
}
