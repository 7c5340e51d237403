import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { serverUser } from '#tests/helpers/database/postgres-server.ts';
import { freePort } from '#tests/helpers/free-port.ts';

/** Includes the folder where Debian installs pgbouncer, because not every user's PATH has it. */
const PATH = `${process.env.PATH}:/usr/sbin`;
const START_MS = 10_000;

export interface Pooler {
  /** The database's address through the pooler. */
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts pgbouncer in transaction mode in front of a database, on a free port of this machine. `poolSize` is
 * the number of its connections to the database. Needs pgbouncer: apt-get install pgbouncer
 */
export async function startPgbouncer(databaseUrl: string, poolSize: number): Promise<Pooler> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const name = pathname.slice(1);
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-pgbouncer-'));
  const listenPort = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password} connect_query='set statement_timeout = 30000'
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 500
`,
  );
  await chmod(folder, 0o755);
  await chmod(settings, 0o644);
  // pgbouncer refuses to run as root.
  const child = spawn('pgbouncer', [settings], {
    ...(await serverUser()),
    cwd: folder,
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-5_000);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      log += `${error.message} (apt-get install pgbouncer)`;
      resolve();
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `postgresql://${username}@127.0.0.1:${listenPort}/${name}`;
  const deadline = Date.now() + START_MS;
  while (!(await canConnect(url))) {
    if (Date.now() > deadline || child.exitCode !== null || child.pid === undefined) {
      await stop();
      throw new Error(`pgbouncer did not start: ${log}`);
    }
    await sleep(100);
  }
  return { url, stop };
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
