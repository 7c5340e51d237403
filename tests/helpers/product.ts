import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const root = join(import.meta.dirname, '..', '..');
const READY_MS = 120_000;
const STOP_MS = 20_000;

/** Settings of the product; undefined takes one of the defaults below away. */
export type Settings = Record<string, string | undefined>;

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The product as a process of its own, whether it starts or refuses to. */
export interface ProductProcess {
  url: string;
  port: number;
  dataDir: string;
  child: ChildProcess;
  /** Everything it has said so far, on both streams. */
  output(): string;
  ended: Promise<Ended>;
  /** Waits until it takes requests; throws with what it said when it ends instead. */
  ready(): Promise<void>;
  /** Asks it to end, waits, and removes a data folder that was made here. */
  stop(): Promise<Ended>;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

/**
 * Runs `server/main.ts` on a free port with a data folder of its own and none of this machine's settings.
 * The folder is empty, or a copy of `data`, which another product has left behind.
 */
export async function launchProduct(settings: Settings = {}, data?: string): Promise<ProductProcess> {
  const ownFolder = settings.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'everything-card-product-'));
  if (ownFolder && data) await cp(data, ownFolder, { recursive: true });
  const dataDir = settings.DATA_DIR ?? ownFolder ?? '';
  const port = settings.PORT ? Number(settings.PORT) : await freePort();
  const given: Settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DEMO: '1',
    ...settings,
  };
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, HOME, NODE_COMPILE_CACHE, ...given }).filter(([, value]) => value !== undefined),
  );
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );

  const ready = async () => {
    const deadline = Date.now() + READY_MS;
    while (!(await isReady(url))) {
      if (child.exitCode !== null || child.signalCode !== null) {
        await ended;
        throw new Error(`the product ended before it was ready:\n${said}`);
      }
      if (Date.now() > deadline) throw new Error(`the product is not ready after ${READY_MS} ms:\n${said}`);
      await sleep(50);
    }
  };
  const stop = async () => {
    child.kill('SIGTERM');
    const insist = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    const result = await ended;
    clearTimeout(insist);
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true });
    return result;
  };
  return { url, port, dataDir, child, output: () => said, ended, ready, stop };
}

/** Starts the product and waits until it takes requests. */
export async function startProduct(settings: Settings = {}, data?: string): Promise<ProductProcess> {
  const product = await launchProduct(settings, data);
  await product.ready().catch(async (error) => {
    await product.stop();
    throw error;
  });
  return product;
}
