import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#tests/helpers/free-port.ts';
import type { HttpClient } from '../support/http-client.ts';
import { openClients } from '../support/product-server.ts';

const READY_MS = 180_000;
export const DIRECTUS_TOKEN = 'benchmark-token';

export interface Peer {
  pid: number;
  clients: HttpClient[];
  stop(): Promise<void>;
}

function start(
  folder: string,
  args: string[],
  env: Record<string, string>,
): { child: ChildProcess; output(): string } {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { PATH, HOME, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function whenReady(started: ReturnType<typeof start>, port: number, path: string): Promise<Peer> {
  const { child, output } = started;
  const deadline = performance.now() + READY_MS;
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}${path}`).then(
      ({ status }) => status < 500,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`A peer did not start:\n${output().slice(-2000)}`);
    }
    await sleep(250);
  }
  const clients = openClients(port);
  return {
    pid: child.pid ?? 0,
    clients,
    stop: async () => {
      for (const client of clients) client.close();
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export async function startPostGraphile(folder: string, url: string): Promise<Peer> {
  const port = await freePort();
  const program = join(folder, 'node_modules/postgraphile/dist/cli-run.js');
  const args = [
    program,
    '-P',
    'postgraphile/presets/amber',
    '-c',
    url,
    '-s',
    'peers',
    '-n',
    '127.0.0.1',
    '-p',
    `${port}`,
  ];
  return whenReady(start(folder, args, { GRAPHILE_ENV: 'production' }), port, '/graphql');
}

/** Creates Directus's own tables, then starts it without caches or rate limits. */
export async function startDirectus(folder: string, url: string): Promise<Peer> {
  const port = await freePort();
  const program = join(folder, 'node_modules/directus/cli.js');
  const env = {
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_SEARCH_PATH: 'array:directus,peers',
    SECRET: 'benchmark-secret-benchmark-secret',
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: 'benchmark',
    ADMIN_TOKEN: DIRECTUS_TOKEN,
    HOST: '127.0.0.1',
    PORT: String(port),
    TELEMETRY: 'false',
    LOG_LEVEL: 'error',
    RATE_LIMITER_ENABLED: 'false',
    CACHE_ENABLED: 'false',
  };
  const bootstrap = start(folder, [program, 'bootstrap'], env);
  const [code] = await once(bootstrap.child, 'exit');
  if (code !== 0) throw new Error(`Directus did not set itself up:\n${bootstrap.output().slice(-2000)}`);
  return whenReady(start(folder, [program, 'start'], env), port, '/server/ping');
}
