import { watch } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import type { SpawnedSandbox } from '#server/sandbox/spawn.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import type { DatabaseProxy } from './database-proxy.ts';
import type { Fleet } from './fleet.ts';
import type { Shop } from './shopping.ts';
import { choose, type StripeProxy } from './stripe-proxy.ts';

const MINUTE_MS = 60_000;
/**
 * How long an outage of Stripe may last, in minutes. The last value is more than the 24 hours for which
 * Stripe remembers idempotency keys.
 */
const OUTAGE_MINUTES = [31, 35, 45, 90, 25 * 60] as const;
const CHARGE_OUTAGE_MS = 4_000;
const FULL_OUTAGE_MS = 2_000;
const MUTE_MS = 8_000;
const MAIL_WAIT_MS = 10_000;
const MAX_EARLY_REFUNDS = 4;
/** Enough time for an event to arrive and its job to run. */
const EVENT_MS = 6_000;
/**
 * How many of the last buyers get an error that Stripe stores under their idempotency key. Some return while
 * Stripe still repeats that error.
 */
const LAST_ERRORS = 8;
/** Longer than any purchase job may run. */
const JOB_EXPIRY_MS = 15 * MINUTE_MS;
/** Less than a month, because this benchmark doesn't test renewals. */
const MAX_CLOCK_MS = 25 * 24 * 60 * MINUTE_MS;

export interface ChaosOptions {
  db: Db;
  databaseUrl: string;
  sandbox: SpawnedSandbox;
  proxy: StripeProxy;
  database: DatabaseProxy;
  mailFolder: string;
  fleet: Fleet;
  shop: Shop;
  random: () => number;
  /** Multiplies the pauses between faults that stop servers, because every start takes seconds. */
  spacing: number;
}

/** Injects faults into the parts of the system, each kind of fault after a fixed number of purchases. */
export class Chaos {
  readonly counts: Record<string, number> = {};
  readonly #options: ChaosOptions;
  readonly #running = new Set<Promise<void>>();
  #clockMs = 0;
  isClosed = false;
  readonly #hazards: ReadonlyArray<{ name: string; every: number; run: () => Promise<void> }>;

  constructor(options: ChaosOptions) {
    this.#options = options;
    const { fleet, sandbox, random, spacing } = options;
    const kill = () => process.kill(sandbox.pid(), 'SIGKILL');
    this.#hazards = [
      { name: 'server killed', every: 30 * spacing, run: async () => fleet.kill(random() < 0.5 ? 0 : 1) },
      { name: 'sandbox killed', every: 45 * spacing, run: async () => void kill() },
      { name: 'PostgreSQL restarted', every: 55 * spacing, run: () => this.#crashDatabase() },
      { name: 'errors that Stripe repeats', every: 4, run: () => this.#storeError() },
      { name: 'database connections lost as a mail is sent', every: 25, run: () => this.#loseConnections() },
      { name: 'no response from Stripe', every: 40 * spacing, run: () => this.#loseResponses() },
      {
        name: 'Stripe unreachable, then a power cut',
        every: 70 * spacing,
        run: () => this.#cutPower(),
      },
    ];
  }

  /** How far the clocks have been moved, in milliseconds. */
  get clockMs(): number {
    return this.#clockMs;
  }

  /** Starts the faults that are due after this many purchases. */
  onPurchase(count: number): void {
    if (this.isClosed) return;
    for (const { name, every, run } of this.#hazards) {
      if (count % every !== 0) continue;
      this.#count(name);
      // Ignore errors: a part that is already down can't be broken again.
      const work = run().catch(() => {});
      this.#running.add(work);
      void work.then(() => this.#running.delete(work));
    }
  }

  /**
   * Ends all faults with a power cut while Stripe's responses to charges are lost, so that the servers must
   * settle many purchases themselves. Buyers don't return until `work` is done.
   */
  async close(whenEnoughBuyers: Promise<void>, work: () => Promise<void>): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.#running);
    const { fleet, proxy, sandbox, shop } = this.#options;
    proxy.outage = 'responses';
    const lastErrors = { kind: 'error-after', times: LAST_ERRORS, match: 'POST /v1/customers' } as const;
    await retry(() => sandbox.control.fault(lastErrors));
    await whenEnoughBuyers;
    await this.#refundUnsettled();
    await sleep(EVENT_MS);
    const open = shop.close();
    await fleet.cutPower(async () => {
      proxy.cut();
      proxy.outage = undefined;
      proxy.faultRate = 0;
      await retry(() => sandbox.control.clearFaults());
      await this.passTimeForJobs(JOB_EXPIRY_MS);
    });
    await work();
    open();
  }

  /** Moves the database's clock before Stripe's. In the other order, a charge would seem late. */
  async passTime(ms: number): Promise<void> {
    const { db, sandbox } = this.#options;
    this.#clockMs += ms;
    await retry(() => moveDatabaseClock(db, this.#clockMs));
    await retry(() => sandbox.control.advance({ hours: ms / (60 * MINUTE_MS), exact: true }));
  }

  /**
   * Makes the queued jobs older, so that the jobs of killed servers are due. Call it only while no server
   * runs.
   */
  async passTimeForJobs(ms: number): Promise<void> {
    const moved = sql`interval '${sql.raw(String(ms))} milliseconds'`;
    await retry(() =>
      sql`update pgboss.job set start_after = start_after - ${moved}, started_on = started_on - ${moved}
        where state in ('created', 'retry', 'active')`.execute(this.#options.db),
    );
  }

  /**
   * Crashes the database server by killing one of its processes. As in a power cut, shared memory is lost,
   * every connection ends, and the server recovers from its log.
   */
  async #crashDatabase(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#options.databaseUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    try {
      process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    } catch {
      // The database server belongs to another user or machine, so only its connections can be ended.
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()',
      );
    }
    await client.end().catch(() => {});
  }

  /**
   * Ends the servers' database connections just after an email is sent. The server must still record that the
   * email was sent, or it would send it again.
   */
  async #loseConnections(): Promise<void> {
    const { database, mailFolder } = this.#options;
    for await (const { filename } of watch(mailFolder, { signal: AbortSignal.timeout(MAIL_WAIT_MS) })) {
      if (filename?.endsWith('.eml')) return database.dropConnections();
    }
  }

  /**
   * Makes Stripe respond with an error, either before or after it executes the request. In the second case,
   * Stripe repeats the error for a day to requests with the same key.
   */
  async #storeError(): Promise<void> {
    const { random, sandbox } = this.#options;
    const calls = [
      'POST /v1/customers',
      'POST /v1/payment_methods',
      'POST /v1/payment_methods/:id/attach',
      'POST /v1/subscriptions',
      'POST /v1/payment_intents',
    ];
    await sandbox.control.fault({
      kind: random() < 0.5 ? 'error-before' : 'error-after',
      times: random() < 0.5 ? 1 : 3,
      match: choose(['POST /v1/customers', ...calls], random),
    });
  }

  /**
   * Loses Stripe's responses and events for charges that succeed. Then refunds some of these charges, as
   * staff would. The events of these refunds do arrive.
   */
  async #loseResponses(): Promise<void> {
    const { proxy } = this.#options;
    if (proxy.outage) return;
    proxy.outage = 'responses';
    await sleep(MUTE_MS);
    await this.#refundUnsettled().finally(() => {
      proxy.outage = undefined;
    });
  }

  async #refundUnsettled(): Promise<void> {
    const { db, sandbox, shop } = this.#options;
    const emails = shop.left.filter(({ path }) => path === 'checkout.buyCard').map(({ email }) => email);
    const unsettledPurchases = await db
      .selectFrom('purchases')
      .select('id')
      .where('status', '=', 'pending')
      .where('email', 'in', ['', ...emails])
      .execute();
    const ids = new Set(unsettledPurchases.map(({ id }) => id));
    const charges = (await sandbox.control.charges()).filter(
      ({ metadata, refunded }) => refunded === 0 && ids.has(metadata.purchase ?? ''),
    );
    const stripe = createStripe({ secretKey: 'sk_test_faults', apiUrl: sandbox.url });
    for (const { id } of charges.slice(0, MAX_EARLY_REFUNDS)) {
      await stripe.refunds.create({ charge: id });
      this.#count('refunded before we knew the charge');
    }
  }

  /** Cuts off Stripe, then stops all servers, and starts them again after a simulated outage. */
  async #cutPower(): Promise<void> {
    const { fleet, proxy, random, shop } = this.#options;
    if (proxy.outage) return;
    // Let the first purchases get as far as the charge.
    proxy.outage = 'charges';
    await sleep(CHARGE_OUTAGE_MS);
    proxy.outage = 'all';
    await sleep(FULL_OUTAGE_MS);
    const open = shop.close();
    await fleet.cutPower(async () => {
      proxy.cut();
      const minutes = choose(OUTAGE_MINUTES, random);
      if (this.#clockMs + minutes * MINUTE_MS < MAX_CLOCK_MS) await this.passTime(minutes * MINUTE_MS);
      await this.passTimeForJobs(minutes * MINUTE_MS);
      proxy.outage = undefined;
    });
    open();
  }

  #count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }
}

/** Retries `work` for about 10 seconds, because the server that it calls may still be starting. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempts === 40) throw error;
      await sleep(250);
    }
  }
}
