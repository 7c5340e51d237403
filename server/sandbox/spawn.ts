import { type ChildProcess, spawn } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SandboxControl } from './control.ts';
import { assertNotProduction } from './not-in-production.ts';
import { createControlKey } from './sandbox.ts';
import type { WebhookTarget } from './state/state.ts';

export interface SpawnOptions {
  readonly dataDir: string;
  readonly webhookUrl?: string;
  readonly webhookSecret: string;
  /** Only used to check that it is a test key. */
  readonly secretKey: string;
  readonly isRehearsal?: boolean;
}

export interface SpawnedSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  /** Changes when the process is restarted after a crash. */
  readonly pid: () => number;
  close(): Promise<void>;
}

interface ProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly controlKey: string;
  readonly webhook?: WebhookTarget;
}

const ENTRY_POINT = fileURLToPath(new URL('./main.ts', import.meta.url));
const RESTART_PAUSE_MS = 100;
const readySchema = z.object({ url: z.url() });

/**
 * Runs the sandbox in a child process, which exits with this process. If the child crashes, it is restarted
 * at the same address with the same data.
 */
export async function spawnSandbox(options: SpawnOptions): Promise<SpawnedSandbox> {
  assertNotProduction(options);
  if (!options.secretKey.startsWith('sk_test_')) {
    throw new Error('The sandbox payment provider takes test keys only');
  }
  const initialOptions: ProcessOptions = {
    dataDir: options.dataDir,
    port: 0,
    controlKey: createControlKey(),
    ...(options.webhookUrl === undefined
      ? {}
      : { webhook: { url: options.webhookUrl, secret: options.webhookSecret } }),
  };
  let closing = false;
  const firstProcess = await startProcess(initialOptions);
  const { url } = firstProcess;
  let { child } = firstProcess;
  // Leave out the webhook. It may have changed since, and the journal has the current one.
  const restartOptions: ProcessOptions = {
    dataDir: initialOptions.dataDir,
    controlKey: initialOptions.controlKey,
    port: Number(new URL(url).port),
  };
  const restartOnExit = (exiting: ChildProcess): void => {
    exiting.once('exit', async () => {
      while (!closing) {
        try {
          ({ child } = await startProcess(restartOptions));
          restartOnExit(child);
          return closing ? stopProcess(child) : undefined;
        } catch (error) {
          console.error('sandbox:', error instanceof Error ? error.message : error);
          await sleep(RESTART_PAUSE_MS);
        }
      }
    });
  };
  restartOnExit(child);
  return {
    url,
    control: new SandboxControl({ url, controlKey: initialOptions.controlKey }),
    pid: () => child.pid ?? 0,
    close: () => {
      closing = true;
      return stopProcess(child);
    },
  };
}

async function startProcess(options: ProcessOptions): Promise<{ child: ChildProcess; url: string }> {
  const compiled = getCompileCacheDir();
  const child = spawn(process.execPath, [ENTRY_POINT], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The child must not inherit the server's settings and secrets. It needs only the compile cache.
    env: compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {},
  });
  const url = new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve(readySchema.parse(message).url));
    child.once('exit', (code) => reject(new Error(`The sandbox payment provider did not start (${code})`)));
    child.once('error', reject);
  });
  child.send(options);
  return { child, url: await url };
}

function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (child.connected) child.disconnect();
  });
}
