import { z } from 'zod';
import { invalidParam, invalidRequest, missing, missingParam } from '../http/errors.ts';
import { applyMetadata, cleared, expand, flag, integer, metadata, read, text } from '../http/params.ts';
import { type Call, idOf } from '../http/route.ts';
import type { Subscription, SubscriptionItem } from '../http/wire.ts';
import { INCOMPLETE_SECONDS, periodEnd } from '../state/agenda.ts';
import type { World } from '../state/world.ts';
import { collectInvoice, errorOf } from './collection.ts';
import { discountParams, giveDiscounts, leftAfterInvoice } from './discounts.ts';
import { createInvoice, finalizeInvoice } from './invoices.ts';
import { boundary } from './periods.ts';
import {
  extraLines,
  extraParams,
  itemLines,
  itemParams,
  makeItem,
  requireOneRhythm,
} from './subscription-items.ts';
import { changeSubscription, endSubscription, expireIncomplete } from './subscription-status.ts';

const details = z.strictObject({
  comment: z.string().optional(),
  feedback: z
    .enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ])
    .optional(),
});
const updateParams = z.strictObject({
  add_invoice_items: z.array(extraParams).max(20).optional(),
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  cancel_at: z.union([integer, cleared]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: details.optional(),
  default_payment_method: text.optional(),
  description: z.string().optional(),
  discounts: z.union([discountParams, z.literal('')]).optional(),
  items: z
    .array(itemParams.extend({ id: text.optional(), deleted: flag.optional() }))
    .max(20)
    .optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  expand: expand.optional(),
});
const cancelParams = z.strictObject({
  cancellation_details: details.optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  expand: expand.optional(),
});
type Given = z.output<typeof updateParams>;

export function updateSubscription(call: Call): Subscription {
  const { world } = call;
  const given = read(updateParams, call.form);
  const old = world.store.get('subscription', idOf(call));
  if (old.ended_at !== null) {
    const { metadata: _m, cancellation_details: _d, expand: _e, ...rest } = given;
    if (Object.keys(rest).length > 0) {
      throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
    }
  }
  const next = changeSubscription(world, old, simpleChanges(world, old, given));
  if (
    given.items === undefined &&
    given.billing_cycle_anchor !== 'now' &&
    given.add_invoice_items === undefined
  ) {
    return next;
  }
  return changeItems(world, next, given);
}

function simpleChanges(world: World, old: Subscription, given: Given): Partial<Subscription> {
  const change: Partial<Subscription> = { metadata: applyMetadata(old.metadata, given.metadata) };
  if (given.description !== undefined)
    change.description = given.description === '' ? null : given.description;
  if (given.default_payment_method !== undefined) {
    const card = world.store.find('payment_method', given.default_payment_method);
    if (card?.customer !== old.customer) {
      throw missingParam('PaymentMethod', given.default_payment_method, 'default_payment_method');
    }
    change.default_payment_method = card.id;
  }
  if (given.discounts !== undefined) {
    const list = given.discounts === '' ? [] : given.discounts;
    change.discounts = giveDiscounts(
      world,
      list,
      { customer: old.customer, subscription: old.id },
      'discounts',
    );
  }
  if (given.cancellation_details !== undefined) {
    change.cancellation_details = {
      comment: given.cancellation_details.comment ?? null,
      feedback: given.cancellation_details.feedback ?? null,
      feedback_option: null,
      reason: old.cancellation_details?.reason ?? null,
    };
  }
  return { ...change, ...cancellation(world, old, given) };
}

function cancellation(world: World, old: Subscription, given: Given): Partial<Subscription> {
  const { cancel_at: at, cancel_at_period_end: atPeriodEnd } = given;
  if (at !== undefined && atPeriodEnd === true) {
    throw invalidParam(
      'cancel_at',
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.',
      'parameters_exclusive',
    );
  }
  if (atPeriodEnd === undefined && at === undefined) return {};
  const instant = atPeriodEnd === true ? periodEnd(old) : (at ?? null);
  const ends = instant !== null;
  return {
    cancel_at: instant,
    cancel_at_period_end: atPeriodEnd ?? false,
    canceled_at: ends ? (old.canceled_at ?? world.now()) : null,
    cancellation_details: {
      comment: given.cancellation_details?.comment ?? old.cancellation_details?.comment ?? null,
      feedback: given.cancellation_details?.feedback ?? old.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason: ends ? 'cancellation_requested' : null,
    },
  };
}

/** New items hold from now on; where the rhythm or the anchor changes, a new period starts and is billed at once. */
function changeItems(world: World, old: Subscription, given: Given): Subscription {
  const items = itemsAfter(world, old, given);
  requireOneRhythm(items);
  const restart = given.billing_cycle_anchor === 'now' || rhythmOf(items) !== rhythmOf(old.items.data);
  if (!restart && given.proration_behavior !== 'none' && given.items !== undefined) {
    throw invalidParam('proration_behavior', 'The sandbox does not prorate: pass proration_behavior=none.');
  }
  if (!restart && given.add_invoice_items === undefined) {
    return changeSubscription(world, old, { items: { ...old.items, data: items } });
  }
  return billChange(
    world,
    old,
    restart ? items.map((item) => restarted(world, item)) : items,
    restart,
    given,
  );
}

function billChange(
  world: World,
  old: Subscription,
  items: SubscriptionItem[],
  restart: boolean,
  given: Given,
): Subscription {
  const anchor = restart ? world.now() : old.billing_cycle_anchor;
  const next: Subscription = { ...old, billing_cycle_anchor: anchor, items: { ...old.items, data: items } };
  const period = { start: world.now(), end: periodEnd(next) };
  const owner = { customer: old.customer, subscription: old.id };
  const invoice = finalizeInvoice(
    world,
    createInvoice(world, {
      customer: world.store.get('customer', old.customer),
      subscription: next,
      lines: [
        ...extraLines(world, given.add_invoice_items, owner, period),
        ...(restart ? itemLines(world, next) : []),
      ],
      discounts: next.discounts,
      reason: 'subscription_update',
      period,
      currency: old.currency,
      finalizesAt: null,
      autoAdvance: true,
    }),
  );
  const behavior = given.payment_behavior ?? 'allow_incomplete';
  const used = { discounts: leftAfterInvoice(world, next.discounts, period.end), latest_invoice: invoice.id };
  const pends = behavior === 'pending_if_incomplete' && invoice.status === 'open';
  changeSubscription(
    world,
    old,
    pends
      ? { ...used, pending_update: pendingOf(world, next) }
      : { ...used, billing_cycle_anchor: anchor, items: next.items },
  );
  if (invoice.status === 'open' && behavior !== 'default_incomplete') {
    const outcome = collectInvoice(world, invoice, { offSession: given.off_session ?? false });
    const failed = outcome !== undefined && outcome.kind !== 'paid';
    if (failed && behavior === 'error_if_incomplete') throw errorOf(outcome, false);
  }
  return world.store.get('subscription', old.id);
}

function pendingOf(world: World, next: Subscription): NonNullable<Subscription['pending_update']> {
  return {
    billing_cycle_anchor: next.billing_cycle_anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: world.now() + INCOMPLETE_SECONDS,
    metadata: null,
    subscription_items: next.items.data,
    trial_end: null,
    trial_from_plan: null,
  };
}

function itemsAfter(world: World, old: Subscription, given: Given): SubscriptionItem[] {
  let items = [...old.items.data];
  const owner = { customer: old.customer, subscription: old.id, anchor: old.billing_cycle_anchor };
  for (const [n, { id, deleted, ...item }] of (given.items ?? []).entries()) {
    const param = `items[${n}]`;
    if (id === undefined) {
      items.push(makeItem(world, item, owner, param));
      continue;
    }
    const before = items.find((one) => one.id === id);
    if (before === undefined) throw missingParam('subscription_item', id, `${param}[id]`);
    items = items.filter((one) => deleted !== true || one.id !== id);
    if (deleted === true) continue;
    const priced = item.price !== undefined || item.price_data !== undefined;
    const made = priced ? makeItem(world, item, owner, param) : before;
    const after: SubscriptionItem = {
      ...before,
      discounts: item.discounts === undefined ? before.discounts : made.discounts,
      metadata: applyMetadata(before.metadata, item.metadata),
      plan: made.plan,
      price: made.price,
      quantity: item.quantity ?? before.quantity ?? 1,
    };
    items = items.map((one) => (one.id === id ? after : one));
  }
  if (items.length === 0)
    throw invalidRequest('A subscription must have at least one active plan.', { param: 'items' });
  return items;
}

function restarted(world: World, item: SubscriptionItem): SubscriptionItem {
  const { interval, interval_count: count } = item.plan;
  const start = world.now();
  return { ...item, current_period_start: start, current_period_end: boundary(start, interval, count, 1) };
}

function rhythmOf(items: readonly SubscriptionItem[]): string {
  return items.map(({ plan }) => `${plan.interval_count} ${plan.interval}`)[0] ?? '';
}

export function cancelSubscription(call: Call): Subscription {
  const { world } = call;
  const given = read(cancelParams, call.form);
  const subscription = world.store.get('subscription', idOf(call));
  if (given.invoice_now === true || given.prorate === true) {
    throw invalidParam('prorate', 'The sandbox does not prorate: leave out invoice_now and prorate.');
  }
  if (subscription.ended_at !== null) throw missing('subscription', subscription.id);
  if (subscription.status === 'incomplete') return expireIncomplete(world, subscription);
  const details = subscription.cancellation_details;
  return endSubscription(
    world,
    {
      ...subscription,
      cancellation_details: {
        comment: given.cancellation_details?.comment ?? details?.comment ?? null,
        feedback: given.cancellation_details?.feedback ?? details?.feedback ?? null,
        feedback_option: null,
        reason: details?.reason ?? null,
      },
    },
    'cancellation_requested',
  );
}
