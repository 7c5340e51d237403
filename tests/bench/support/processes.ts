import { readdir, readFile } from 'node:fs/promises';

/** Linux counts CPU time in ticks of 10 ms. */
const TICK_MS = 10;

interface ProcessTimes {
  parent: number;
  group: number;
  /** Includes the time of child processes that have ended. */
  cpuMs: number;
}

async function readProcessTimes(pid: number): Promise<ProcessTimes | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  const fields = stat
    ?.slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  if (!fields) return undefined;
  const [, parent = 0, group = 0] = fields;
  const cpuMs = fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * TICK_MS;
  return { parent, group, cpuMs };
}

async function readAllTimes(): Promise<Map<number, ProcessTimes>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid): Promise<Array<[number, ProcessTimes]>> => {
      const times = await readProcessTimes(pid);
      return times ? [[pid, times]] : [];
    }),
  );
  return new Map(entries.flat());
}

/** Returns a process's CPU time in milliseconds, or 0 if the system doesn't report it. */
export async function readProcessCpu(pid: number): Promise<number> {
  return (await readProcessTimes(pid))?.cpuMs ?? 0;
}

/** Returns the CPU time of a process group in milliseconds. */
export async function readGroupCpu(group: number): Promise<number> {
  const groupProcesses = [...(await readAllTimes()).values()].filter((process) => process.group === group);
  return groupProcesses.reduce((sum, process) => sum + process.cpuMs, 0);
}

export async function readParent(pid: number): Promise<number> {
  return (await readProcessTimes(pid))?.parent ?? 0;
}

/** Returns the CPU time of a process and its children in milliseconds, including children that have ended. */
export async function readFamilyCpu(main: number): Promise<number> {
  const family = [...(await readAllTimes())].filter(([pid, { parent }]) => pid === main || parent === main);
  return main === 0 ? 0 : family.reduce((sum, [, process]) => sum + process.cpuMs, 0);
}

/** Returns a process's resident memory, or 0 if the system doesn't report it. */
export async function readMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
