import { mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class DataDirInUse extends Error {}

/**
 * Returns the process's start time in kernel ticks, which distinguishes it from a later process with the same
 * pid. Returns 'ended' for a zombie, and undefined if /proc can't be read.
 */
async function readStartTicks(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has exited, but its parent hasn't reaped it yet.
    return fields[0] === 'Z' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}

async function isAlive(pid: number, startTicks: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
  const currentTicks = await readStartTicks(pid);
  // Without /proc, assume that any running process with this pid is the owner.
  return currentTicks === undefined || startTicks === '' || currentTicks === startTicks;
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The lock file's name: the owner's pid and start time. */
const OWNER_NAME = /^(\d+)-(\d*)$/;
/** Errors that systems return when a folder is renamed onto one that isn't empty. */
const OCCUPIED_CODES = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM']);

/**
 * Locks a data folder for this process, or throws `DataDirInUse` with the owner's pid. Returns a function
 * that unlocks it. The lock is a folder with one file named for the owner's pid and start time. Renaming our
 * folder onto a missing or empty one is atomic, and a dead owner's file is removed by name. So only one
 * process gets the lock, and nobody can remove a lock that another process just took.
 */
export async function takeOwnership(lock: string): Promise<() => Promise<void>> {
  const ownerName = `${process.pid}-${(await readStartTicks(process.pid)) ?? ''}`;
  const temporaryFolder = await mkdtemp(`${lock}-`);
  try {
    await writeFile(join(temporaryFolder, ownerName), '');
    while (!(await tryRename(temporaryFolder, lock))) await removeDeadOwner(lock);
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
  return async () => {
    await rm(join(lock, ownerName), { force: true });
    await removeIfEmpty(lock);
  };
}

async function tryRename(temporaryFolder: string, lock: string): Promise<boolean> {
  try {
    await rename(temporaryFolder, lock);
    return true;
  } catch (error) {
    if (OCCUPIED_CODES.has(getErrorCode(error))) return false;
    throw error;
  }
}

async function removeDeadOwner(lock: string): Promise<void> {
  const names = await readdir(lock).catch(() => []);
  for (const name of names) {
    const [, pid = '', startTicks = ''] = OWNER_NAME.exec(name) ?? [];
    if (pid && (await isAlive(Number(pid), startTicks))) {
      throw new DataDirInUse(`The data folder is in use by process ${pid}. Stop it first, or set DATA_DIR.`);
    }
    await rm(join(lock, name), { force: true });
  }
  // Some systems can't rename a folder onto an empty one.
  await removeIfEmpty(lock);
}

async function removeIfEmpty(lock: string): Promise<void> {
  // Fails if another process has the lock, because then the folder isn't empty.
  await rmdir(lock).catch(() => {});
}
