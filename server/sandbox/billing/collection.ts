import { cardError, invalidRequest, SandboxError } from '../http/errors.ts';
import { type PaymentMethod, resolvePaymentMethod } from '../payments/card-vault.ts';
import { type AttemptOptions, attemptPayment, type PaymentOutcome } from '../payments/payment-intents.ts';
import type { Customer, Invoice, PaymentIntent, Subscription } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { findIntentInvoice, findInvoiceIntent, settleInvoice } from './invoices.ts';
import { activateAfterPayment, endRetries, markPastDue } from './subscription-status.ts';

const DAY_SECONDS = 86_400;

export function payIntent(
  world: World,
  intent: PaymentIntent,
  card: PaymentMethod,
  options: AttemptOptions,
): PaymentOutcome {
  return applyToInvoice(world, attemptPayment(world, intent, card, options));
}

/** Updates the payment's invoice, if it has one, and that invoice's subscription. */
export function applyToInvoice(world: World, outcome: PaymentOutcome): PaymentOutcome {
  const invoice = findIntentInvoice(world, outcome.intent);
  if (invoice === undefined || invoice.status !== 'open') return outcome;
  if (outcome.kind === 'paid') {
    const paidInvoice = settleInvoice(world, { ...invoice, attempt_count: invoice.attempt_count + 1 });
    const subscription = findInvoiceSubscription(world, paidInvoice);
    if (subscription !== undefined) {
      activateAfterPayment(world, subscription);
    }
    return outcome;
  }
  const attemptedInvoice = world.store.put('invoice', {
    ...invoice,
    attempt_count: invoice.attempt_count + 1,
    attempted: true,
    next_payment_attempt: findNextAttemptTime(world, invoice),
  });
  if (outcome.kind === 'authenticate') world.emit('invoice.payment_action_required', attemptedInvoice);
  if (outcome.kind === 'refused' || attemptedInvoice.billing_reason === 'subscription_cycle') {
    world.emit('invoice.payment_failed', attemptedInvoice);
  }
  const subscription = findInvoiceSubscription(world, attemptedInvoice);
  if (subscription === undefined) return outcome;
  if (isRenewal(attemptedInvoice) && attemptedInvoice.next_payment_attempt === null)
    endRetries(world, subscription);
  else markPastDue(world, subscription);
  return outcome;
}

export function findInvoiceSubscription(world: World, invoice: Invoice): Subscription | undefined {
  const id = invoice.parent?.subscription_details?.subscription;
  return id === undefined ? undefined : world.store.find('subscription', id);
}

/** The invoice's own card has priority, then its subscription's, then its customer's. */
export function findInvoiceCard(world: World, invoice: Invoice): PaymentMethod | undefined {
  const customer: Customer = world.store.get('customer', invoice.customer ?? '');
  const id =
    invoice.default_payment_method ??
    findInvoiceSubscription(world, invoice)?.default_payment_method ??
    customer.invoice_settings.default_payment_method;
  return id === null || id === undefined ? undefined : world.store.find('payment_method', id);
}

/** Charges a finalized invoice. If there is no card, the attempt counts as declined. */
export function collectInvoice(
  world: World,
  invoice: Invoice,
  options: AttemptOptions & { readonly paymentMethod?: string },
): PaymentOutcome | undefined {
  const intent = findInvoiceIntent(world, invoice);
  if (invoice.status !== 'open' || intent === undefined) return undefined;
  const card =
    options.paymentMethod === undefined
      ? findInvoiceCard(world, invoice)
      : resolvePaymentMethod(world, options.paymentMethod, 'payment_method');
  if (card === undefined) {
    return applyToInvoice(world, { kind: 'refused', intent, refusal: NO_CARD });
  }
  return payIntent(world, intent, card, options);
}

const NO_CARD = {
  code: 'missing' as const,
  message: 'There is no default payment method set on this Customer, Subscription or Invoice.',
};

/** If `keep` is true, the failed attempt stays recorded even though the request throws. */
export function toError(outcome: Exclude<PaymentOutcome, { kind: 'paid' }>, keep = true): SandboxError {
  if (outcome.kind === 'authenticate') {
    return new SandboxError(
      402,
      {
        type: 'card_error',
        code: 'invoice_payment_intent_requires_action',
        message:
          'Payment for this invoice requires additional user action before it can be completed successfully. Payment can be completed using the PaymentIntent associated with the invoice.',
        payment_intent: outcome.intent,
      },
      { keep },
    );
  }
  if (outcome.refusal.code === 'missing') return invalidRequest(outcome.refusal.message);
  const { intent, refusal } = outcome;
  const card = intent.last_payment_error?.payment_method;
  const charge = intent.last_payment_error?.charge;
  return cardError(
    refusal,
    {
      payment_intent: intent,
      ...(card === undefined ? {} : { payment_method: card }),
      ...(charge === undefined ? {} : { charge }),
    },
    keep,
  );
}

function isRenewal(invoice: Invoice): boolean {
  return invoice.billing_reason === 'subscription_cycle';
}

/** Only renewals are retried, on the configured days after the invoice was finalized. */
function findNextAttemptTime(world: World, invoice: Invoice): number | null {
  if (!isRenewal(invoice)) return null;
  const finalizedAt = invoice.status_transitions.finalized_at ?? world.now();
  const nextAttemptAt = world.state.settings.retryDays
    .map((days) => finalizedAt + days * DAY_SECONDS)
    .find((retryAt) => retryAt > world.now());
  return nextAttemptAt ?? null;
}
