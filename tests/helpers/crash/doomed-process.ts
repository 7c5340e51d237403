import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DoomedOptions } from './steps.ts';

const SERVER = fileURLToPath(new URL('./doomed-server.ts', import.meta.url));

export interface DoomedProcess {
  child: ChildProcess;
  exited: Promise<void>;
}

/**
 * Starts a server that kills itself at the given step. Resolves when the server accepts requests, or when it
 * was killed before that. `onStart` receives the process as soon as it exists.
 */
export async function startDoomedProcess(
  options: DoomedOptions,
  onStart?: (process: DoomedProcess) => void,
): Promise<DoomedProcess> {
  const log = options.logFile ? openSync(options.logFile, 'a') : 'ignore';
  const child = fork(SERVER, [JSON.stringify(options)], { stdio: ['ignore', log, 'inherit', 'ipc'] });
  if (typeof log === 'number') closeSync(log);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onStart?.({ child, exited });
  await Promise.race([
    new Promise<void>((resolve) => child.once('message', () => resolve())),
    exited.then(() => {
      throw new Error('The server exited before it accepted requests');
    }),
  ]).catch((error: unknown) => {
    // The sweeper also runs at startup, so the server may be killed before it accepts requests.
    if (options.killAt === null) throw error;
  });
  return { child, exited };
}
