import { sql } from 'kysely';
import type { Db } from './client.ts';
import { isDatabaseOutage } from './outage.ts';

/** The replica's maximum lag for each purpose, in seconds. */
const MAX_LAG_SECONDS = { search: 10, verification: 2 };
export type ReadPurpose = keyof typeof MAX_LAG_SECONDS;

/** Reads from a replica if there is one. */
export interface Reader {
  /** Runs `work` on the replica, or on the writer if the replica is too far behind or doesn't respond. */
  read<T>(purpose: ReadPurpose, work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `read`, but also runs `work` on the writer if it finds nothing on the replica. */
  find<T>(purpose: ReadPurpose, work: (db: Db) => Promise<T | null>): Promise<T | null>;
  /** Returns a database for work that can't start again, such as a download. */
  choose(purpose: ReadPurpose): Db;
  /** Returns the replica's maximum lag in seconds, or null without a replica. */
  measureLag(): Promise<number | null>;
}

interface ReaderOptions {
  writer: Db;
  replica?: Db | undefined;
  log?: { warn(fields: object, message: string): void; info(message: string): void };
  /** Returns milliseconds. */
  clock?: () => number;
}

const MAX_AGE_MS = 1_000 * Math.max(...Object.values(MAX_LAG_SECONDS));
/** The minimum time between two checks of the lag. They run only while something is read. */
const CHECK_MS = 500;

interface Position {
  /** The offset in the write-ahead log. */
  offset: number;
  /** When the writer had reached the offset, by `clock`. */
  at: number;
}

/**
 * Measures the lag by comparing positions in the write-ahead log. If the replica has reached a position that
 * the writer had at some time, it has everything that was committed until then. This needs no privilege and
 * no heartbeat. Unlike the replica's own timestamps, it is right for an idle writer, for a replica that lost
 * its connection to the writer, and for one that hasn't noticed the loss yet.
 *
 * Requests never wait for a check. The last result ages, so a replica that stops responding is no longer used
 * after the maximum lag, or after its first failed read.
 */
export function createReader({
  writer,
  replica,
  log,
  clock = () => performance.now(),
}: ReaderOptions): Reader {
  let positions: Position[] = [];
  /** The replica has everything that was committed until this time, by `clock`. */
  let currentUntil = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;
  let isDown = false;

  async function compare(database: Db): Promise<void> {
    const at = clock();
    const writtenOffset = await findWrittenOffset(writer);
    const replayedOffset = await findReplayedOffset(database).catch(suspend);
    if (replayedOffset === undefined) return;
    positions.push({ at, offset: writtenOffset });
    currentUntil = positions.findLast(({ offset }) => offset <= replayedOffset)?.at ?? currentUntil;
    positions = positions.filter((position) => position.at >= Math.max(currentUntil, at - MAX_AGE_MS));
    if (isDown) log?.info('the replica answers again');
    isDown = false;
  }

  function suspend(err: unknown): void {
    currentUntil = Number.NEGATIVE_INFINITY;
    const reason = err instanceof Error ? err.message : String(err);
    // Don't log it as `err`, which would count as an outage of the writer.
    if (!isDown) log?.warn({ reason }, 'the replica does not answer, so the writer serves its reads');
    isDown = true;
  }

  function check(database: Db): Promise<void> {
    checkedAt = clock();
    checking ??= compare(database)
      // If the writer fails, the replica stays in use until the maximum lag.
      .catch(() => {})
      .finally(() => {
        checking = undefined;
      });
    return checking;
  }

  function choose(purpose: ReadPurpose): Db {
    if (!replica) return writer;
    const time = clock();
    if (time - checkedAt >= CHECK_MS) void check(replica);
    return time - currentUntil <= 1000 * MAX_LAG_SECONDS[purpose] ? replica : writer;
  }

  async function read<T>(
    purpose: ReadPurpose,
    work: (db: Db) => Promise<T>,
    isFound = (_: T) => true,
  ): Promise<T> {
    const db = choose(purpose);
    if (db === writer) return work(writer);
    try {
      const result = await work(db);
      if (isFound(result)) return result;
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
      suspend(error);
    }
    return work(writer);
  }

  return {
    choose,
    read: (purpose, work) => read(purpose, work),
    find: (purpose, work) => read(purpose, work, (result) => result !== null),
    measureLag: async () => {
      if (!replica) return null;
      await check(replica);
      return (clock() - currentUntil) / 1000;
    },
  };
}

/**
 * Uses the write position: on an idle writer, the insert position can be past everything that it sends, by
 * the size of a header.
 */
async function findWrittenOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ offset: number }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8 as offset`.execute(db);
  return rows[0]?.offset ?? Number.POSITIVE_INFINITY;
}

/** Uses the write position if a proxy has connected us to the writer, because no replica was healthy. */
async function findReplayedOffset(db: Db): Promise<number> {
  const { rows } = await sql<{ offset: number | null }>`
    select pg_wal_lsn_diff(
      case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, '0/0'
    )::int8 as offset`.execute(db);
  return rows[0]?.offset ?? 0;
}
