import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam } from '../http/errors.ts';
import { inlineList, page, paginate } from '../http/lists.ts';
import { applyMetadata, currency, expand, flag, integer, metadata, read, text } from '../http/params.ts';
import { idOf, type Route } from '../http/route.ts';
import type { Invoice, Price, Records } from '../http/wire.ts';
import { customerOf } from '../payments/customers.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';
import { discountParams, giveDiscounts } from './discounts.ts';
import { type DraftLine, priceLines } from './invoice-lines.ts';
import { inlinePrice, oncePriceData } from './prices.ts';

type InvoiceItem = Records['invoiceitem'];

const createParams = z.strictObject({
  customer: text,
  amount: integer.optional(),
  currency: currency.optional(),
  description: z.string().optional(),
  discountable: flag.optional(),
  discounts: discountParams.optional(),
  invoice: text.optional(),
  metadata: metadata.optional(),
  price_data: oncePriceData.optional(),
  pricing: z.strictObject({ price: text }).optional(),
  quantity: integer.optional(),
  expand: expand.optional(),
});
const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  invoice: text.optional(),
  expand: expand.optional(),
});

function create(world: World, given: z.output<typeof createParams>): InvoiceItem {
  const customer = customerOf(world, given.customer);
  const price = priceOf(world, given);
  const quantity = given.quantity ?? 1;
  const amount = given.amount ?? (price?.unit_amount ?? 0) * quantity;
  const id = newId('ii');
  const item: InvoiceItem = {
    id,
    object: 'invoiceitem',
    amount,
    currency: price?.currency ?? given.currency ?? 'usd',
    customer: customer.id,
    customer_account: null,
    date: world.now(),
    description: given.description ?? null,
    discountable: given.discountable ?? true,
    discounts: giveDiscounts(world, given.discounts, { customer: customer.id, invoiceItem: id }, 'discounts'),
    invoice: given.invoice ?? null,
    livemode: false,
    metadata: applyMetadata({}, given.metadata),
    net_amount: amount,
    parent: null,
    period: { start: world.now(), end: world.now() },
    pricing:
      price === undefined
        ? null
        : {
            price_details: { price: price.id, product: price.product },
            type: 'price_details',
            unit_amount_decimal: price.unit_amount_decimal,
          },
    proration: false,
    quantity,
    quantity_decimal: String(quantity),
    tax_rates: [],
    test_clock: null,
  };
  world.store.put('invoiceitem', item);
  world.emit('invoiceitem.created', item);
  if (given.invoice !== undefined) addToDraft(world, given.invoice, item);
  return item;
}

function priceOf(world: World, given: z.output<typeof createParams>): Price | undefined {
  if (given.price_data !== undefined) return inlinePrice(world, given.price_data, 'price_data');
  if (given.pricing !== undefined) {
    const price = world.store.find('price', given.pricing.price);
    if (price === undefined) throw missingParam('price', given.pricing.price, 'pricing[price]');
    return price;
  }
  if (given.amount === undefined)
    throw invalidParam('amount', 'Missing required param: amount.', 'parameter_missing');
  return undefined;
}

function addToDraft(world: World, id: string, item: InvoiceItem): void {
  const invoice = world.store.find('invoice', id);
  if (invoice === undefined) throw missingParam('invoice', id, 'invoice');
  if (invoice.status !== 'draft') {
    throw invalidRequest('The specified invoice can no longer be edited.', { code: 'invoice_not_editable' });
  }
  const priced = priceLines(world, [lineOf(world, item)], {
    id,
    discounts: invoice.discounts,
    at: world.now(),
  });
  const lines = [...invoice.lines.data, ...priced.lines];
  const total = invoice.total + priced.total;
  const discounts = [...(invoice.total_discount_amounts ?? []), ...priced.discountAmounts];
  const next: Invoice = {
    ...invoice,
    amount_due: total,
    amount_remaining: total,
    lines: inlineList(lines, invoice.lines.url),
    subtotal: invoice.subtotal + priced.subtotal,
    subtotal_excluding_tax: invoice.subtotal + priced.subtotal,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: total,
    total_pretax_credit_amounts: discounts.map((one) => ({ ...one, type: 'discount' as const })),
  };
  world.store.put('invoice', next);
  world.emit('invoice.updated', next);
}

/** Takes what waits on a customer's account for an invoice that is being made. */
export function takeInvoiceItems(world: World, customer: string, invoice: string): DraftLine[] {
  const waiting = world.store
    .list('invoiceitem', 'customer', customer)
    .filter((item) => item.invoice === null);
  return waiting.map((item) => lineOf(world, world.store.put('invoiceitem', { ...item, invoice })));
}

function lineOf(world: World, item: InvoiceItem): DraftLine {
  const priceId = item.pricing?.price_details?.price;
  return {
    price: priceId === undefined ? null : world.store.get('price', priceId),
    currency: item.currency,
    quantity: item.quantity,
    amount: item.amount,
    description: item.description ?? 'Invoice item',
    discountable: item.discountable,
    discounts: item.discounts ?? [],
    metadata: item.metadata ?? {},
    period: item.period,
    parent: {
      invoice_item_details: {
        invoice_item: item.id,
        proration: false,
        proration_details: { credited_items: null },
        subscription: null,
      },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
    subscription: null,
  };
}

export const invoiceItemRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/invoiceitems',
    handle: ({ world, form }) => create(world, read(createParams, form)),
  },
  {
    method: 'GET',
    path: '/v1/invoiceitems',
    handle: ({ world, form }) => {
      const given = read(listParams, form);
      const rows = given.invoice
        ? world.store.list('invoiceitem', 'invoice', given.invoice)
        : given.customer
          ? world.store.list('invoiceitem', 'customer', given.customer)
          : world.store.list('invoiceitem');
      return paginate(rows, given, '/v1/invoiceitems');
    },
  },
  {
    method: 'GET',
    path: '/v1/invoiceitems/:id',
    handle: (call) => call.world.store.get('invoiceitem', idOf(call)),
  },
  {
    method: 'DELETE',
    path: '/v1/invoiceitems/:id',
    handle: (call) => {
      const item = call.world.store.get('invoiceitem', idOf(call));
      if (item.invoice !== null)
        throw invalidRequest('You can only delete invoice items that are not attached to an invoice.');
      call.world.store.delete('invoiceitem', item.id);
      call.world.emit('invoiceitem.deleted', item);
      return { id: item.id, object: 'invoiceitem', deleted: true };
    },
  },
];
