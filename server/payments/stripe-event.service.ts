import type Stripe from 'stripe';
import { inTransaction } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { deleteStripeEventsBefore, insertStripeEvent } from './stripe-event.repository.ts';

/** What the webhook has to be subscribed to at the card network. */
export const HEARD_EVENTS = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
] as const satisfies Array<Stripe.Event.Type>;

/** The subscription that an event is about; undefined for events that change nothing here. */
function subscriptionOf(event: Stripe.Event): string | undefined {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return event.data.object.id;
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.marked_uncollectible':
    case 'invoice.voided': {
      const subscription = event.data.object.parent?.subscription_details?.subscription;
      return typeof subscription === 'object' ? subscription.id : subscription;
    }
    default:
      return undefined;
  }
}

/**
 * Takes a signed event: checks the signature (false where it is wrong), records the event once, and queues a look at
 * the provider's present state. What the event itself says is not believed: it may be late or out of order.
 */
export async function receiveStripeEvent(
  deps: Deps,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<boolean> {
  let event: Stripe.Event;
  try {
    event = await deps.stripe.webhooks.constructEventAsync(body, signature, secret);
  } catch {
    return false;
  }
  const providerId = subscriptionOf(event);
  if (!providerId) return true;
  await inTransaction(deps.db, async (trx) => {
    const record = { id: event.id, type: event.type, objectId: providerId, receivedAt: deps.now() };
    if (await insertStripeEvent(trx, record)) {
      await deps.jobs.enqueue(trx, 'sync-subscription', { providerId });
    }
  });
  return true;
}

const KEPT_MS = 90 * 86_400_000;

/** The provider repeats an event for days, not for months (DESIGN D52). */
export async function forgetStripeEvents({ db, now }: Deps): Promise<void> {
  await deleteStripeEventsBefore(db, new Date(now().getTime() - KEPT_MS));
}
