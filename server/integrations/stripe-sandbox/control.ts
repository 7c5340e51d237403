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

interface Reach {
  readonly url: string;
  readonly controlKey: string;
}

const LONG = 120_000;

/** Commands a running sandbox, from a test or from `npm run sandbox`. Amounts are cents. */
export class SandboxControl {
  readonly #reach: Reach;

  constructor(reach: Reach) {
    this.#reach = reach;
  }

  status(): Promise<Status> {
    return this.#command('status', {}, statusSchema);
  }

  async now(): Promise<Date> {
    return new Date((await this.status()).now);
  }

  /**
   * Moves the clock ahead and does what falls due on the way: renewals, retries, expiries. Stops when what was
   * renewed is charged too, up to an hour later than asked; with `exact` at the very instant.
   */
  async advance(by: Advance): Promise<Date> {
    const { now } = await this.#command('advance', by, z.object({ now: z.iso.datetime() }));
    return new Date(now);
  }

  /** Orders a fault: `{ kind: 'lose', times: 3, match: 'POST /v1/subscriptions' }`. */
  async fault(order: FaultInput): Promise<void> {
    await this.#command('fault', order, z.null());
  }

  async clearFaults(): Promise<void> {
    await this.#command('clear-faults', {}, z.null());
  }

  /** Retry days, the end of retries, webhooks sent, held or dropped, duplicates, shuffling. */
  async settings(change: SettingsChange): Promise<void> {
    await this.#command('settings', change, z.unknown());
  }

  /** Where events go from now on, all or those of some types (`events`); null: nowhere. */
  async setWebhook(target: WebhookTarget | null): Promise<void> {
    await this.#command('webhook', target, z.null());
  }

  /** Resolves when every event is delivered; rejects where some are not within the time. */
  async flushWebhooks(milliseconds = 10_000): Promise<void> {
    const { pending } = await this.#command('flush', { milliseconds }, z.object({ pending: z.number() }));
    if (pending > 0) throw new Error(`${pending} webhooks were not delivered within ${milliseconds} ms`);
  }

  /** Every charge that went through, the newest first, with the metadata of its purchase. */
  async charges(): Promise<ChargeSummary[]> {
    const { charges } = await this.#command('charges', {}, z.object({ charges: z.array(chargeSchema) }));
    return charges;
  }

  /** The cardholder disputes a charge; answers the dispute's id. */
  async dispute(charge: string, reason = 'fraudulent'): Promise<string> {
    return (await this.#command('dispute', { charge, reason }, z.object({ id: z.string() }))).id;
  }

  async closeDispute(dispute: string, outcome: 'won' | 'lost'): Promise<void> {
    await this.#command('close-dispute', { dispute, outcome }, z.unknown());
  }

  /** A customer's card becomes this published test card, also where the bank will refuse it. */
  async changeCard(customer: string, number: string): Promise<void> {
    await this.#command('change-card', { customer, number }, z.unknown());
  }

  /** Asks an orphan to end. `stays`: it is in use; `gone`: nobody of that key is there. */
  async leave(): Promise<'leaving' | 'stays' | 'gone'> {
    try {
      const { status } = await this.#post('leave', {});
      if (status === 409) return 'stays';
      return status === 200 ? 'leaving' : 'gone';
    } catch {
      return 'gone';
    }
  }

  async #command<S extends z.ZodType>(name: string, given: unknown, schema: S): Promise<z.output<S>> {
    const { status, body } = await this.#post(name, given);
    if (status === 200) return schema.parse(body);
    const problem = z.object({ error: z.object({ message: z.string() }) }).safeParse(body);
    throw new Error(`sandbox ${name}: ${problem.success ? problem.data.error.message : status}`);
  }

  async #post(name: string, given: unknown): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${this.#reach.url}/_sandbox/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-sandbox-key': this.#reach.controlKey },
      body: JSON.stringify(given),
      signal: AbortSignal.timeout(LONG),
    });
    return { status: answer.status, body: await answer.json() };
  }
}
