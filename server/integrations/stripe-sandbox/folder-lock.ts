import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from './address.ts';
import { SandboxControl } from './control.ts';

const PATIENCE = 10_000;

/**
 * Waits until no other process keeps its books in this folder. A sandbox whose server was killed is asked to
 * leave; one that still serves its server stays, and this one must not start.
 */
export async function waitForFolder(dataDir: string, milliseconds = PATIENCE): Promise<void> {
  const other = readAddress(dataDir);
  if (other === null || other.pid === process.pid || !alive(other.pid)) return;
  const control = new SandboxControl(other);
  const end = Date.now() + milliseconds;
  while (alive(other.pid) && Date.now() < end) {
    const answer = await control.leave();
    // The number may belong to another program by now: nobody answers to that key at that address.
    if (answer === 'gone') return;
    await sleep(50);
  }
  if (alive(other.pid)) throw new Error(`Another sandbox (process ${other.pid}) uses ${dataDir}`);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
