import type { Invoice, Subscription } from '../state/records.ts';
import { findInvoiceDue, findSubscriptionDue, type ScheduledItem } from '../state/schedule.ts';
import type { World } from '../state/world.ts';
import { collectInvoice, findInvoiceSubscription } from './collection.ts';
import { findRemainingDiscounts } from './discounts.ts';
import { createInvoice, finalizeInvoice } from './invoices.ts';
import { findNextBoundary } from './periods.ts';
import { listItemLines } from './subscription-items.ts';
import {
  activateAfterPayment,
  changeSubscription,
  endSubscription,
  expireIncomplete,
} from './subscription-status.ts';

/**
 * Runs everything due by `until`, in order. Each item runs at its own due time and in its own transaction.
 */
export function runDueItems(world: World, until: number): void {
  for (;;) {
    const item = world.schedule.take(until);
    if (item === undefined) return;
    world.clock.at(item.at, () => {
      try {
        runItem(world, item);
      } catch (error) {
        // A failed item must not block the others.
        console.error('sandbox:', item, error);
        world.rollback();
      }
      world.commit();
    });
  }
}

function runItem(world: World, { kind, id, at }: ScheduledItem): void {
  if (kind === 'invoice') {
    const invoice = world.store.find('invoice', id);
    if (invoice !== undefined && findInvoiceDue(invoice) === at) advanceInvoice(world, invoice);
    return;
  }
  const subscription = world.store.find('subscription', id);
  if (subscription === undefined || findSubscriptionDue(subscription) !== at) return;
  if (subscription.status === 'incomplete') expireIncomplete(world, subscription);
  else if (subscription.cancel_at !== null && subscription.cancel_at <= at) {
    endSubscription(world, subscription, 'cancellation_requested');
  } else startNextPeriod(world, subscription);
}

/**
 * Starts the next period and creates its draft invoice, which is charged after the configured delay, unless
 * the subscription is unpaid.
 */
function startNextPeriod(world: World, old: Subscription): void {
  const items = old.items.data.map((item) => {
    const { interval, interval_count: count } = item.plan;
    const start = item.current_period_end;
    return {
      ...item,
      current_period_start: start,
      current_period_end: findNextBoundary(old.billing_cycle_anchor, interval, count, start),
    };
  });
  const next: Subscription = { ...old, items: { ...old.items, data: items } };
  const collects = old.status !== 'unpaid';
  const period = { start: old.items.data[0]?.current_period_start ?? world.now(), end: world.now() };
  const invoice = createInvoice(world, {
    customer: world.store.get('customer', old.customer),
    subscription: next,
    lines: listItemLines(world, next),
    discounts: old.discounts,
    reason: 'subscription_cycle',
    period,
    currency: old.currency,
    finalizesAt: collects ? world.now() + world.state.settings.draftSeconds : null,
    autoAdvance: collects,
  });
  const nextPeriodStart = items[0]?.current_period_end ?? world.now();
  changeSubscription(world, old, {
    discounts: findRemainingDiscounts(world, old.discounts, nextPeriodStart),
    items: {
      ...old.items,
      data: items.map((item) => ({
        ...item,
        discounts: findRemainingDiscounts(world, item.discounts, nextPeriodStart),
      })),
    },
    latest_invoice: invoice.id,
  });
}

function advanceInvoice(world: World, invoice: Invoice): void {
  const openInvoice = invoice.status === 'draft' ? finalizeInvoice(world, invoice) : invoice;
  if (openInvoice.status === 'paid') {
    const subscription = findInvoiceSubscription(world, openInvoice);
    if (subscription !== undefined) activateAfterPayment(world, subscription);
    return;
  }
  collectInvoice(world, openInvoice, { offSession: true });
}
