import type Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { saveReadUntil, startEventPoll } from './missed-event.repository.ts';
import { hasPayments } from './payment.repository.ts';
import { HANDLED_EVENTS, recordStripeEvent } from './stripe-event.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Stripe lists events for 30 days. */
const STRIPE_RETENTION_MS = 30 * DAY_MS;
/** Each poll reads the last hour again, because an event may be listed late and clocks differ. */
const OVERLAP_MS = HOUR_MS;
/** Stripe's limit. */
const MAX_TYPES_PER_REQUEST = 20;

/**
 * Once an hour, reads Stripe's event list since the last poll and handles events whose webhook never arrived. Reads one
 * day at a time, so that a poll that fails resumes near where it stopped.
 */
export async function readMissedEvents(deps: Deps): Promise<void> {
  // Before the first payment there is nothing to miss.
  if (!(await hasPayments(deps.db))) return;
  const now = deps.now();
  const readUntil = await startEventPoll(deps.db, {
    now,
    due: new Date(now.getTime() - HOUR_MS),
    first: new Date(now.getTime() - STRIPE_RETENTION_MS),
  });
  if (!readUntil) return;
  let from = new Date(Math.max(readUntil.getTime() - OVERLAP_MS, now.getTime() - STRIPE_RETENTION_MS));
  for (;;) {
    const to = new Date(from.getTime() + DAY_MS);
    if (to >= now) break;
    await readRange(deps, from, to);
    await saveReadUntil(deps.db, to);
    from = to;
  }
  // The last range is open-ended, because Stripe's clock may be ahead of ours.
  const newest = await readRange(deps, from, null);
  await saveReadUntil(deps.db, newest > now ? newest : now);
}

/** Records every event in the range; returns the newest event's time, or `from` if there are none. */
async function readRange(deps: Deps, from: Date, to: Date | null): Promise<Date> {
  let newest = from;
  for (let at = 0; at < HANDLED_EVENTS.length; at += MAX_TYPES_PER_REQUEST) {
    const types = HANDLED_EVENTS.slice(at, at + MAX_TYPES_PER_REQUEST);
    for await (const event of listEvents(deps, types, from, to)) {
      await recordStripeEvent(deps, event);
      const createdAt = new Date(event.created * 1000);
      if (createdAt > newest) newest = createdAt;
    }
  }
  return newest;
}

function listEvents(
  { stripe }: Pick<Deps, 'stripe'>,
  types: Stripe.Event['type'][],
  from: Date,
  to: Date | null,
): AsyncIterable<Stripe.Event> {
  const created = { gte: toUnixSeconds(from), ...(to ? { lt: toUnixSeconds(to) } : {}) };
  return stripe.events.list({ types, created, limit: 100 });
}

const toUnixSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
