import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { readFamilyCpu, readProcessCpu } from '../support/processes.ts';

/** The cost per unit of work. `units` is how many were measured. */
export interface UnitCost {
  units: number;
  databaseCpuMs: number;
  serverCpuMs: number;
  walBytes: number;
  /** Units per second during the measurement. */
  rate: number;
}

export interface Meter {
  measure(units: number, work: () => Promise<void>): Promise<UnitCost>;
}

/** Measures the CPU time of PostgreSQL and a server, and the size of PostgreSQL's write-ahead log. */
export function createMeter(db: Db, databasePid: number, serverPid = 0): Meter {
  const readWal = async () => {
    const { rows } = await sql<{ bytes: string }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as bytes`.execute(db);
    return Number(rows[0]?.bytes ?? 0);
  };
  const read = async () => ({
    at: performance.now(),
    database: await readFamilyCpu(databasePid),
    server: serverPid ? await readProcessCpu(serverPid) : 0,
    wal: await readWal(),
  });
  return {
    measure: async (units, work) => {
      // Start right after a checkpoint. PostgreSQL logs whole pages after one, so a checkpoint at a random
      // time would distort the measurement.
      await sql`checkpoint`.execute(db);
      const before = await read();
      await work();
      const after = await read();
      return {
        units,
        databaseCpuMs: (after.database - before.database) / units,
        serverCpuMs: (after.server - before.server) / units,
        walBytes: (after.wal - before.wal) / units,
        rate: (units * 1000) / (after.at - before.at),
      };
    },
  };
}
