import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DataDirInUse, takeOwnership } from '#db/owner-lock.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { startLockProcess } from './lock-taker.ts';

const folder = temporaryFolder();
let lockCount = 0;

function newLock(): string {
  lockCount += 1;
  return join(folder(), `lock-${lockCount}`);
}

/** Writes the lock that a killed owner with this pid and start time would leave behind. */
async function writeStaleLock(pid: number, startTime: string): Promise<string> {
  const lock = newLock();
  await mkdir(lock);
  await writeFile(join(lock, `${pid}-${startTime}`), '');
  return lock;
}

async function readStartTime(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Returns the pid of a zombie process, which has ended but is still listed. */
async function zombiePid(): Promise<number> {
  const parent = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void parent.kill('SIGKILL'));
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(text))),
  );
  // A shell reaps its children, but `sleep` doesn't: the child must not end before `exec`.
  await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /);
  return pid;
}

const hasProc = process.platform === 'linux';
const captureLockError = (lock: string) => takeOwnership(lock).catch((error: unknown) => error);

describe('[D46] the lock on the data folder', () => {
  test('refuses a second process, names the owner, and can be taken after its release', async () => {
    const lock = newLock();
    const lockHolder = await startLockProcess(lock);
    expect(await lockHolder.take()).toBe('taken');
    const lockError = await captureLockError(lock);
    expect(lockError).toBeInstanceOf(DataDirInUse);
    expect(String(lockError)).toContain(`process ${lockHolder.pid}`);
    expect(await lockHolder.release()).toBe('released');
    await (await takeOwnership(lock))();
  });

  test('lets only the first of two attempts in one process succeed', async () => {
    const lock = newLock();
    const release = await takeOwnership(lock);
    expect(String(await captureLockError(lock))).toContain(`process ${process.pid}`);
    await release();
    await release();
    await (await takeOwnership(lock))();
  });

  test('can be taken over from a process that was killed', async () => {
    const lock = newLock();
    const lockHolder = await startLockProcess(lock);
    await lockHolder.take();
    await lockHolder.kill();
    const release = await takeOwnership(lock);
    // The next attempt finds the new owner, not the dead one.
    expect(String(await captureLockError(lock))).toContain(`process ${process.pid}`);
    await release();
  });

  test.runIf(hasProc)(
    'can be taken over if another process now has the dead owner’s process ID',
    async () => {
      const { pid } = process;
      const startTime = await readStartTime(pid);
      const staleLock = await writeStaleLock(pid, String(Number(startTime) - 1));
      await (await takeOwnership(staleLock))();
      expect(await captureLockError(await writeStaleLock(pid, startTime))).toBeInstanceOf(DataDirInUse);
    },
  );

  test.runIf(hasProc)(
    'can be taken over from a process that has exited but that its parent hasn’t reaped',
    async () => {
      const pid = await zombiePid();
      await (await takeOwnership(await writeStaleLock(pid, await readStartTime(pid))))();
    },
  );

  test('can’t be taken over if the owner’s start time is unknown', async () => {
    expect(await captureLockError(await writeStaleLock(process.pid, ''))).toBeInstanceOf(DataDirInUse);
  });

  test('goes to exactly one of many concurrent attempts in one process', async () => {
    const deadPid = await startLockProcess('').then(async (lockProcess) => {
      await lockProcess.kill();
      return lockProcess.pid;
    });
    for (let round = 0; round < 20; round++) {
      const lock = round % 2 === 0 ? await writeStaleLock(deadPid, '1') : newLock();
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => takeOwnership(lock)));
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [String(outcome.reason)] : [],
      );
      expect(reasons).toHaveLength(11);
      for (const reason of reasons) expect(reason).toContain(`process ${process.pid}`);
    }
  });

  test('goes to exactly one of several processes', async () => {
    const killedProcess = await startLockProcess('');
    await killedProcess.kill();
    const lock = await writeStaleLock(killedProcess.pid, '1');
    const lockProcesses = await Promise.all(Array.from({ length: 4 }, () => startLockProcess(lock)));
    const outcomes = await Promise.all(lockProcesses.map((lockProcess) => lockProcess.take()));
    const winner = lockProcesses[outcomes.indexOf('taken')];
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    for (const outcome of outcomes.filter((outcome) => outcome !== 'taken'))
      expect(outcome).toContain(`process ${winner?.pid}`);
  });
});
