import type { Invoice, Subscription } from './records.ts';
import type { Put } from './store.ts';

export type ScheduledItem =
  | { readonly at: number; readonly kind: 'subscription'; readonly id: string }
  | { readonly at: number; readonly kind: 'invoice'; readonly id: string };

export const INCOMPLETE_EXPIRY_SECONDS = 23 * 3600;

/**
 * A binary heap of subscriptions and invoices, ordered by due time. When an object changes, its old entry
 * stays in the heap, so callers must compare a taken entry with `findSubscriptionDue` or `findInvoiceDue`.
 */
export class Schedule {
  readonly #heap: ScheduledItem[] = [];
  readonly #dueById = new Map<string, number>();

  add([kind, id, value]: Put): void {
    if (kind !== 'subscription' && kind !== 'invoice') return;
    if (value === null) return;
    const dueAt = value.object === 'subscription' ? findSubscriptionDue(value) : findInvoiceDue(value);
    if (dueAt === null || this.#dueById.get(id) === dueAt) return;
    this.#dueById.set(id, dueAt);
    this.#push({ at: dueAt, kind, id });
  }

  /** Removes and returns the earliest entry, or returns undefined if nothing is due yet. */
  take(until: number): ScheduledItem | undefined {
    const first = this.#heap[0];
    if (first === undefined || first.at > until) return undefined;
    if (this.#dueById.get(first.id) === first.at) this.#dueById.delete(first.id);
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink();
    }
    return first;
  }

  get next(): number | null {
    return this.#heap[0]?.at ?? null;
  }

  #push(entry: ScheduledItem): void {
    let index = this.#heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= entry.at) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  #sink(): void {
    let index = 0;
    for (;;) {
      let earliest = index;
      for (const child of [2 * index + 1, 2 * index + 2])
        if (this.#at(child) < this.#at(earliest)) earliest = child;
      if (earliest === index) return;
      this.#swap(index, earliest);
      index = earliest;
    }
  }

  #at(n: number): number {
    return this.#heap[n]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(a: number, b: number): void {
    const firstItem = this.#heap[a];
    const secondItem = this.#heap[b];
    if (firstItem === undefined || secondItem === undefined) return;
    this.#heap[a] = secondItem;
    this.#heap[b] = firstItem;
  }
}

/** Returns when a subscription next expires, ends, or renews. */
export function findSubscriptionDue(subscription: Subscription): number | null {
  if (subscription.status === 'incomplete') return subscription.created + INCOMPLETE_EXPIRY_SECONDS;
  if (subscription.ended_at !== null) return null;
  const dueTimes = [getPeriodEnd(subscription)];
  if (subscription.cancel_at !== null) dueTimes.push(subscription.cancel_at);
  return Math.min(...dueTimes);
}

/** Returns when an invoice is next finalized or charged. */
export function findInvoiceDue(invoice: Invoice): number | null {
  if (invoice.status === 'draft')
    return invoice.auto_advance === true ? invoice.automatically_finalizes_at : null;
  return invoice.status === 'open' ? invoice.next_payment_attempt : null;
}

/** Returns the end of the current period in Unix seconds. */
export function getPeriodEnd(subscription: Subscription): number {
  return Math.min(...subscription.items.data.map((item) => item.current_period_end));
}
