import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The Debian package of each program that the rig starts. */
const PACKAGES: Record<string, string> = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  setpriv: 'util-linux',
};
const SYSTEM_PATH = '/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/15/bin';

/** Throws if programs are missing. The message has the command that installs them. */
export async function requirePrograms(): Promise<void> {
  const missing: string[] = [];
  for (const [name, packageName] of Object.entries(PACKAGES)) {
    const result = await promisify(execFile)('which', [name], { env: { PATH: SYSTEM_PATH } }).catch(
      () => undefined,
    );
    if (!result) missing.push(packageName);
  }
  // Patroni needs these Python modules to reach etcd.
  const hasModules = await promisify(execFile)('/usr/bin/python3', ['-c', 'import etcd, dns']).catch(
    () => undefined,
  );
  if (!hasModules) missing.push('python3-etcd', 'python3-dnspython');
  if (missing.length === 0) return;
  throw new Error(
    `Install with \`apt-get install -y --no-install-recommends ${missing.join(' ')}\`, after a script /usr/sbin/policy-rc.d that only does \`exit 101\`, so that the packages start no services`,
  );
}

export interface ProgramOptions {
  name: string;
  command: string;
  args: readonly string[];
  env?: Record<string, string>;
  cwd: string;
  /** The folder for its output, which goes to `<name>.log`. */
  logs: string;
  /** Runs it as the postgres user. PostgreSQL and its tools refuse to run as root. */
  asPostgres?: boolean;
}

/** A program that can be killed and started again. It gets SIGTERM if this process ends. */
export class Program {
  /** Describes each exit that `end` didn't cause. */
  readonly deaths: string[] = [];
  readonly name: string;
  readonly #options: ProgramOptions;
  #child: ChildProcess | undefined;

  constructor(options: ProgramOptions) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  start(): void {
    const { command, args, env, cwd, logs, asPostgres, name } = this.#options;
    const isRoot = process.getuid?.() === 0;
    const user = asPostgres && isRoot ? ['--reuid=postgres', '--regid=postgres', '--init-groups'] : [];
    const log = openSync(join(logs, `${name}.log`), 'a');
    const child = spawn('setpriv', [...user, '--pdeathsig=TERM', '--', command, ...args], {
      cwd,
      env: { PATH: SYSTEM_PATH, LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child.once('exit', (code, signal) => {
      if (this.#child === child) this.deaths.push(`${name}: ${signal ?? `exit ${code}`}`);
    });
    this.#child = child;
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/** Kills PostgreSQL's main process. The other processes then exit by themselves. */
export async function killPostgres(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
