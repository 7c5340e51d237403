import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { removeAddress, sandboxFolder, writeAddress } from './address.ts';
import { runDueItems } from './billing/renewals.ts';
import { SandboxControl } from './control.ts';
import { Webhooks } from './events/webhooks.ts';
import { waitForFolder } from './folder-lock.ts';
import { createHttpServer } from './http/http-server.ts';
import { assertNotProduction } from './not-in-production.ts';
import type { WebhookTarget } from './state/state.ts';
import { World } from './state/world.ts';

export interface SandboxOptions {
  /** Its books are kept in `sandbox/` in this folder. */
  readonly dataDir: string;
  /** Where events go; without it, where they went last time. */
  readonly webhook?: WebhookTarget;
  /** 0: any free port of the loopback interface. */
  readonly port?: number;
  /** The key to command it by; made up where none is given. */
  readonly controlKey?: string;
  /** How long to wait for another process to leave the folder, in milliseconds. */
  readonly patience?: number;
  readonly orphaned?: () => boolean;
  readonly leave?: () => void;
}

export interface RunningSandbox {
  readonly url: string;
  readonly controlKey: string;
  readonly control: SandboxControl;
  close(): Promise<void>;
}

const TICK = 500;

export function newControlKey(): string {
  return randomBytes(24).toString('base64url');
}

/** The sandbox payment provider in this process: Stripe's REST on loopback. Never in production. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  assertNotProduction();
  await waitForFolder(options.dataDir, options.patience);
  const world = new World(sandboxFolder(options.dataDir));
  if (options.webhook !== undefined) world.changeState({ webhook: options.webhook });
  world.commit();
  const webhooks = new Webhooks(world);
  const controlKey = options.controlKey ?? newControlKey();
  const server = createHttpServer(world, {
    world,
    webhooks,
    key: controlKey,
    orphaned: options.orphaned ?? (() => false),
    leave: options.leave ?? (() => {}),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${portOf(server.address())}`;
  writeAddress(options.dataDir, { url, controlKey, pid: process.pid });
  const timer = setInterval(() => runDueItems(world, world.now()), TICK);
  timer.unref();
  return {
    url,
    controlKey,
    control: new SandboxControl({ url, controlKey }),
    close: async () => {
      clearInterval(timer);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      webhooks.close();
      world.close();
      removeAddress(options.dataDir);
    },
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The sandbox has no port');
  return address.port;
}
