import type Stripe from 'stripe';
import { newId } from '../state/ids.ts';
import type { BlobRef } from '../state/journal.ts';
import { API_VERSION, type Kind, type Records } from '../state/records.ts';

export interface EventEntry {
  readonly id: string;
  readonly type: Stripe.Event['type'];
  readonly created: number;
  /** True if the event still had to be sent to the webhook when this entry was written. */
  readonly owed: boolean;
}

export interface Origin {
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
}

interface Draft {
  readonly entry: EventEntry;
  readonly text: string;
}

/** Collects the current transaction's events and finds the events on disk. */
export class EventLog {
  readonly #index = new Map<string, { entry: EventEntry; ref: BlobRef }>();
  /** The ids of events whose webhook hasn't been delivered yet. */
  readonly undelivered = new Set<string>();
  #drafts: Draft[] = [];

  emit(
    type: Stripe.Event['type'],
    object: Records[Kind],
    context: { created: number; origin: Origin; owed: boolean; previous?: object | undefined },
  ): void {
    const id = newId('evt');
    const data =
      context.previous === undefined ? { object } : { object, previous_attributes: context.previous };
    const text = JSON.stringify({
      id,
      object: 'event',
      api_version: API_VERSION,
      created: context.created,
      data,
      livemode: false,
      pending_webhooks: context.owed ? 1 : 0,
      request: { id: context.origin.requestId, idempotency_key: context.origin.idempotencyKey },
      type,
    });
    this.#drafts.push({ entry: { id, type, created: context.created, owed: context.owed }, text });
  }

  takeDrafts(): Draft[] {
    const drafts = this.#drafts;
    this.#drafts = [];
    return drafts;
  }

  record(entry: EventEntry, ref: BlobRef): void {
    this.#index.set(entry.id, { entry, ref });
    if (entry.owed) this.undelivered.add(entry.id);
  }

  find(id: string): { entry: EventEntry; ref: BlobRef } | undefined {
    return this.#index.get(id);
  }

  /** Returns all events, newest first. */
  list(): { entry: EventEntry; ref: BlobRef }[] {
    return [...this.#index.values()].reverse();
  }
}
