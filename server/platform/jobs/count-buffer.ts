import type { FastifyBaseLogger } from 'fastify';

/** Counts that may be lost if the process dies, such as visits. */
export interface CountBuffer {
  /** Adds 1 to the key's count. */
  add(key: string): void;
  /** Writes the counts to the database now. */
  flush(): Promise<void>;
}

interface CountBufferOptions {
  /** What is counted, for the log. */
  name: string;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** How long counts wait for others before they are written. */
  flushMs?: number;
  /** Adds the counts to those in the database, in one transaction. */
  write(counts: ReadonlyMap<string, number>): Promise<void>;
}

/** With this many keys, the counts are written immediately. */
const FLUSH_KEY_COUNT = 10_000;
const MAX_KEY_COUNT = 50_000;

/**
 * Counts in memory, and writes all counts together, by default once a second. Counts that can't be written
 * are kept for the next attempt. If a write succeeds but its response is lost, its counts are added twice.
 */
export function createCountBuffer({ name, log, flushMs = 1_000, write }: CountBufferOptions): CountBuffer {
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;
  let isFailing = false;

  function count(key: string, times: number): void {
    // Without the database, the buffer must not grow without limit.
    if (counts.size < MAX_KEY_COUNT || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + times);
  }

  function schedule(): void {
    if (flushing) return;
    if (counts.size >= FLUSH_KEY_COUNT && !isFailing) void flush();
    else timer ??= setTimeout(() => void flush(), flushMs).unref();
  }

  async function writeAll(): Promise<void> {
    const countsToWrite = counts;
    counts = new Map();
    try {
      await write(countsToWrite);
      isFailing = false;
    } catch (err) {
      if (!isFailing) log.warn({ err, counts: name }, 'counts are kept until they can be written');
      isFailing = true;
      for (const [key, times] of countsToWrite) count(key, times);
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await flushing;
    if (counts.size === 0) return;
    flushing ??= writeAll().finally(() => {
      flushing = undefined;
      if (counts.size > 0) schedule();
    });
    await flushing;
  }

  return {
    add: (key) => {
      count(key, 1);
      schedule();
    },
    flush,
  };
}
