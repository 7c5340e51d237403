import { z } from 'zod';
import { invalidParam, invalidRequest } from '../http/errors.ts';
import { inlineList } from '../http/lists.ts';
import { applyMetadata, expand, flag, metadata, read, text } from '../http/params.ts';
import type { Call } from '../http/route.ts';
import { needsSetup, resolvePaymentMethod } from '../payments/card-vault.ts';
import { findCustomer } from '../payments/customers.ts';
import { createSetupIntent } from '../payments/setup-intents.ts';
import { newId } from '../state/ids.ts';
import type { Invoice, Subscription } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { collectInvoice, toError } from './collection.ts';
import { createDiscounts, discountParams, findRemainingDiscounts } from './discounts.ts';
import { createInvoice, finalizeInvoice, findInvoiceIntent } from './invoices.ts';
import {
  addedItemParams,
  createItem,
  itemParams,
  listAddedLines,
  listItemLines,
  requireSameInterval,
} from './subscription-items.ts';
import { NO_CANCELLATION_DETAILS } from './subscription-status.ts';

const createParams = z.strictObject({
  customer: text,
  items: z.array(itemParams).min(1).max(20),
  add_invoice_items: z.array(addedItemParams).max(20).optional(),
  default_payment_method: text.optional(),
  discounts: discountParams.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  expand: expand.optional(),
});
type CreateInput = z.output<typeof createParams>;

/**
 * Creates a subscription with its first invoice, and collects the invoice according to `payment_behavior`.
 */
export function createSubscription({ world, form }: Call): Subscription {
  const params = read(createParams, form);
  const behavior = params.payment_behavior ?? 'allow_incomplete';
  const customer = findCustomer(world, params.customer);
  const draft = createDraft(world, params);
  requireSameInterval(draft.items.data);
  const start = world.now();
  const addedItemLines = listAddedLines(world, params.add_invoice_items, draft.id, { start, end: start });
  const invoice = finalizeInvoice(
    world,
    createInvoice(world, {
      customer,
      subscription: draft,
      lines: [...addedItemLines, ...listItemLines(world, draft)],
      discounts: draft.discounts,
      reason: 'subscription_create',
      period: { start, end: start },
      currency: draft.currency,
      finalizesAt: null,
      autoAdvance: true,
    }),
  );
  const subscription = world.store.put('subscription', {
    ...removeUsedDiscounts(world, draft),
    latest_invoice: invoice.id,
    pending_setup_intent: createPendingSetup(world, draft, invoice),
    status: invoice.status === 'paid' ? 'active' : 'incomplete',
  });
  world.emit('customer.subscription.created', subscription);
  if (invoice.status === 'open') payFirstInvoice(world, invoice, behavior, params.off_session ?? false);
  return world.store.get('subscription', subscription.id);
}

function payFirstInvoice(world: World, invoice: Invoice, behavior: string, offSession: boolean): void {
  if (behavior === 'default_incomplete') {
    const intent = findInvoiceIntent(world, invoice);
    const card = world.store.find(
      'subscription',
      invoice.parent?.subscription_details?.subscription ?? '',
    )?.default_payment_method;
    if (intent !== undefined && card != null) {
      world.store.put('payment_intent', { ...intent, payment_method: card, status: 'requires_confirmation' });
    }
    return;
  }
  const outcome = collectInvoice(world, invoice, { offSession });
  if (outcome === undefined || outcome.kind === 'paid') return;
  const isCardMissing = outcome.kind === 'refused' && outcome.refusal.code === 'missing';
  if (isCardMissing) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    );
  }
  if (behavior === 'error_if_incomplete') throw toError(outcome, false);
}

function createDraft(world: World, params: CreateInput): Subscription {
  const id = newId('sub');
  const start = world.now();
  const owner = { customer: params.customer, subscription: id, anchor: start };
  const items = params.items.map((item, n) => createItem(world, item, owner, `items[${n}]`));
  const firstItem = items[0];
  if (firstItem === undefined)
    throw invalidParam('items', 'Missing required param: items.', 'parameter_missing');
  const card =
    params.default_payment_method === undefined
      ? null
      : resolvePaymentMethod(world, params.default_payment_method, 'default_payment_method');
  if (card !== null && card.customer !== params.customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${card.id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'default_payment_method' },
    );
  }
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: start,
    billing_cycle_anchor_config: null,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
    },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: NO_CANCELLATION_DETAILS,
    collection_method: 'charge_automatically',
    created: start,
    currency: firstItem.price.currency,
    customer: params.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: card?.id ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: createDiscounts(
      world,
      params.discounts,
      { customer: params.customer, subscription: id },
      'discounts',
    ),
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: inlineList(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: applyMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: start,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

function removeUsedDiscounts(world: World, draft: Subscription): Subscription {
  const nextPeriodStart = draft.items.data[0]?.current_period_end ?? world.now();
  return {
    ...draft,
    discounts: findRemainingDiscounts(world, draft.discounts, nextPeriodStart),
    items: {
      ...draft.items,
      data: draft.items.data.map((item) => ({
        ...item,
        discounts: findRemainingDiscounts(world, item.discounts, nextPeriodStart),
      })),
    },
  };
}

/** If the first period is free, no payment authorizes the card for later charges. A setup intent does. */
function createPendingSetup(world: World, draft: Subscription, invoice: Invoice): string | null {
  if (invoice.amount_due > 0) return null;
  const id =
    draft.default_payment_method ??
    world.store.find('customer', draft.customer)?.invoice_settings.default_payment_method;
  const card = id == null ? undefined : world.store.find('payment_method', id);
  if (card !== undefined && !needsSetup(world, card)) return null;
  return createSetupIntent(world, { customer: draft.customer, paymentMethod: card?.id ?? null, metadata: {} })
    .id;
}
