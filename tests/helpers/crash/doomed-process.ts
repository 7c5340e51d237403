import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DoomedOptions } from './steps.ts';

const SERVER = fileURLToPath(new URL('./doomed-server.ts', import.meta.url));

export interface DoomedProcess {
  child: ChildProcess;
  ended: Promise<void>;
}

/** Starts a server that dies at its step; resolves when it takes requests. */
export async function startDoomed(options: DoomedOptions): Promise<DoomedProcess> {
  const child = fork(SERVER, [JSON.stringify(options)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await Promise.race([
    new Promise<void>((resolve) => child.once('message', () => resolve())),
    ended.then(() => {
      throw new Error('The server ended before it took a request');
    }),
  ]).catch((error: unknown) => {
    // A step of the sweeper may be the fatal one: then it dies while it starts, as it may in life.
    if (options.killAt === null) throw error;
  });
  return { child, ended };
}
