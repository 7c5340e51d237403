import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createVisitors } from '#tests/bench/support/product-server.ts';

const PAUSE_MS = 100;
const TIMEOUT_MS = 1_500;
/** Longer than a read waits for a replica before it goes to the writer. */
const SEARCH_TIMEOUT_MS = 5_000;

/** Repeats an attempt, as a user would, and measures how long it failed. */
export class Probe {
  #lastFailureMs = Number.NEGATIVE_INFINITY;
  #recoveredMs = Number.NEGATIVE_INFINITY;
  #isFailing = false;
  #isClosed = false;
  readonly #loop: Promise<void>;

  constructor(attempt: () => Promise<void>) {
    this.#loop = this.#repeat(attempt);
  }

  /**
   * Returns the seconds from an event until the attempt succeeded for good. 0 if it hasn't failed since the
   * event, undefined if it still fails.
   */
  outageSince(eventMs: number): number | undefined {
    if (this.#isFailing) return undefined;
    return this.#lastFailureMs < eventMs ? 0 : (this.#recoveredMs - eventMs) / 1000;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#loop;
  }

  async #repeat(attempt: () => Promise<void>): Promise<void> {
    while (!this.#isClosed) {
      try {
        await attempt();
        if (this.#isFailing) this.#recoveredMs = performance.now();
        this.#isFailing = false;
      } catch {
        this.#lastFailureMs = performance.now();
        this.#isFailing = true;
      }
      await sleep(PAUSE_MS);
    }
  }
}

/** Writes a row over a new connection. */
export async function writeBeat(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('create table if not exists beats (at timestamptz not null)');
    await client.query('insert into beats values (now())');
  } finally {
    await client.end();
  }
}

const nextVisitor = createVisitors();
const search = encodeURIComponent(JSON.stringify({ zip: '80202', distance: 60, skip: 0, limit: 20 }));

/** Searches as a visitor does. Searches read from a replica. */
export async function searchSavings(site: string): Promise<void> {
  const response = await fetch(`${site}/trpc/savings.search?input=${search}`, {
    headers: nextVisitor(),
    signal: AbortSignal.timeout(SEARCH_TIMEOUT_MS),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`search: ${response.status} ${body}`);
}

/** Throws unless the site reports that it is ready. */
export async function requireReady(site: string): Promise<void> {
  const response = await fetch(`${site}/readyz`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`readyz: ${response.status}`);
}
