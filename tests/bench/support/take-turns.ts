import { type ClientCall, measure } from './load.ts';
import { readFamilyCpu, readProcessCpu } from './processes.ts';
import type { Comparison, Goal } from './results.ts';

export interface Side {
  call: ClientCall;
  serverPid: number;
  /** Waits for the calls' background work, so that it doesn't slow the other side. */
  settle?: () => Promise<void>;
}

export interface SlicePlan {
  count: number;
  seconds: number;
}

export const FULL_SLICES: SlicePlan = { count: 15, seconds: 1 };
export const QUICK_SLICES: SlicePlan = { count: 3, seconds: 0.5 };

interface Slice {
  perSecond: number;
  /** CPU time per request in milliseconds. */
  serverMs: number;
  databaseMs: number;
}

async function runSlice(side: Side, databasePid: number, clients: number, seconds: number): Promise<Slice> {
  const [serverBefore, databaseBefore] = [
    await readProcessCpu(side.serverPid),
    await readFamilyCpu(databasePid),
  ];
  const { perSecond, calls } = await measure(clients, seconds, side.call);
  await side.settle?.();
  return {
    perSecond,
    serverMs: ((await readProcessCpu(side.serverPid)) - serverBefore) / calls,
    databaseMs: ((await readFamilyCpu(databasePid)) - databaseBefore) / calls,
  };
}

interface TurnOptions {
  row: string;
  comparedWith: string;
  ours: Side;
  theirs: Side;
  clients: number;
  plan: SlicePlan;
  /** The pid of the database server's first process. */
  databasePid: number;
  goals?: { throughput?: Goal; serverCpu?: Goal };
}

/** Lets two sides take turns in short slices, so that other load on the machine affects both. */
export async function takeTurns(options: TurnOptions): Promise<Comparison[]> {
  const { ours, theirs, clients, plan, databasePid, goals = {} } = options;
  const slices: Array<[ours: Slice, theirs: Slice]> = [];
  const warmUpSeconds = Math.min(2, plan.seconds * 2);
  for (const side of [ours, theirs]) await runSlice(side, databasePid, clients, warmUpSeconds);
  for (let slice = 0; slice < plan.count; slice += 1) {
    const run = (side: Side) => runSlice(side, databasePid, clients, plan.seconds);
    // Alternate which side is first.
    if (slice % 2 === 0) slices.push([await run(ours), await run(theirs)]);
    else {
      const theirSlice = await run(theirs);
      slices.push([await run(ours), theirSlice]);
    }
  }
  const compare = (what: string, unit: string, read: (slice: Slice) => number, goal?: Goal): Comparison => ({
    row: `${options.row}, ${clients === 1 ? '1 client' : `${clients} clients`}: ${what}`,
    comparedWith: options.comparedWith,
    unit,
    ours: slices.map(([slice]) => read(slice)),
    theirs: slices.map(([, slice]) => read(slice)),
    ...(goal ? { goal } : {}),
  });
  return [
    compare('throughput', '1/s', ({ perSecond }) => perSecond, goals.throughput),
    compare('server CPU', 'ms', ({ serverMs }) => serverMs, goals.serverCpu),
    compare('database CPU', 'ms', ({ databaseMs }) => databaseMs),
  ];
}
