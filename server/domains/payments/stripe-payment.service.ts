import Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import type { Quote } from '../catalog/quote.schema.ts';
import { toQuotedLine } from './billed-line.schema.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import { buildOrderMetadata, type StripeOrder } from './stripe-order.service.ts';
import { refundPayment } from './stripe-refund.service.ts';
import type { StripeInvoice } from './stripe-subscription.service.ts';

/** A one-time payment's state at Stripe. */
export interface StripePayment {
  id: string;
  status: Stripe.PaymentIntent.Status;
  purchaseId: string | undefined;
  attempt: number | undefined;
  receivedCents: number;
  paidAt: Date | null;
  /** The buyer's browser needs this secret to complete authentication. */
  clientSecret: string | null;
  /** Stripe's message about the last decline. */
  failureMessage: string | null;
}

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Charges a one-time purchase. `isConfirmable` means that the buyer's browser can complete authentication.
 * Otherwise, a card that requires it is declined.
 */
export async function createPayment(
  { stripe }: StripeDeps,
  order: StripeOrder,
  customer: string,
  paymentMethodId: string,
  isConfirmable: boolean,
): Promise<string> {
  const { purchaseId, attempt, quote, offSession = false } = order;
  const intent = await callStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: quote.totalCents,
        currency: 'usd',
        customer,
        payment_method: paymentMethodId,
        // We have no return page, so payment methods that redirect the buyer can't work.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: quote.lines.map((line) => line.description).join(', '),
        confirm: true,
        ...(offSession ? { off_session: true } : { error_on_requires_action: !isConfirmable }),
        metadata: buildOrderMetadata(order),
      },
      { idempotencyKey: `purchase:${purchaseId}:${attempt}:payment` },
    ),
  );
  return intent.id;
}

/** Finds an attempt's payment by its metadata, because Stripe forgets idempotency keys after a day (D43). */
export async function findOrderPayment(
  { stripe }: StripeDeps,
  order: Pick<StripeOrder, 'purchaseId' | 'attempt'>,
  customer: string,
): Promise<string | undefined> {
  return callStripe(async () => {
    for await (const { id, metadata } of stripe.paymentIntents.list({ customer, limit: 100 })) {
      if (metadata.purchase === order.purchaseId && metadata.attempt === String(order.attempt)) return id;
    }
    return undefined;
  });
}

/** Returns undefined if Stripe has no such payment. */
export async function readPayment({ stripe }: StripeDeps, id: string): Promise<StripePayment | undefined> {
  try {
    return toPayment(
      await callStripe(() => stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })),
    );
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

function toPayment(intent: Stripe.PaymentIntent): StripePayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  return {
    id: intent.id,
    status: intent.status,
    purchaseId: intent.metadata.purchase,
    attempt: intent.metadata.attempt ? Number(intent.metadata.attempt) : undefined,
    receivedCents: intent.amount_received,
    paidAt: intent.status === 'succeeded' ? new Date((charge?.created ?? intent.created) * 1000) : null,
    clientSecret: intent.client_secret,
    failureMessage: intent.last_payment_error?.message ?? null,
  };
}

/** Converts a one-time payment to an invoice with an empty period, so that both are recorded the same way. */
export function toOneTimeInvoice(
  { id, receivedCents, paidAt }: StripePayment,
  { lines }: Quote,
  now: Date,
): StripeInvoice {
  const paidOrNow = paidAt ?? now;
  return {
    id,
    paymentId: id,
    lines: lines.map(toQuotedLine),
    totalCents: receivedCents,
    paidCents: receivedCents,
    paidAt,
    periodStart: paidOrNow,
    periodEnd: paidOrNow,
    isFirst: true,
    isRenewal: false,
  };
}

/**
 * Cancels an open payment, so that it can never be charged. Returns false if it is already paid or
 * processing.
 */
export async function cancelPayment({ stripe }: StripeDeps, id: string): Promise<boolean> {
  try {
    await callStripe(() => stripe.paymentIntents.cancel(id));
    return true;
  } catch (error) {
    if (isResourceMissing(error)) return true;
    if (!isNotCancelable(error)) throw error;
    return (await callStripe(() => stripe.paymentIntents.retrieve(id))).status === 'canceled';
  }
}

function isNotCancelable(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  );
}

/** Cancels a payment, or refunds it in full if it is already paid. Safe to repeat. */
export async function unwindPayment(deps: StripeDeps, id: string): Promise<void> {
  if (!(await cancelPayment(deps, id))) await refundPayment(deps, id);
}
