import type { Invoice, Subscription } from '../state/records.ts';
import { invoiceDue, type ScheduledItem, subscriptionDue } from '../state/schedule.ts';
import type { World } from '../state/world.ts';
import { collectInvoice, subscriptionOf } from './collection.ts';
import { remainingDiscounts } from './discounts.ts';
import { createInvoice, finalizeInvoice } from './invoices.ts';
import { nextBoundary } from './periods.ts';
import { itemLines } from './subscription-items.ts';
import {
  activateAfterPayment,
  changeSubscription,
  endSubscription,
  expireIncomplete,
} from './subscription-status.ts';

/** Does what has fallen due by an instant, the earliest first, each thing as of its own time and on disk at once. */
export function runDueItems(world: World, by: number): void {
  for (let due = world.schedule.take(by); due !== undefined; due = world.schedule.take(by)) {
    const appointment = due;
    world.clock.at(appointment.at, () => {
      try {
        perform(world, appointment);
      } catch (error) {
        // One that cannot be done must not keep the others from being done.
        console.error('sandbox:', appointment, error);
        world.rollback();
      }
      world.commit();
    });
  }
}

function perform(world: World, { kind, id, at }: ScheduledItem): void {
  if (kind === 'invoice') {
    const invoice = world.store.find('invoice', id);
    if (invoice !== undefined && invoiceDue(invoice) === at) advanceInvoice(world, invoice);
    return;
  }
  const subscription = world.store.find('subscription', id);
  if (subscription === undefined || subscriptionDue(subscription) !== at) return;
  if (subscription.status === 'incomplete') expireIncomplete(world, subscription);
  else if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    endSubscription(world, subscription, 'cancellation_requested');
  } else renew(world, subscription);
}

/** The next period begins: its invoice is a draft first, charged after the settings' pause. */
function renew(world: World, old: Subscription): void {
  const items = old.items.data.map((item) => {
    const { interval, interval_count: count } = item.plan;
    const start = item.current_period_end;
    return {
      ...item,
      current_period_start: start,
      current_period_end: nextBoundary(old.billing_cycle_anchor, interval, count, start),
    };
  });
  const next: Subscription = { ...old, items: { ...old.items, data: items } };
  const collects = old.status !== 'unpaid';
  const period = { start: old.items.data[0]?.current_period_start ?? world.now(), end: world.now() };
  const invoice = createInvoice(world, {
    customer: world.store.get('customer', old.customer),
    subscription: next,
    lines: itemLines(world, next),
    discounts: old.discounts,
    reason: 'subscription_cycle',
    period,
    currency: old.currency,
    finalizesAt: collects ? world.now() + world.state.settings.draftSeconds : null,
    autoAdvance: collects,
  });
  const after = items[0]?.current_period_end ?? world.now();
  changeSubscription(world, old, {
    discounts: remainingDiscounts(world, old.discounts, after),
    items: {
      ...old.items,
      data: items.map((item) => ({ ...item, discounts: remainingDiscounts(world, item.discounts, after) })),
    },
    latest_invoice: invoice.id,
  });
}

/** A draft becomes final and is charged; an open bill is charged again. */
function advanceInvoice(world: World, invoice: Invoice): void {
  const open = invoice.status === 'draft' ? finalizeInvoice(world, invoice) : invoice;
  if (open.status === 'paid') {
    const subscription = subscriptionOf(world, open);
    if (subscription !== undefined) activateAfterPayment(world, subscription);
    return;
  }
  collectInvoice(world, open, { offSession: true });
}
