import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SandboxControl } from './control.ts';
import { assertNotProduction } from './not-in-production.ts';
import { newControlKey } from './sandbox.ts';
import type { WebhookTarget } from './state/state.ts';

export interface SpawnOptions {
  readonly dataDir: string;
  readonly webhookUrl?: string;
  readonly webhookSecret: string;
  /** Any `sk_test_…`: named here so that a live key never reaches the sandbox. */
  readonly secretKey: string;
}

export interface SpawnedSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  /** The process that serves now: a new one after a crash. */
  readonly pid: () => number;
  close(): Promise<void>;
}

interface Order {
  readonly dataDir: string;
  readonly port: number;
  readonly controlKey: string;
  readonly webhook?: WebhookTarget;
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const PAUSE = 100;
const readySchema = z.object({ url: z.url() });

/**
 * Starts the sandbox as a process of its own and resolves when it listens. It ends with this process; where it
 * dies by itself it is started again at the same address, with the same books.
 */
export async function spawnSandbox(options: SpawnOptions): Promise<SpawnedSandbox> {
  assertNotProduction();
  if (!options.secretKey.startsWith('sk_test_')) {
    throw new Error('The sandbox payment provider takes test keys only');
  }
  const order: Order = {
    dataDir: options.dataDir,
    port: 0,
    controlKey: newControlKey(),
    ...(options.webhookUrl === undefined
      ? {}
      : { webhook: { url: options.webhookUrl, secret: options.webhookSecret } }),
  };
  let closing = false;
  const first = await launch(order);
  const { url } = first;
  let { child } = first;
  // The webhook's address may have been changed since: the books know the latest.
  const again: Order = {
    dataDir: order.dataDir,
    controlKey: order.controlKey,
    port: Number(new URL(url).port),
  };
  const guard = (guarded: ChildProcess): void => {
    guarded.once('exit', async () => {
      while (!closing) {
        try {
          ({ child } = await launch(again));
          guard(child);
          return closing ? end(child) : undefined;
        } catch (error) {
          console.error('sandbox:', error instanceof Error ? error.message : error);
          await sleep(PAUSE);
        }
      }
    });
  };
  guard(child);
  return {
    url,
    control: new SandboxControl({ url, controlKey: order.controlKey }),
    pid: () => child.pid ?? 0,
    close: () => {
      closing = true;
      return end(child);
    },
  };
}

async function launch(order: Order): Promise<{ child: ChildProcess; url: string }> {
  const compiled = getCompileCacheDir();
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Nothing of the server's settings and secrets is its business, only where compiled code is kept.
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
  });
  const url = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(readySchema.parse(message).url));
    child.once('exit', (code) => reject(new Error(`The sandbox payment provider did not start (${code})`)));
    child.once('error', reject);
  });
  child.send(order);
  return { child, url: await url };
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.connected) child.disconnect();
  });
}
