import { readdir, readFile } from 'node:fs/promises';

/** The kernel counts in hundredths of a second. */
const TICK_MS = 10;

interface ProcessTimes {
  parent: number;
  group: number;
  /** Milliseconds of processor time, with those of children that have ended. */
  cpuMs: number;
}

async function timesOf(pid: number): Promise<ProcessTimes | undefined> {
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

async function allTimes(): Promise<Map<number, ProcessTimes>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
  const entries = await Promise.all(
    pids.map(async (pid): Promise<Array<[number, ProcessTimes]>> => {
      const found = await timesOf(pid);
      return found ? [[pid, found]] : [];
    }),
  );
  return new Map(entries.flat());
}

/** Milliseconds of processor time that a process has had so far; 0 where the system does not tell. */
export async function cpuOf(pid: number): Promise<number> {
  return (await timesOf(pid))?.cpuMs ?? 0;
}

/** The same for a process group. */
export async function cpuOfGroup(group: number): Promise<number> {
  const all = [...(await allTimes()).values()].filter((one) => one.group === group);
  return all.reduce((sum, one) => sum + one.cpuMs, 0);
}

/** The same for a whole database server, given one of its backends. */
export async function cpuOfServer(backend: number): Promise<number> {
  const all = await allTimes();
  const main = all.get(backend)?.parent;
  const family = [...all].filter(([pid, { parent }]) => pid === main || parent === main);
  return main === undefined ? 0 : family.reduce((sum, [, one]) => sum + one.cpuMs, 0);
}
