import { z } from 'zod';
import {
  type Advance,
  type ChargeSummary,
  chargeSchema,
  type SettingsChange,
  type Status,
  statusSchema,
} from './http/control-schema.ts';
import type { FaultInput, WebhookTarget } from './state/state.ts';

interface Connection {
  readonly url: string;
  readonly controlKey: string;
}

const TIMEOUT_MS = 120_000;

/** Controls a running sandbox, for example from a test or from `npm run sandbox`. */
export class SandboxControl {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  status(): Promise<Status> {
    return this.#command('status', {}, statusSchema);
  }

  async now(): Promise<Date> {
    return new Date((await this.status()).now);
  }

  /**
   * Moves the clock forward and runs everything due by then: renewals, retries, expirations. Then moves on
   * until the remaining draft invoices are charged, which takes up to an hour by default. With `exact`, the
   * clock stops at the requested time.
   */
  async advance(by: Advance): Promise<Date> {
    const { now } = await this.#command('advance', by, z.object({ now: z.iso.datetime() }));
    return new Date(now);
  }

  /** For example, `{ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' }`. */
  async fault(fault: FaultInput): Promise<void> {
    await this.#command('fault', fault, z.null());
  }

  async clearFaults(): Promise<void> {
    await this.#command('clear-faults', {}, z.null());
  }

  async settings(change: SettingsChange): Promise<void> {
    await this.#command('settings', change, z.unknown());
  }

  /** Sets where events are sent, or stops sending them if null. `events` limits the event types. */
  async setWebhook(target: WebhookTarget | null): Promise<void> {
    await this.#command('webhook', target, z.null());
  }

  /** Waits until every event is delivered. Throws if that takes longer than the timeout. */
  async flushWebhooks(milliseconds = 10_000): Promise<void> {
    const { pending } = await this.#command('flush', { milliseconds }, z.object({ pending: z.number() }));
    if (pending > 0) throw new Error(`${pending} webhooks were not delivered within ${milliseconds} ms`);
  }

  /** Returns every successful charge, newest first. */
  async charges(): Promise<ChargeSummary[]> {
    const { charges } = await this.#command('charges', {}, z.object({ charges: z.array(chargeSchema) }));
    return charges;
  }

  /** Opens a dispute, as the cardholder's bank would, and returns its id. */
  async dispute(charge: string, reason = 'fraudulent'): Promise<string> {
    return (await this.#command('dispute', { charge, reason }, z.object({ id: z.string() }))).id;
  }

  async closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void> {
    await this.#command('close-dispute', { dispute, outcome }, z.unknown());
  }

  /** Makes the bank reject a refund that had succeeded. */
  async failRefund(refund: string): Promise<void> {
    await this.#command('fail-refund', { refund }, z.unknown());
  }

  /** Replaces a customer's card with any of Stripe's test cards, even one that will be declined. */
  async changeCard(customer: string, number: string): Promise<void> {
    await this.#command('change-card', { customer, number }, z.unknown());
  }

  /**
   * Tells an orphaned sandbox to exit. Returns 'in-use' if it isn't orphaned, and 'gone' if no sandbox with
   * this key responds.
   */
  async leave(): Promise<'leaving' | 'in-use' | 'gone'> {
    try {
      const { status } = await this.#post('leave', {});
      if (status === 409) return 'in-use';
      return status === 200 ? 'leaving' : 'gone';
    } catch {
      return 'gone';
    }
  }

  async #command<S extends z.ZodType>(name: string, payload: unknown, schema: S): Promise<z.output<S>> {
    const { status, body } = await this.#post(name, payload);
    if (status === 200) return schema.parse(body);
    const problem = z.object({ error: z.object({ message: z.string() }) }).safeParse(body);
    throw new Error(`sandbox ${name}: ${problem.success ? problem.data.error.message : status}`);
  }

  async #post(name: string, payload: unknown): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${this.#connection.url}/_sandbox/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-key': this.#connection.controlKey },
      body: JSON.stringify(payload),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, body: await response.json() };
  }
}
