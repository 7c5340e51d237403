import { fork } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface LockProcess {
  pid: number;
  /** Resolves with 'taken', or with the error message. */
  take(): Promise<string>;
  release(): Promise<string>;
  /** Kills the process, as a power failure would. */
  kill(): Promise<void>;
}

/** Starts another process that can take the lock. It ends with the test. */
export async function startLockProcess(lock: string): Promise<LockProcess> {
  const child = fork(join(import.meta.dirname, 'lock-process.ts'), [lock]);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const nextMessage = () =>
    new Promise<string>((resolve) => child.once('message', (text) => resolve(String(text))));
  const sendCommand = (command: string) => {
    const response = nextMessage();
    child.send(command);
    return response;
  };
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  onTestFinished(kill);
  await nextMessage();
  return {
    pid: child.pid ?? 0,
    take: () => sendCommand('take'),
    release: () => sendCommand('release'),
    kill,
  };
}
