import { z } from 'zod';
import { invalidRequest } from '../http/errors.ts';
import { inlineList, page, paginate } from '../http/lists.ts';
import { applyMetadata, currency, expand, flag, metadata, read, text } from '../http/params.ts';
import { type Call, idOf, type Route } from '../http/route.ts';
import { search } from '../http/search.ts';
import type { Invoice } from '../http/wire.ts';
import { customerOf } from '../payments/customers.ts';
import { newId } from '../state/ids.ts';
import { collectInvoice, errorOf } from './collection.ts';
import { takeInvoiceItems } from './invoice-items.ts';
import { createInvoice, finalizeInvoice, settleInvoice, voidInvoice } from './invoices.ts';

const createParams = z.strictObject({
  customer: text,
  auto_advance: flag.optional(),
  collection_method: z.literal('charge_automatically').optional(),
  currency: currency.optional(),
  default_payment_method: text.optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  pending_invoice_items_behavior: z.enum(['include', 'exclude']).optional(),
  expand: expand.optional(),
});
const payParams = z.strictObject({
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
  expand: expand.optional(),
});
const updateParams = z.strictObject({
  auto_advance: flag.optional(),
  default_payment_method: text.optional(),
  description: z.string().optional(),
  metadata: metadata.optional(),
  expand: expand.optional(),
});
const nothing = z.strictObject({ auto_advance: flag.optional(), expand: expand.optional() });
const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
  expand: expand.optional(),
});
const paymentListParams = z.strictObject({
  ...page,
  invoice: text.optional(),
  payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
  expand: expand.optional(),
});

/** A draft made by hand, with what waits on the customer's account; its own items may follow. */
function create({ world, form }: Call): Invoice {
  const given = read(createParams, form);
  const customer = customerOf(world, given.customer);
  const id = newId('in');
  const lines =
    given.pending_invoice_items_behavior === 'include' ? takeInvoiceItems(world, customer.id, id) : [];
  return createInvoice(world, {
    id,
    customer,
    subscription: null,
    lines,
    discounts: [],
    reason: 'manual',
    period: { start: world.now(), end: world.now() },
    currency: given.currency ?? 'usd',
    metadata: applyMetadata({}, given.metadata),
    defaultPaymentMethod: given.default_payment_method ?? null,
    finalizesAt: given.auto_advance === true ? world.now() + world.state.settings.draftSeconds : null,
    autoAdvance: given.auto_advance ?? false,
    description: given.description ?? null,
  });
}

function pay(call: Call): Invoice {
  const { world } = call;
  const given = read(payParams, call.form);
  let invoice = world.store.get('invoice', idOf(call));
  if (invoice.status === 'draft') invoice = finalizeInvoice(world, invoice);
  if (invoice.status === 'paid' && invoice.amount_due > 0) {
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') {
    throw invalidRequest(`This invoice can no longer be paid: it is ${invoice.status}.`, {
      code: 'invoice_not_payable',
    });
  }
  if (invoice.status === 'open' && given.paid_out_of_band === true) return settleInvoice(world, invoice);
  const outcome = collectInvoice(world, invoice, {
    offSession: given.off_session ?? true,
    ...(given.payment_method === undefined ? {} : { paymentMethod: given.payment_method }),
  });
  if (outcome !== undefined && outcome.kind !== 'paid') throw errorOf(outcome);
  return world.store.get('invoice', invoice.id);
}

function update(call: Call): Invoice {
  const given = read(updateParams, call.form);
  const old = call.world.store.get('invoice', idOf(call));
  const next = call.world.store.put('invoice', {
    ...old,
    auto_advance: given.auto_advance ?? old.auto_advance ?? false,
    default_payment_method: given.default_payment_method ?? old.default_payment_method,
    description: given.description ?? old.description,
    metadata: applyMetadata(old.metadata ?? {}, given.metadata),
  });
  call.world.emit('invoice.updated', next);
  return next;
}

export const invoiceRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/invoices', handle: create },
  {
    method: 'GET',
    path: '/v1/invoices',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows = given.subscription
        ? world.store.list('invoice', 'subscription', given.subscription)
        : given.customer
          ? world.store.list('invoice', 'customer', given.customer)
          : world.store.list('invoice');
      const found = rows
        .filter(({ customer }) => given.customer === undefined || customer === given.customer)
        .filter(({ status }) => given.status === undefined || status === given.status);
      return paginate(found, given, '/v1/invoices');
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/search',
    handle: ({ world, form }) => search(world, 'invoice', form, '/v1/invoices/search'),
  },
  { method: 'GET', path: '/v1/invoices/:id', handle: (call) => call.world.store.get('invoice', idOf(call)) },
  { method: 'POST', path: '/v1/invoices/:id', handle: update },
  {
    method: 'GET',
    path: '/v1/invoices/:id/lines',
    handle: (call) => {
      const { lines } = call.world.store.get('invoice', idOf(call));
      return inlineList(lines.data, lines.url);
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/finalize',
    handle: (call) => {
      read(nothing, call.form);
      return finalizeInvoice(call.world, call.world.store.get('invoice', idOf(call)));
    },
  },
  { method: 'POST', path: '/v1/invoices/:id/pay', handle: pay },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    handle: (call) => {
      read(nothing, call.form);
      return voidInvoice(call.world, call.world.store.get('invoice', idOf(call)));
    },
  },
  {
    method: 'POST',
    path: '/v1/invoices/:id/mark_uncollectible',
    handle: (call) => {
      read(nothing, call.form);
      const old = call.world.store.get('invoice', idOf(call));
      if (old.status !== 'open') throw invalidRequest('You can only mark open invoices as uncollectible.');
      const next = call.world.store.put('invoice', {
        ...old,
        auto_advance: false,
        next_payment_attempt: null,
        status: 'uncollectible',
        status_transitions: { ...old.status_transitions, marked_uncollectible_at: call.world.now() },
      });
      call.world.emit('invoice.marked_uncollectible', next);
      return next;
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    handle: ({ world, form }) => {
      const given = read(paymentListParams, form);
      const rows = given.invoice
        ? world.store.list('invoice_payment', 'invoice', given.invoice)
        : given.payment
          ? world.store.list('invoice_payment', 'payment_intent', given.payment.payment_intent)
          : world.store.list('invoice_payment');
      return paginate(
        rows.filter(({ status }) => status === (given.status ?? status)),
        given,
        '/v1/invoice_payments',
      );
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    handle: (call) => call.world.store.get('invoice_payment', idOf(call)),
  },
];
