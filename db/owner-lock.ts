import { mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export class DataDirInUse extends Error {}

/** When a process started, in kernel ticks. Tells a reused pid from the original process. */
async function startTime(pid: number): Promise<string | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie has ended; its parent has not reaped it yet.
    return fields[0] === 'Z' ? 'ended' : fields[19];
  } catch {
    return undefined;
  }
}

async function isAlive(pid: number, startTicks: string): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  const currentTicks = await startTime(pid);
  // Without /proc, trust any living pid.
  return currentTicks === undefined || startTicks === '' || currentTicks === startTicks;
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** The file name that identifies an owner. */
const OWNER_NAME = /^(\d+)-(\d*)$/;
/** What systems return for renaming a folder onto one that is not empty. */
const OCCUPIED_CODES = new Set(['ENOTEMPTY', 'EEXIST', 'EPERM']);

/**
 * Claims a data folder for this process, or throws `DataDirInUse` naming the holder. Returns a function that releases
 * it. The lock is a folder holding one file, whose name is the owner's pid and start time. Renaming our folder onto a
 * missing or empty one is atomic, and a dead owner's file is removed by name. So exactly one process gets the lock,
 * and nobody removes a lock that another process just took.
 */
export async function takeOwnership(lock: string): Promise<() => Promise<void>> {
  const ownerName = `${process.pid}-${(await startTime(process.pid)) ?? ''}`;
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
    if (OCCUPIED_CODES.has(errorCode(error))) return false;
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
  // Not every system allows renaming onto an empty folder.
  await removeIfEmpty(lock);
}

async function removeIfEmpty(lock: string): Promise<void> {
  // Fails if another owner holds the lock, because its folder is not empty.
  await rmdir(lock).catch(() => {});
}
