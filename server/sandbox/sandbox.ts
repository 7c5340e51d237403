import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  getSandboxFolder,
  readAddress,
  removeAddress,
  writeAddress,
} from '../platform/integrations/stripe/sandbox-address.ts';
import { runDueItems } from './billing/renewals.ts';
import { SandboxControl } from './control.ts';
import { Webhooks } from './events/webhooks.ts';
import { createHttpServer } from './http/http-server.ts';
import { assertNotProduction } from './not-in-production.ts';
import type { WebhookTarget } from './state/state.ts';
import { World } from './state/world.ts';

const TIMEOUT_MS = 10_000;

/**
 * Waits until no other sandbox uses this folder. Tells a sandbox whose server was killed to exit. Throws if
 * the other sandbox is still in use.
 */
async function waitForFolder(dataDir: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const otherSandbox = readAddress(dataDir);
  if (otherSandbox === null || otherSandbox.pid === process.pid || !isAlive(otherSandbox.pid)) return;
  const control = new SandboxControl(otherSandbox);
  const deadlineMs = Date.now() + timeoutMs;
  while (isAlive(otherSandbox.pid) && Date.now() < deadlineMs) {
    // No sandbox responds, so another program now has that process id.
    if ((await control.leave()) === 'gone') return;
    await sleep(50);
  }
  if (isAlive(otherSandbox.pid))
    throw new Error(`Another sandbox (process ${otherSandbox.pid}) uses ${dataDir}`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export interface SandboxOptions {
  /** The journal is stored in the subfolder `sandbox/`. */
  readonly dataDir: string;
  /** Defaults to the webhook of the previous run. */
  readonly webhook?: WebhookTarget;
  /** 0 picks any free port. */
  readonly port?: number;
  /** Generated if omitted. */
  readonly controlKey?: string;
  /** Limits the wait for another process to release the folder. */
  readonly folderTimeoutMs?: number;
  readonly isOrphaned?: () => boolean;
  readonly exit?: () => void;
  readonly isRehearsal?: boolean;
}

export interface RunningSandbox {
  readonly url: string;
  readonly controlKey: string;
  readonly control: SandboxControl;
  close(): Promise<void>;
}

const TICK_MS = 500;

export function createControlKey(): string {
  return randomBytes(24).toString('base64url');
}

/** Runs the sandbox inside this process. It serves Stripe's REST API on the loopback interface only. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  assertNotProduction(options);
  await waitForFolder(options.dataDir, options.folderTimeoutMs);
  const world = new World(getSandboxFolder(options.dataDir));
  if (options.webhook !== undefined) world.changeState({ webhook: options.webhook });
  world.commit();
  const webhooks = new Webhooks(world);
  const controlKey = options.controlKey ?? createControlKey();
  const server = createHttpServer(world, {
    world,
    webhooks,
    key: controlKey,
    isOrphaned: options.isOrphaned ?? (() => false),
    exit: options.exit ?? (() => {}),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${getPort(server.address())}`;
  writeAddress(options.dataDir, { url, controlKey, pid: process.pid });
  const timer = setInterval(() => runDueItems(world, world.now()), TICK_MS);
  timer.unref();
  return {
    url,
    controlKey,
    control: new SandboxControl({ url, controlKey }),
    close: async () => {
      clearInterval(timer);
      const closePromise = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closePromise;
      webhooks.close();
      world.close();
      removeAddress(options.dataDir);
    },
  };
}

function getPort(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port');
  return address.port;
}
