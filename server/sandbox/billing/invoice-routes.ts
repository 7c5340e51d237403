import { z } from 'zod';
import { invalidRequest } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { expand, flag, read, text } from '../http/params.ts';
import { type Call, getPathId, type Route } from '../http/route.ts';
import type { Invoice } from '../state/records.ts';
import { collectInvoice, toError } from './collection.ts';
import { finalizeInvoice, voidInvoice } from './invoices.ts';

const payParams = z.strictObject({
  off_session: flag.optional(),
  payment_method: text.optional(),
  expand: expand.optional(),
});
const voidParams = z.strictObject({ expand: expand.optional() });
const finalizeParams = z.strictObject({ auto_advance: flag.optional(), expand: expand.optional() });
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

function payInvoice(call: Call): Invoice {
  const { world } = call;
  const params = read(payParams, call.form);
  const invoice = world.store.get('invoice', getPathId(call));
  if (invoice.status === 'paid' && invoice.amount_due > 0) {
    throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  }
  if (invoice.status === 'void' || invoice.status === 'uncollectible') {
    throw invalidRequest(`This invoice can no longer be paid: it is ${invoice.status}.`, {
      code: 'invoice_not_payable',
    });
  }
  const outcome = collectInvoice(world, invoice, {
    offSession: params.off_session ?? true,
    ...(params.payment_method === undefined ? {} : { paymentMethod: params.payment_method }),
  });
  if (outcome !== undefined && outcome.kind !== 'paid') throw toError(outcome);
  return world.store.get('invoice', invoice.id);
}

/**
 * Finalizes a draft now. With `auto_advance`, it is charged after `draftSeconds` (an hour at Stripe) unless
 * someone pays it first.
 */
function finalizeEarly(call: Call): Invoice {
  const { world } = call;
  const params = read(finalizeParams, call.form);
  const draft = world.store.get('invoice', getPathId(call));
  const isCollected = params.auto_advance ?? draft.auto_advance ?? false;
  const openInvoice = finalizeInvoice(world, draft);
  if (openInvoice.status !== 'open') return openInvoice;
  return world.store.put('invoice', {
    ...openInvoice,
    auto_advance: isCollected,
    next_payment_attempt: isCollected ? world.now() + world.state.settings.draftSeconds : null,
  });
}

export const invoiceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/invoices',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows = params.subscription
        ? world.store.list('invoice', 'subscription', params.subscription)
        : params.customer
          ? world.store.list('invoice', 'customer', params.customer)
          : world.store.list('invoice');
      const matchingInvoices = rows
        .filter(({ customer }) => params.customer === undefined || customer === params.customer)
        .filter(({ status }) => params.status === undefined || status === params.status);
      return paginate(matchingInvoices, params, '/v1/invoices');
    },
  },
  {
    method: 'GET',
    path: '/v1/invoices/:id',
    handle: (call) => call.world.store.get('invoice', getPathId(call)),
  },
  { method: 'POST', path: '/v1/invoices/:id/finalize', handle: finalizeEarly },
  { method: 'POST', path: '/v1/invoices/:id/pay', handle: payInvoice },
  {
    method: 'POST',
    path: '/v1/invoices/:id/void',
    handle: (call) => {
      read(voidParams, call.form);
      return voidInvoice(call.world, call.world.store.get('invoice', getPathId(call)));
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    handle: ({ world, form }) => {
      const params = read(paymentListParams, form);
      const rows = params.invoice
        ? world.store.list('invoice_payment', 'invoice', params.invoice)
        : params.payment
          ? world.store.list('invoice_payment', 'payment_intent', params.payment.payment_intent)
          : world.store.list('invoice_payment');
      return paginate(
        rows.filter(({ status }) => status === (params.status ?? status)),
        params,
        '/v1/invoice_payments',
      );
    },
  },
];
