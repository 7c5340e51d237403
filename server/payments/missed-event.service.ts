import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { saveReadUntil, startEventPoll } from './missed-event.repository.ts';
import { hasPayments } from './payment.repository.ts';
import { HANDLED_EVENTS, recordStripeEvent } from './stripe-event.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** So long the provider keeps its events. */
const KEPT_MS = 30 * DAY_MS;
/** Read again each time: an event may be listed late, and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** The provider takes no more kinds in one question. */
const MAX_TYPES_PER_REQUEST = 20;

/**
 * Reads the provider's own list of events since the last look, once an hour, and treats those whose webhook never came
 * (a refund, a dispute, a renewal) as if it had. In pieces of a day, so that a look is bounded and one that breaks off
 * goes on where it was.
 */
export async function readMissedEvents(deps: Deps): Promise<void> {
  // Before the first sale nothing can have happened to one.
  if (!(await hasPayments(deps.db))) return;
  const now = deps.now();
  const readUntil = await startEventPoll(deps.db, {
    now,
    due: new Date(now.getTime() - HOUR_MS),
    first: new Date(now.getTime() - KEPT_MS),
  });
  if (!readUntil) return;
  let from = new Date(Math.max(readUntil.getTime() - OVERLAP_MS, now.getTime() - KEPT_MS));
  for (;;) {
    const to = new Date(from.getTime() + DAY_MS);
    if (to >= now) break;
    await readRange(deps, from, to);
    await saveReadUntil(deps.db, to);
    from = to;
  }
  // The last piece has no end: the provider's clock may be ahead of ours.
  const newest = await readRange(deps, from, null);
  await saveReadUntil(deps.db, newest > now ? newest : now);
}

/** Takes every event of a time; returns when the newest happened, or `from` where there is none. */
async function readRange(deps: Deps, from: Date, to: Date | null): Promise<Date> {
  let newest = from;
  for (let at = 0; at < HANDLED_EVENTS.length; at += MAX_TYPES_PER_REQUEST) {
    const types = HANDLED_EVENTS.slice(at, at + MAX_TYPES_PER_REQUEST);
    for await (const event of eventsOf(deps, types, from, to)) {
      await recordStripeEvent(deps, event);
      const happened = new Date(event.created * 1000);
      if (happened > newest) newest = happened;
    }
  }
  return newest;
}

function eventsOf(
  { stripe }: Pick<Deps, 'stripe'>,
  types: Stripe.Event['type'][],
  from: Date,
  to: Date | null,
): AsyncIterable<Stripe.Event> {
  const created = { gte: inSeconds(from), ...(to ? { lt: inSeconds(to) } : {}) };
  return stripe.events.list({ types, created, limit: 100 });
}

const inSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
