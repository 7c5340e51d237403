import type Stripe from 'stripe';
import type { Deps } from '../../../platform/deps.ts';
import { hasPayments } from '../payment.repository.ts';
import { HANDLED_EVENTS, recordStripeEvent } from './stripe-event.service.ts';
import { createdIn, type PollRange, pollStripe } from './stripe-poll.service.ts';

/** Stripe lists events for only 30 days. */
const STRIPE_RETENTION_MS = 30 * 86_400_000;
/** Stripe accepts at most this many event types in a request. */
const MAX_TYPES_PER_REQUEST = 20;

/** Reads Stripe's event list at most once an hour, and handles the events whose webhook has not arrived. */
export async function readMissedEvents(deps: Deps): Promise<void> {
  if (!(await hasPayments(deps.db))) return;
  const earliest = new Date(deps.now().getTime() - STRIPE_RETENTION_MS);
  await pollStripe(deps, 'events', earliest, (range) => recordEvents(deps, range));
}

async function recordEvents(deps: Deps, range: PollRange): Promise<Date> {
  let newest = range.from;
  for (let start = 0; start < HANDLED_EVENTS.length; start += MAX_TYPES_PER_REQUEST) {
    const types = HANDLED_EVENTS.slice(start, start + MAX_TYPES_PER_REQUEST);
    for await (const event of listEvents(deps, types, range)) {
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
  range: PollRange,
): AsyncIterable<Stripe.Event> {
  return stripe.events.list({ types, created: createdIn(range), limit: 100 });
}
