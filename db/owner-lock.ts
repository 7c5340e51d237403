import { mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class DataDirInUse extends Error {}

/** When a living process started, in the kernel's ticks: a pid that was given to another process has another one. */
async function startTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended and waits for its parent to notice.
    return fields[0] === 'Z' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}

async function isAlive(pid: number, started: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
  const now = await startTime(pid);
  // Where the system has no /proc, a living pid has to be believed.
  return now === undefined || started === '' || now === started;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The name of an owner's file. */
const OWNER = /^(\d+)-(\d*)$/;
/** What systems answer to moving a folder onto one that has something in it. */
const OCCUPIED = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM']);

/**
 * Claims a data folder for this process, or throws `DataDirInUse` naming the holder. Returns the release.
 *
 * The lock is a folder holding one file, whose name is its owner's pid and start time. A folder with our file in it
 * moves onto none or an empty one in a single step, and a dead owner's file is removed by its name: so of any
 * number of processes one gets the lock, and nobody takes away what another has just got.
 */
export async function takeOwnership(lock: string): Promise<() => Promise<void>> {
  const mine = `${process.pid}-${(await startTime(process.pid)) ?? ''}`;
  const draft = await mkdtemp(`${lock}-`);
  try {
    await writeFile(join(draft, mine), '');
    while (!(await movedOnto(draft, lock))) await removeDeadOwner(lock);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
  return async () => {
    await rm(join(lock, mine), { force: true });
    await removeIfEmpty(lock);
  };
}

async function movedOnto(draft: string, lock: string): Promise<boolean> {
  try {
    await rename(draft, lock);
    return true;
  } catch (error) {
    if (OCCUPIED.has(codeOf(error))) return false;
    throw error;
  }
}

async function removeDeadOwner(lock: string): Promise<void> {
  const names = await readdir(lock).catch(() => []);
  for (const name of names) {
    const [, pid = '', started = ''] = OWNER.exec(name) ?? [];
    if (pid && (await isAlive(Number(pid), started))) {
      throw new DataDirInUse(`The data folder is in use by process ${pid}. Stop it first, or set DATA_DIR.`);
    }
    await rm(join(lock, name), { force: true });
  }
  // Not every system moves a folder onto an empty one.
  await removeIfEmpty(lock);
}

async function removeIfEmpty(lock: string): Promise<void> {
  // Somebody else's lock is not empty, and stays.
  await rmdir(lock).catch(() => {});
}
