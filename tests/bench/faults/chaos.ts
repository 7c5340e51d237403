import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import type { SpawnedSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import type { Fleet } from './fleet.ts';
import type { Shop } from './shopping.ts';
import { choose, type StripeProxy } from './stripe-proxy.ts';

const MINUTE_MS = 60_000;
/** How long Stripe cannot be reached while buyers leave. Stripe remembers keys for a day. */
const OUTAGE_MINUTES = [31, 35, 45, 90, 25 * 60] as const;
const OUTAGE_MS = 4_000;
/** A renewal must not fall due: its subscriptions are another test's subject. */
const MAX_CLOCK_MS = 25 * 24 * 60 * MINUTE_MS;

export interface ChaosOptions {
  db: Db;
  databaseUrl: string;
  sandbox: SpawnedSandbox;
  proxy: StripeProxy;
  fleet: Fleet;
  shop: Shop;
  random: () => number;
}

/** Breaks one part after another, every so many purchases. */
export class Chaos {
  readonly counts: Record<string, number> = {};
  readonly #options: ChaosOptions;
  readonly #running = new Set<Promise<void>>();
  #clockMs = 0;
  isClosed = false;
  readonly #hazards: ReadonlyArray<{ name: string; every: number; run: () => Promise<void> }>;

  constructor(options: ChaosOptions) {
    this.#options = options;
    const { fleet, sandbox, random } = options;
    this.#hazards = [
      { name: 'server killed', every: 30, run: async () => fleet.kill(random() < 0.5 ? 0 : 1) },
      { name: 'sandbox killed', every: 45, run: async () => void process.kill(sandbox.pid(), 'SIGKILL') },
      { name: 'PostgreSQL restarted', every: 55, run: () => this.#crashDatabase() },
      { name: 'errors that Stripe repeats', every: 12, run: () => this.#plantError() },
      { name: 'Stripe unreachable, then a power cut', every: 70, run: () => this.#cutPower() },
    ];
  }

  /** How far the clocks were moved. */
  get clockMs(): number {
    return this.#clockMs;
  }

  /** Starts what is due after this many purchases. */
  onPurchase(count: number): void {
    if (this.isClosed) return;
    for (const { name, every, run } of this.#hazards) {
      if (count % every !== 0) continue;
      this.counts[name] = (this.counts[name] ?? 0) + 1;
      // What is already down cannot be broken again.
      const work = run().catch(() => {});
      this.#running.add(work);
      void work.then(() => this.#running.delete(work));
    }
  }

  /** Ends all faults. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.#running);
    const { proxy, sandbox } = this.#options;
    proxy.isDown = false;
    proxy.faultRate = 0;
    await persist(() => sandbox.control.clearFaults());
  }

  /** Moves the clocks of the database and of Stripe. The database's first: otherwise a charge would seem late. */
  async passTime(ms: number): Promise<void> {
    const { db, sandbox } = this.#options;
    this.#clockMs += ms;
    await persist(() => moveDatabaseClock(db, this.#clockMs));
    await persist(() => sandbox.control.advance({ hours: ms / (60 * MINUTE_MS), exact: true }));
  }

  /** Like a power cut: shared memory is gone, every connection ends, and the server recovers from its log. */
  async #crashDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#options.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    try {
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    } catch {
      // A server of another user or machine: only its connections can be ended.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()',
      );
    }
    await client.end().catch(() => {});
  }

  /** Stripe remembers such an error for a day, and repeats it under the same key. */
  async #plantError(): Promise<void> {
    const { random, sandbox } = this.#options;
    const calls = [
      'POST /v1/customers',
      'POST /v1/payment_methods',
      'POST /v1/subscriptions',
      'POST /v1/payment_intents',
    ];
    await sandbox.control.fault({
      kind: random() < 0.5 ? 'error-before' : 'error-after',
      times: random() < 0.5 ? 1 : 3,
      match: choose(['POST /v1/customers', ...calls], random),
    });
  }

  /** Buyers get no answer and leave; everything stops, and starts again long after. */
  async #cutPower(): Promise<void> {
    const { fleet, proxy, random, shop } = this.#options;
    if (proxy.isDown) return;
    proxy.isDown = true;
    await sleep(OUTAGE_MS);
    const open = shop.close();
    await fleet.cutPower(async () => {
      proxy.cut();
      const minutes = choose(OUTAGE_MINUTES, random);
      if (this.#clockMs + minutes * MINUTE_MS < MAX_CLOCK_MS) await this.passTime(minutes * MINUTE_MS);
      proxy.isDown = false;
    });
    open();
  }
}

/** The part that does this may be starting again. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 40) throw error;
      await sleep(250);
    }
  }
}
