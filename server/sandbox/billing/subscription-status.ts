import { findPreviousAttributes } from '../http/json.ts';
import type { Invoice, Subscription } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { voidInvoice } from './invoices.ts';

export const NO_CANCELLATION_DETAILS = { comment: null, feedback: null, feedback_option: null, reason: null };

/** Emits an event only if something changed. */
export function changeSubscription(
  world: World,
  old: Subscription,
  change: Partial<Subscription>,
): Subscription {
  const updatedSubscription = world.store.put('subscription', { ...old, ...change });
  const previous = findPreviousAttributes(old, updatedSubscription);
  if (previous !== undefined) world.emit('customer.subscription.updated', updatedSubscription, previous);
  return updatedSubscription;
}

/**
 * Activates an incomplete subscription. Activates a past-due or unpaid one unless another invoice whose
 * charge failed is still open.
 */
export function activateAfterPayment(world: World, subscription: Subscription): void {
  if (subscription.status === 'incomplete') {
    changeSubscription(world, subscription, { status: 'active' });
    return;
  }
  const isOverdue = subscription.status === 'past_due' || subscription.status === 'unpaid';
  if (isOverdue && !openInvoices(world, subscription).some(({ attempted }) => attempted)) {
    changeSubscription(world, subscription, { status: 'active' });
  }
}

/** Only an active subscription becomes past due. After a failed first payment, it stays incomplete. */
export function markPastDue(world: World, subscription: Subscription): void {
  if (subscription.status === 'active') changeSubscription(world, subscription, { status: 'past_due' });
}

/** Cancels the subscription, or sets the status that the settings define for exhausted retries. */
export function endRetries(world: World, subscription: Subscription): void {
  const { afterRetries } = world.state.settings;
  if (subscription.ended_at !== null) return;
  if (afterRetries === 'cancel') endSubscription(world, subscription, 'payment_failed');
  else changeSubscription(world, subscription, { status: afterRetries });
}

export function openInvoices(world: World, subscription: Subscription): Invoice[] {
  return world.store
    .list('invoice', 'subscription', subscription.id)
    .filter(({ status }) => status === 'open');
}

/** The subscription's open invoices stay open, but they are no longer charged automatically. */
export function endSubscription(
  world: World,
  subscription: Subscription,
  reason: NonNullable<Subscription['cancellation_details']>['reason'],
): Subscription {
  for (const invoice of world.store.list('invoice', 'subscription', subscription.id)) {
    if (invoice.status === 'open' || invoice.status === 'draft') {
      world.store.put('invoice', { ...invoice, auto_advance: false, next_payment_attempt: null });
    }
  }
  const endedSubscription = world.store.put('subscription', {
    ...subscription,
    canceled_at: subscription.canceled_at ?? world.now(),
    cancellation_details: {
      ...NO_CANCELLATION_DETAILS,
      reason: subscription.cancellation_details?.reason ?? reason,
    },
    ended_at: world.now(),
    status: 'canceled',
  });
  world.emit('customer.subscription.deleted', endedSubscription);
  return endedSubscription;
}

/** Ends a subscription whose first invoice was never paid. */
export function expireIncomplete(world: World, subscription: Subscription): Subscription {
  for (const invoice of openInvoices(world, subscription)) voidInvoice(world, invoice);
  return changeSubscription(world, subscription, { ended_at: world.now(), status: 'incomplete_expired' });
}
