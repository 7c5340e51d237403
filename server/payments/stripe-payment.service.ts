import Stripe from 'stripe';
import type { Deps } from '../deps.ts';
import { callStripe, isResourceMissing } from './stripe-errors.ts';
import type { StripeOrder } from './stripe-order.service.ts';
import { refundPayment } from './stripe-refund.service.ts';
import type { StripeInvoice } from './stripe-subscription.service.ts';

/** A single charge as the provider has it at the moment of asking. Amounts in cents. */
export interface StripePayment {
  id: string;
  status: Stripe.PaymentIntent.Status;
  purchaseId: string | undefined;
  attempt: number | undefined;
  receivedCents: number;
  paidAt: Date | null;
  /** For the buyer's browser, where the bank asks for a further check. */
  clientSecret: string | null;
  /** The card network's words for the last refusal. */
  failureMessage: string | null;
}

type StripeDeps = Pick<Deps, 'stripe'>;

/**
 * Asks the provider for one charge that does not recur (STACK, Stripe: a one-off is a PaymentIntent). `confirmable`:
 * the buyer's browser can answer the bank's further question; otherwise such a card is refused.
 */
export async function createPayment(
  { stripe }: StripeDeps,
  { purchaseId, attempt, quote, offSession = false }: StripeOrder,
  customer: string,
  paymentMethodId: string,
  confirmable: boolean,
): Promise<string> {
  const intent = await callStripe(() =>
    stripe.paymentIntents.create(
      {
        amount: quote.totalCents,
        currency: 'usd',
        customer,
        payment_method: paymentMethodId,
        // No method that leads the buyer to another site: there is no way back from it here.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        description: quote.lines.map((line) => line.description).join(', '),
        confirm: true,
        ...(offSession ? { off_session: true } : { error_on_requires_action: !confirmable }),
        metadata: { purchase: purchaseId, attempt: String(attempt) },
      },
      { idempotencyKey: `purchase:${purchaseId}:${attempt}:payment` },
    ),
  );
  return intent.id;
}

/** The charge that an attempt made, looked up by what we wrote on it: keys are forgotten after a day (DESIGN D43). */
export async function findPaymentOf(
  { stripe }: StripeDeps,
  order: Pick<StripeOrder, 'purchaseId' | 'attempt'>,
  customer: string,
): Promise<string | undefined> {
  for await (const { id, metadata } of stripe.paymentIntents.list({ customer, limit: 100 })) {
    if (metadata.purchase === order.purchaseId && metadata.attempt === String(order.attempt)) return id;
  }
  return undefined;
}

/** Asks for the present state; undefined where the provider does not know it. */
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

/** A single charge as a bill in our books: it pays for no period. */
export function toOneTimeInvoice({ id, receivedCents, paidAt }: StripePayment, now: Date): StripeInvoice {
  const at = paidAt ?? now;
  return {
    id,
    totalCents: receivedCents,
    paidCents: receivedCents,
    paidAt,
    periodStart: at,
    periodEnd: at,
    isFirst: true,
  };
}

/** Ends a charge that is still open, so that it can never be paid; false where it is paid, or being paid. */
export async function cancelPayment({ stripe }: StripeDeps, id: string): Promise<boolean> {
  try {
    await callStripe(() => stripe.paymentIntents.cancel(id));
    return true;
  } catch (error) {
    if (isResourceMissing(error)) return true;
    if (!isWrongState(error)) throw error;
    return (await callStripe(() => stripe.paymentIntents.retrieve(id))).status === 'canceled';
  }
}

/** True for the answer that a charge is in no state for this any more. */
function isWrongState(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'payment_intent_unexpected_state'
  );
}

/** Ends a charge, or gives back all of it; repeating it gives back nothing twice. */
export async function unwindPayment(deps: StripeDeps, id: string): Promise<void> {
  if (!(await cancelPayment(deps, id))) await refundPayment(deps, id);
}
