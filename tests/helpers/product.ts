import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedTemplate } from './database/template.ts';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..', '..');
const READY_MS = 120_000;
const STOP_MS = 20_000;

/** Environment variables of the product. Undefined removes one of the defaults below. */
export type Settings = Record<string, string | undefined>;

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

interface ProductFiles {
  /** An embedded database to copy. */
  dataTemplate?: string | undefined;
  /** The folder of another release to run. */
  release?: string | undefined;
}

/** The product, running as a child process. */
export interface ProductProcess {
  url: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** Everything written to stdout and stderr so far. */
  output(): string;
  exited: Promise<ProcessExit>;
  /** Resolves when the product accepts requests. Throws with its output if it exits or takes too long. */
  ready(): Promise<void>;
  /** Sends SIGTERM (after 20 seconds SIGKILL), waits for the exit, and removes the temporary data folder. */
  stop(): Promise<ProcessExit>;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * Runs `server/main.ts`, on a free port unless PORT is set, with only PATH, HOME, and Node's compile cache
 * from this machine's environment. Unless DATA_DIR is set, the data folder is temporary: empty if
 * DATABASE_URL is set, otherwise a copy of `dataTemplate` or of a migrated, empty database.
 */
export async function launchProduct(
  settings: Settings = {},
  { dataTemplate, release = root }: ProductFiles = {},
): Promise<ProductProcess> {
  const ownFolder = settings.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'everything-card-product-'));
  if (ownFolder && !settings.DATABASE_URL) {
    await cp(dataTemplate ?? (await embeddedTemplate()), ownFolder, { recursive: true });
  }
  const dataDir = settings.DATA_DIR ?? ownFolder ?? '';
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const variables: Settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DEMO: '1',
    ...settings,
  };
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, HOME, NODE_COMPILE_CACHE, ...variables }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: release,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exited = new Promise<ProcessExit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );

  const waitUntilReady = async () => {
    const deadline = Date.now() + READY_MS;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        await exited;
        throw new Error(`The product ended before it was ready:\n${output}`);
      }
      if (Date.now() > deadline) throw new Error(`The product is not ready after ${READY_MS} ms:\n${output}`);
      await sleep(50);
    }
  };
  const stop = async () => {
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const result = await exited;
    clearTimeout(killTimer);
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
    return result;
  };
  return { url, port, dataDir, child, output: () => output, exited, ready: waitUntilReady, stop };
}

/** Starts the product and waits until it accepts requests. */
export async function startProduct(
  settings: Settings = {},
  files: ProductFiles = {},
): Promise<ProductProcess> {
  const product = await launchProduct(settings, files);
  await product.ready().catch(async (error) => {
    await product.stop();
    throw error;
  });
  return product;
}
