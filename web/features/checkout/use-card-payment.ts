import { type RefObject, useCallback, useState } from 'react';
import type { Quote } from '#server/domains/catalog/quote.schema.ts';
import type { PurchaseResult } from '#server/domains/checkout/purchase/purchase.schema.ts';
import type { CardHandle } from '#web/features/payments/card-form.tsx';
import { useDetachedPayment } from '#web/features/payments/use-detached-payment.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import type { Submission } from '#web/ui/wizard/wizard-page.ts';
import type { PaymentValues } from './payment-values.ts';

const makeFailure = (code: string, message: string): Failure => ({
  code,
  message,
  fieldErrors: {},
  requestId: undefined,
});

/** The error code if the card fields aren't ready or Stripe refuses the card, before the purchase is sent. */
export const CARD_NOT_READ = 'CARD_NOT_READ';

/** True if there was no response, or one without a known error code. The card may have been charged. */
export function isOutcomeUnknown({ code }: Failure): boolean {
  return code === 'NETWORK' || code === 'UNEXPECTED';
}

export interface PaymentSubmission<V> extends Submission<V> {
  token: string;
  shownTotalCents: number;
}

interface CardPayment<V extends PaymentValues> {
  quote: Quote | undefined;
  card: RefObject<CardHandle | null>;
  buy(submission: PaymentSubmission<V>): Promise<PurchaseResult>;
  /** Rewords a failure for this kind of purchase. */
  presentFailure(failure: Failure): Failure;
  onPaid(purchaseId: string): void;
}

/** Tokenizes the card, submits the purchase, and shows the bank's 3-D Secure challenge if there is one. */
export function useCardPayment<V extends PaymentValues>(purchase: CardPayment<V>) {
  const { quote, card, buy, presentFailure, onPaid } = purchase;
  const confirmCard = trpc.checkout.confirmCard.useMutation();
  const [problem, setProblem] = useState<Failure | null>(null);
  const runPayment = useDetachedPayment();

  async function createToken({ stripeName, stripeZip }: V, free: boolean): Promise<string> {
    if (free) return 'none';
    if (card.current === null)
      throw makeFailure(CARD_NOT_READ, 'The card fields aren’t ready yet. Please try again in a moment.');
    return card.current.tokenize({ name: stripeName, zip: stripeZip });
  }

  async function chargeCard({ values, idempotencyKey }: Submission<V>): Promise<string> {
    if (quote === undefined)
      throw makeFailure('PRICE_UNKNOWN', 'We don’t have the price yet. Please try again in a moment.');
    // Keep the handle, because the ref is cleared if the buyer leaves the page during the bank's challenge.
    const cardHandle = card.current;
    const token = await createToken(values, quote.free);
    const result = await buy({ values, idempotencyKey, token, shownTotalCents: quote.totalCents });
    if (result.status === 'paid') return result.purchaseId;
    await cardHandle?.authenticate(result.clientSecret);
    const confirmation = await confirmCard.mutateAsync({ purchaseId: result.purchaseId });
    if (confirmation.status === 'paid') return confirmation.purchaseId;
    throw makeFailure(
      'PAYMENT_UNCONFIRMED',
      'Your bank hasn’t confirmed the payment yet. You weren’t charged.',
    );
  }

  async function submit(submission: Submission<V>): Promise<void> {
    setProblem(null);
    try {
      onPaid(await runPayment(chargeCard(submission)));
    } catch (error) {
      const failure = presentFailure(toFailure(error));
      setProblem(failure);
      throw failure;
    }
  }

  const clearProblem = useCallback(() => setProblem(null), []);
  return { submit, problem, clearProblem };
}
