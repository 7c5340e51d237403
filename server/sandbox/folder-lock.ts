import { setTimeout as sleep } from 'node:timers/promises';
import { readAddress } from '../platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from './control.ts';

const TIMEOUT_MS = 10_000;

/**
 * Waits until no other sandbox uses this folder. Tells a sandbox whose server was killed to exit. Throws if
 * the other sandbox is still in use.
 */
export async function waitForFolder(dataDir: string, timeoutMs = TIMEOUT_MS): Promise<void> {
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
