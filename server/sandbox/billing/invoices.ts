import { invalidRequest } from '../http/errors.ts';
import { inlineList } from '../http/lists.ts';
import { cancelIntent, createIntent } from '../payments/payment-intents.ts';
import { newId } from '../state/ids.ts';
import type { Customer, Invoice, PaymentIntent, Records, Subscription } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { type DraftLine, priceLines } from './invoice-lines.ts';

export interface NewInvoice {
  readonly customer: Customer;
  readonly subscription: Subscription;
  readonly lines: readonly DraftLine[];
  readonly discounts: readonly string[];
  readonly reason: NonNullable<Invoice['billing_reason']>;
  readonly period: { readonly start: number; readonly end: number };
  readonly currency: string;
  /** Null if the draft is never finalized automatically. */
  readonly finalizesAt: number | null;
  readonly autoAdvance: boolean;
}

/** Applies the discounts that are active now. */
export function createInvoice(world: World, draft: NewInvoice): Invoice {
  const { customer, subscription } = draft;
  const id = newId('in');
  const priced = priceLines(world, draft.lines, { id, discounts: draft.discounts, at: world.now() });
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Everything Card (sandbox)',
    account_tax_ids: null,
    amount_due: priced.total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: priced.total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: draft.autoAdvance,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: draft.finalizesAt,
    billing_reason: draft.reason,
    collection_method: 'charge_automatically',
    created: world.now(),
    currency: draft.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: customer.shipping,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [...draft.discounts],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: inlineList(priced.lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: draft.finalizesAt,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: draft.period.end,
    period_start: draft.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: priced.subtotal,
    subtotal_excluding_tax: priced.subtotal,
    test_clock: null,
    total: priced.total,
    total_discount_amounts: priced.discountAmounts,
    total_excluding_tax: priced.total,
    total_pretax_credit_amounts: priced.discountAmounts.map((discountAmount) => ({
      ...discountAmount,
      type: 'discount' as const,
    })),
    total_taxes: [],
    webhooks_delivered_at: world.now(),
  };
  world.store.put('invoice', invoice);
  world.emit('invoice.created', invoice);
  return invoice;
}

/** Assigns the invoice number and creates the PaymentIntent. An invoice of 0 is paid immediately. */
export function finalizeInvoice(world: World, draft: Invoice): Invoice {
  if (draft.status !== 'draft') {
    throw invalidRequest(`This invoice is already finalized, you can't re-finalize a non-draft invoice.`, {
      code: 'invoice_not_editable',
    });
  }
  const openInvoice = world.store.put('invoice', {
    ...draft,
    automatically_finalizes_at: null,
    auto_advance: draft.auto_advance ?? true,
    effective_at: world.now(),
    ending_balance: 0,
    next_payment_attempt: null,
    number: createInvoiceNumber(world, draft.customer),
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: world.now() },
  });
  if (openInvoice.amount_due === 0) {
    world.emit('invoice.finalized', openInvoice);
    return settleInvoice(world, openInvoice);
  }
  const intent = createIntent(world, {
    amount: openInvoice.amount_due,
    currency: openInvoice.currency,
    customer: openInvoice.customer,
    description:
      openInvoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    metadata: {},
    setupFutureUsage: openInvoice.parent === null ? null : 'off_session',
    forInvoice: true,
  });
  recordPayment(world, openInvoice, intent);
  world.emit('invoice.finalized', openInvoice);
  return openInvoice;
}

function createInvoiceNumber(world: World, customerId: string | null): string {
  const customer = world.store.get('customer', customerId ?? '');
  const sequence = customer.next_invoice_sequence ?? 1;
  world.store.put('customer', { ...customer, next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

function recordPayment(world: World, invoice: Invoice, intent: PaymentIntent): void {
  const payment: Records['invoice_payment'] = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: world.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  world.store.put('invoice_payment', payment);
}

export function findInvoicePayment(world: World, invoice: Invoice): Records['invoice_payment'] | undefined {
  return world.store.list('invoice_payment', 'invoice', invoice.id)[0];
}

export function findInvoiceIntent(world: World, invoice: Invoice): PaymentIntent | undefined {
  const id = findInvoicePayment(world, invoice)?.payment.payment_intent;
  return id === undefined ? undefined : world.store.find('payment_intent', id);
}

export function findIntentInvoice(world: World, intent: PaymentIntent): Invoice | undefined {
  const payment = world.store.list('invoice_payment', 'payment_intent', intent.id)[0];
  return payment === undefined ? undefined : world.store.find('invoice', payment.invoice);
}

export function settleInvoice(world: World, open: Invoice): Invoice {
  const paidInvoice = world.store.put('invoice', {
    ...open,
    amount_paid: open.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...open.status_transitions, paid_at: world.now() },
  });
  const payment = findInvoicePayment(world, open);
  if (payment !== undefined) {
    const settledPayment = world.store.put('invoice_payment', {
      ...payment,
      amount_paid: payment.amount_requested,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: world.now() },
    });
    world.emit('invoice_payment.paid', settledPayment);
  }
  world.emit('invoice.updated', paidInvoice, { status: open.status, amount_paid: open.amount_paid });
  world.emit('invoice.paid', paidInvoice);
  world.emit('invoice.payment_succeeded', paidInvoice);
  return paidInvoice;
}

export function voidInvoice(world: World, open: Invoice): Invoice {
  if (open.status !== 'open' && open.status !== 'uncollectible') {
    throw invalidRequest(
      `You can only pass in open or uncollectible invoices. This invoice isn't open: ${open.id}.`,
    );
  }
  const intent = findInvoiceIntent(world, open);
  if (intent !== undefined && intent.status !== 'canceled') cancelIntent(world, intent, 'void_invoice');
  const payment = findInvoicePayment(world, open);
  if (payment !== undefined) {
    world.store.put('invoice_payment', {
      ...payment,
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: world.now() },
    });
  }
  const voided = world.store.put('invoice', {
    ...open,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...open.status_transitions, voided_at: world.now() },
  });
  world.emit('invoice.voided', voided);
  return voided;
}
