import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookTarget } from '../state/state.ts';
import type { World } from '../state/world.ts';
import { post } from './post-webhook.ts';

const AT_ONCE = 8;
const PATIENCE = 10_000;

/**
 * Sends every event that is owed to the webhook, several at once and each after a random pause, so that they
 * may overtake one another; repeats until the receiver answers 2xx. An event is crossed off only then, so a
 * restart sends again what was not confirmed.
 */
export class Webhooks {
  readonly #world: World;
  readonly #waiting = new Map<string, { timer: NodeJS.Timeout; attempts: number }>();
  readonly #ready: { id: string; attempts: number }[] = [];
  readonly #delivered: string[] = [];
  #running = 0;
  #closed = false;

  constructor(world: World) {
    this.#world = world;
    world.onUndelivered = (ids) => {
      for (const id of ids) this.#wait(id, 0, this.#jitter());
    };
    this.wake();
  }

  get pending(): number {
    return this.#world.events.owed.size;
  }

  /** Takes up what is owed and not yet under way, after a start or when holding ends. */
  wake(): void {
    for (const id of this.#world.events.owed) {
      if (!this.#waiting.has(id)) this.#wait(id, 0, this.#jitter());
    }
  }

  /** Sends without further pauses until nothing is owed or the time is up; answers how many are left. */
  async flush(milliseconds: number): Promise<number> {
    const end = Date.now() + milliseconds;
    for (let turn = 0; this.pending > 0 && Date.now() < end; turn += 1) {
      if (turn % 10 === 0) this.#hurry();
      await sleep(10);
    }
    this.#writeDelivered();
    return this.pending;
  }

  close(): void {
    this.#closed = true;
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
    this.#writeDelivered();
  }

  #hurry(): void {
    for (const [id, { timer, attempts }] of this.#waiting) {
      if (timer.hasRef() === false) continue;
      clearTimeout(timer);
      this.#wait(id, attempts, 0);
    }
  }

  #wait(id: string, attempts: number, pause: number): void {
    const timer = setTimeout(() => {
      timer.unref();
      this.#ready.push({ id, attempts });
      this.#start();
    }, pause);
    this.#waiting.set(id, { timer, attempts });
  }

  #start(): void {
    while (this.#running < AT_ONCE && !this.#closed) {
      const next = this.#ready.shift();
      if (next === undefined) return;
      this.#running += 1;
      void this.#deliver(next.id, next.attempts).finally(() => {
        this.#running -= 1;
        this.#start();
      });
    }
  }

  async #deliver(id: string, attempts: number): Promise<void> {
    const { webhook, settings } = this.#world.state;
    const found = this.#world.events.find(id);
    if (found === undefined || webhook === null || settings.webhooks === 'hold') {
      this.#waiting.delete(id);
      return;
    }
    const body = this.#world.read(found.ref);
    let arrived = await this.#post(webhook, body);
    for (let copy = 0; arrived && copy < settings.duplicates; copy += 1)
      arrived = await this.#post(webhook, body);
    if (this.#closed) return;
    if (arrived) {
      this.#waiting.delete(id);
      this.#world.events.owed.delete(id);
      this.#delivered.push(id);
      if (this.#delivered.length === 1) setTimeout(() => this.#writeDelivered(), 50).unref();
      return;
    }
    const pauses = settings.webhookRetryMilliseconds;
    this.#wait(id, attempts + 1, pauses[Math.min(attempts, pauses.length - 1)] ?? 1000);
  }

  async #post(target: WebhookTarget, body: string): Promise<boolean> {
    try {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signature(target.secret, body),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      };
      const status = await post(target.url, headers, body, PATIENCE);
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }

  #writeDelivered(): void {
    const ids = this.#delivered.splice(0);
    if (ids.length > 0) this.#world.markDelivered(ids);
  }

  #jitter(): number {
    return Math.random() * this.#world.state.settings.shuffleMilliseconds;
  }
}

/** Stripe's scheme v1, by the machine's own clock: receivers refuse what is older than five minutes. */
export function signature(secret: string, body: string): string {
  const time = Math.floor(Date.now() / 1000);
  const v1 = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return `t=${time},v1=${v1}`;
}
