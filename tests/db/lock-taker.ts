import { fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface LockTaker {
  pid: number;
  /** 'taken', or the error. */
  take(): Promise<string>;
  release(): Promise<string>;
  /** Kills the process, as a power failure would. */
  kill(): Promise<void>;
}

/** Starts another process that wants the lock. It ends with the test. */
export async function startTaker(lock: string): Promise<LockTaker> {
  const child = fork(join(import.meta.dirname, 'lock-process.ts'), [lock]);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answer = () =>
    new Promise<string>((resolve) => child.once('message', (text) => resolve(String(text))));
  const ask = (order: string) => {
    const answered = answer();
    child.send(order);
    return answered;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  await answer();
  return { pid: child.pid ?? 0, take: () => ask('take'), release: () => ask('release'), kill };
}
