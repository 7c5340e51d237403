import { useRef } from 'react';
import type { UpgradePayment } from '#server/domains/checkout/plan-change/plan-change.schema.ts';
import { loadStripeClient } from '#web/features/payments/stripe-loader.ts';
import { useDetachedPayment } from '#web/features/payments/use-detached-payment.ts';
import { isRefusal, toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import {
  chooseSubmissionKey,
  markInFlight,
  markRefused,
  newSubmissionKey,
} from '#web/ui/wizard/submission-key.ts';

interface UpgradePaymentOptions<Cart> {
  buy(input: Cart & UpgradePayment): Promise<RouterOutputs['planChanges']['upgrade']>;
  /** Refetches what the upgrade has changed. */
  onPaid(): Promise<unknown>;
}

/**
 * Returns a function that charges the saved card for an upgrade, shows the bank's 3-D Secure challenge if
 * there is one, and resolves to the purchase's id. Repeating the same upgrade never charges twice.
 */
export function useUpgradePayment<Cart extends object>({ buy, onPaid }: UpgradePaymentOptions<Cart>) {
  const utils = trpc.useUtils();
  const confirmCard = trpc.checkout.confirmCard.useMutation();
  const submission = useRef(newSubmissionKey());
  const runPayment = useDetachedPayment();

  async function charge(input: Cart & UpgradePayment): Promise<string> {
    const result = await buy(input);
    if (result.status === 'paid') return result.purchaseId;
    const stripe = await loadStripeClient(await utils.checkout.paymentSetup.fetch());
    await stripe.confirmCardPayment(result.clientSecret);
    // Only the server knows how the challenge ended.
    return (await confirmCard.mutateAsync({ purchaseId: result.purchaseId })).purchaseId;
  }

  return async function submit(cart: Cart, shownTotalCents: number): Promise<string> {
    const key = chooseSubmissionKey(submission.current, JSON.stringify(cart));
    submission.current = markInFlight(key);
    try {
      const purchaseId = await runPayment(charge({ ...cart, shownTotalCents, idempotencyKey: key.key }));
      await onPaid();
      return purchaseId;
    } catch (error) {
      const failure = toFailure(error);
      if (isRefusal(failure)) submission.current = markRefused(key, JSON.stringify(cart));
      throw failure;
    }
  };
}
